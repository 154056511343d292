/** What is put in the place of a secret. */
export const REDACTED = "[redacted]";
/** What tells that a match has been dealt with, though its rule may leave the bracket out. */
export const MARK = REDACTED.slice(0, -1);

/** Secrets of one look. */
export interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  /** What is left of a match. Without it, all of it goes. */
  readonly keep?: string;
}

const VALUE = String.raw`[^\s"'\x60,;&|)}\]]{1,512}`;
const SECRET_NAME = String.raw`[\w.-]{0,40}(?:api[_-]?key|secret|token|passw(?:or)?d|passphrase|pwd|credential|account[_-]?key|auth[_-]?key|private[_-]?key|access[_-]?key|client[_-]?secret)[\w.-]{0,40}`;

/** A key as a file has it, which is longer than any other secret. */
export const PEM: Rule = {
  name: "pem",
  // Up to its end, or where it has none up to the next key or the end of the text.
  pattern:
    /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[^-]*(?:-(?!----)[^-]*)*(-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?=-----)|$)/gu,
  keep: `$1${REDACTED}$2`,
};

/** Secrets by their look. Every repetition is bounded or over a class that its neighbour does not share, so time is linear. */
export const RULES: readonly Rule[] = [
  PEM,
  { name: "url userinfo", pattern: /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:"']{0,256}:[^\s/@"']{1,256}@/giu, keep: `$1${REDACTED}@` },
  { name: "url token", pattern: /\b(https?:\/\/)[^\s/@:"']{8,256}@/giu, keep: `$1${REDACTED}@` },
  { name: "webhook", pattern: /\b(hooks\.slack\.com\/services\/)[\w/]{8,256}/giu, keep: `$1${REDACTED}` },
  { name: "signature", pattern: /([?&](?:sig|signature|x-amz-signature)=)[^\s&"']{8,1024}/giu, keep: `$1${REDACTED}` },
  {
    name: "authorization",
    pattern: /\b((?:proxy-)?authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:[A-Z]{2,20}\s{1,4})?)[^\s"',;]{1,2048}/giu,
    keep: `$1${REDACTED}`,
  },
  { name: "bearer", pattern: /\b((?:bearer|basic)\s{1,4})[\w.~+/=-]{16,2048}/giu, keep: `$1${REDACTED}` },
  { name: "cookie", pattern: /\b((?:set-)?cookie["']?\s{0,4}:)[^\r\n"']{1,2048}/giu, keep: `$1${REDACTED}` },
  {
    name: "mysql -p",
    pattern: /(\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|mongo|psql)\b[^\n|;&]{0,200}?\s-p)[^\s"'|;&]{1,128}/gu,
    keep: `$1${REDACTED}`,
  },
  {
    name: "login -p",
    pattern:
      /(\b(?:(?:docker|podman|nerdctl|helm|oc|az)\s[^\n|;&]{0,80}?\blogin\b[^\n|;&]{0,200}?\s-[pw]|(?:sshpass|smbclient)\b[^\n|;&]{0,200}?\s-p|redis-cli\b[^\n|;&]{0,200}?\s-a)\s{0,2})[^\s"'|;&-][^\s"'|;&]{0,127}/gu,
    keep: `$1${REDACTED}`,
  },
  {
    name: "json field",
    pattern: new RegExp(String.raw`(\\?["']${SECRET_NAME}\\?["']\s{0,4}:\s{0,4}\\?["'])[^"'\\]{1,1024}`, "giu"),
    keep: `$1${REDACTED}`,
  },
  { name: "quoted", pattern: new RegExp(String.raw`\b(${SECRET_NAME}\s{0,2}[=:]\s{0,2}")[^"\n]{1,512}`, "giu"), keep: `$1${REDACTED}` },
  { name: "pass", pattern: new RegExp(String.raw`\b([\w.-]{0,40}pass\s{0,2}=\s{0,2}["']?)${VALUE}`, "giu"), keep: `$1${REDACTED}` },
  { name: "assignment", pattern: new RegExp(String.raw`\b(${SECRET_NAME}\s{0,2}[=:]\s{0,2}["']?)${VALUE}`, "giu"), keep: `$1${REDACTED}` },
  { name: "flag", pattern: new RegExp(String.raw`(--?${SECRET_NAME}[=\s]\s{0,2}["']?)${VALUE}`, "giu"), keep: `$1${REDACTED}` },
  {
    name: "user flag",
    pattern: /((?:^|\s)(?:-u|--user|--proxy-user)[=\s]?\s{0,2}["']?[^\s:"']{1,128}:)[^\s"']{1,256}/gu,
    keep: `$1${REDACTED}`,
  },
  { name: "github", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{10,255}|github_pat_\w{10,255})/gu },
  { name: "openai", pattern: /\bsk-(?:proj-|ant-|or-)?[\w-]{12,255}/gu },
  { name: "slack", pattern: /\bxox[abeoprs]-[\w-]{8,255}|\bxapp-[\w-]{8,255}/gu },
  { name: "aws", pattern: /\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}\b/gu },
  { name: "google", pattern: /\bAIza[\w-]{30,60}|\bya29\.[\w-]{20,1024}/gu },
  { name: "npm", pattern: /\bnpm_[A-Za-z0-9]{20,80}/gu },
  { name: "stripe", pattern: /\b(?:sk|rk|pk)_(?:live|test)_\w{10,255}/gu },
  { name: "groq", pattern: /\bgsk_\w{20,255}/gu },
  { name: "perplexity", pattern: /\bpplx-\w{20,255}/gu },
  { name: "gitlab", pattern: /\bglpat-[\w-]{15,255}/gu },
  { name: "hugging face", pattern: /\bhf_[A-Za-z0-9]{20,255}/gu },
  { name: "telegram", pattern: /\b\d{6,12}:[\w-]{30,60}\b/gu },
  { name: "jwt", pattern: /(?<![\w.-])eyJ[\w-]{8,4096}\.eyJ[\w-]{8,8192}\.[\w-]{8,4096}/gu },
  { name: "netrc", pattern: /(\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8})\S{1,512}/gu, keep: `$1${REDACTED}` },
  {
    name: "aws configure",
    pattern: /(\baws\s[^\n|;&]{0,80}?\bset\s{1,4}[\w.-]{0,40}(?:key|token|secret)[\w.-]{0,40}\s{1,4}["']?)[^\s"']{1,512}/giu,
    keep: `$1${REDACTED}`,
  },
  { name: "npmrc", pattern: /(\b_auth\s{0,2}=\s{0,2}["']?)[^\s"']{4,1024}/gu, keep: `$1${REDACTED}` },
  { name: "vault", pattern: /\bhv[sbr]\.[\w-]{20,512}/gu },
  { name: "grafana", pattern: /\bgl(?:sa|c)_[\w+/=-]{20,512}/gu },
  { name: "digital ocean", pattern: /\bdo[opr]_v1_[a-f0-9]{32,128}/gu },
  { name: "shopify", pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32,64}/gu },
  { name: "sendgrid", pattern: /\bSG\.[\w-]{16,64}\.[\w-]{16,128}/gu },
];

/** A quick look that spares almost every text the rules above. */
export const SUSPICIOUS =
  /key|secret|token|pass|pwd|hooks\.slack|[?&](?:sig|x-amz)|credential|auth|bearer|basic|cookie|:\/\/[^/\s]*@|-----BEGIN|gh[pousr]_|sk-|xox|xapp|A[KSGIRN][IPDO][A-Z]|AIza|ya29|npm_|_live_|_test_|gsk_|pplx|glpat|hf_|\d:[\w-]{30}|eyJ|SG\.|hv[sbr]\.|gl(?:sa|c)_|do[opr]_v1|shp(?:at|ca|pa|ss)_|\s-[apw]\b|\s-p\S|-u\b|--user/iu;
