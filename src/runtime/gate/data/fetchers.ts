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
  letters: "oabsA",
  long: words("output auth body session auth-type verify timeout style print"),
  addresses: "first",
};

export const FETCHERS: Readonly<Record<string, Fetcher>> = {
  curl: {
    letters: "AbcCdDeEFHhKmoPQrTtuUwXyYz",
    long: words(`data data-raw data-binary data-ascii data-urlencode header output user agent user-agent referer cookie cookie-jar form
      form-string json url-query request upload-file max-time connect-timeout retry retry-delay retry-max-time range write-out cert key cacert
      capath ciphers interface limit-rate netrc-file oauth2-bearer proto proto-default proto-redir output-dir stderr trace trace-ascii speed-time
      speed-limit time-cond variable pass cert-type key-type tls-max keepalive-time max-filesize max-redirs proxy-user proxy-header config`),
    addresses: "all",
  },
  wget: {
    letters: "OPoaetTwQURlADXIiB",
    long: words(`output-document directory-prefix output-file append-output execute tries timeout wait quota user-agent header post-data
      post-file method body-data body-file user password referer level accept reject domains exclude-directories include-directories input-file
      load-cookies save-cookies ca-certificate certificate private-key limit-rate`),
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
