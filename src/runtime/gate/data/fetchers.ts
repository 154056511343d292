/** How programs that fetch by HTTP read their words. */
export interface Fetcher {
  /** Short options that take the next word, or the rest of theirs, as a value. */
  readonly letters: string;
  /** Long options that take the next word. */
  readonly long: ReadonlySet<string>;
  /** Which of the other words are addresses: all of them, or the first that is no method. */
  readonly addresses: "all" | "first";
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u));
const HTTPIE: Fetcher = {
  letters: "oapsA",
  long: words(`output auth session session-read-only auth-type verify timeout style print pretty max-redirects max-headers format-options
    response-charset response-mime cert cert-key cert-key-pass ssl ciphers default-scheme boundary`),
  addresses: "first",
};

export const FETCHERS: Readonly<Record<string, Fetcher>> = {
  curl: {
    letters: "AbcCdDeEFHhKmoPQrTtuUwxXyYz",
    long: words(`data data-raw data-binary data-ascii data-urlencode header output user agent user-agent referer cookie cookie-jar form
      form-string json url-query request upload-file max-time connect-timeout retry retry-delay retry-max-time range write-out cert key cacert
      capath ciphers interface limit-rate netrc-file oauth2-bearer proto proto-default proto-redir output-dir stderr trace trace-ascii speed-time
      speed-limit time-cond variable pass cert-type key-type tls-max keepalive-time max-filesize max-redirs proxy-user proxy-header config noproxy parallel-max rate etag-save
      etag-compare continue-at expect100-timeout happy-eyeballs-timeout-ms hostpubmd5 local-port login-options mail-auth mail-from mail-rcpt
      pinnedpubkey pubkey quote request-target sasl-authzid service-name tftp-blksize tlsuser tlspassword unix-socket abstract-unix-socket
      ftp-account ftp-method ftp-port krb libcurl engine egd-file random-file haproxy-clientip alt-svc hsts curves crlfile dns-interface`),
    addresses: "all",
  },
  wget: {
    letters: "OPoaetTwQURlADXIiB",
    long: words(`output-document directory-prefix output-file append-output execute tries timeout wait quota user-agent header post-data
      post-file method body-data body-file user password referer level accept reject domains exclude-directories include-directories input-file
      load-cookies save-cookies ca-certificate certificate private-key limit-rate read-timeout connect-timeout dns-timeout waitretry
      start-pos restrict-file-names cut-dirs default-page bind-address prefer-family secure-protocol ciphers ca-directory crl-file
      retry-on-http-error max-redirect progress report-speed base rejected-log accept-regex reject-regex follow-tags ignore-tags`),
    addresses: "all",
  },
  http: HTTPIE,
  https: HTTPIE,
  xh: HTTPIE,
};

/** Options whose value says where else a connection goes: an address, or the last parts of `HOST:PORT:HOST:PORT` or `HOST:PORT:ADDRESS`. */
export const REROUTES: ReadonlyMap<string, (value: string) => readonly string[]> = new Map([
  ...["-x", "--proxy", "--preproxy", "--socks4", "--socks4a", "--socks5", "--socks5-hostname", "--dns-servers", "--doh-url"].map(
    (name) => [name, (value: string) => value.split(",")] as const,
  ),
  ["--connect-to", (value: string) => [value.split(":").slice(-2).join(":")].filter((one) => one !== ":")],
  ["--resolve", (value: string) => value.replace(/^[^:]*:[^:]*:/u, "").split(",")],
]);
