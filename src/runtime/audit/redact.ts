import { boundedPattern } from "./bounded.ts";

/** What is put in the place of a secret. */
export const REDACTED = "[redacted]";
/** What tells that a match has been dealt with, though its rule may leave the bracket out. */
const MARK = REDACTED.slice(0, -1);

interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  /** What is left of a match. Without it, all of it goes. */
  readonly keep?: string;
}

const VALUE = String.raw`[^\s"'\x60,;&|)}\]]{1,512}`;
const SECRET_NAME = String.raw`[\w.-]{0,40}(?:api[_-]?key|secret|token|passw(?:or)?d|passphrase|pwd|credential|account[_-]?key|auth[_-]?key|private[_-]?key|access[_-]?key|client[_-]?secret)[\w.-]{0,40}`;

/** Secrets by their look. Every repetition is bounded or over a class that its neighbour does not share, so time is linear. */
const RULES: readonly Rule[] = [
  {
    name: "pem",
    // Up to its end, or where it has none up to the next key or the end of the text.
    pattern: /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?:(?!-----)[\s\S]){0,20000}(-----END [A-Z ]{0,40}PRIVATE KEY-----|(?=-----)|$)/gu,
    keep: `$1${REDACTED}$2`,
  },
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
  { name: "sendgrid", pattern: /\bSG\.[\w-]{16,64}\.[\w-]{16,128}/gu },
];

/** A quick look that spares almost every text the rules above. */
const SUSPICIOUS =
  /key|secret|token|pass|pwd|hooks\.slack|[?&](?:sig|x-amz)|credential|auth|bearer|basic|cookie|:\/\/[^/\s]*@|-----BEGIN|gh[pousr]_|sk-|xox|xapp|A[KSGIRN][IPDO][A-Z]|AIza|ya29|npm_|_live_|_test_|gsk_|pplx|glpat|hf_|\d:[\w-]{30}|eyJ|SG\.|\s-[apw]\b|\s-p\S|-u\b|--user/iu;

export interface RedactorOptions {
  /** Further patterns; those that could take long are refused. */
  readonly patterns?: readonly RegExp[];
  /** Secrets that are known: their values never reach the log, in any usual encoding. */
  readonly values?: readonly string[];
  /** Whether texts that only look like secrets are redacted too; they are by default. */
  readonly looks?: boolean;
}

export type Redactor = (text: string) => { readonly text: string; readonly count: number };

const SHORTEST = 6;
const CHUNK = 64 * 1024;
const OVERLAP = 4 * 1024;

/** The ways in which a value is usually written. */
function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  // Inside a longer text base64 has three alignments. What the neighbours' bits touch is left out.
  const aligned = [0, 1, 2].map((pad) =>
    Buffer.concat([Buffer.alloc(pad), bytes])
      .toString("base64")
      .slice(pad === 0 ? 0 : pad + 1)
      .replace(/.=+$/u, ""),
  );
  return [
    value,
    ...aligned,
    ...aligned.map((text) => text.replace(/\+/gu, "-").replace(/\//gu, "_")),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll("%20", "+"),
    encodeURIComponent(value).replaceAll(/%[0-9A-F]{2}/gu, (code) => code.toLowerCase()),
    encodeURI(value),
    JSON.stringify(JSON.stringify(value)).slice(3, -3),
    JSON.stringify(value).slice(1, -1),
    Array.from(value).reverse().join(""),
  ].filter((text) => text.length >= SHORTEST);
}

/**
 * Makes a redactor. Time is linear in the text.
 *
 * @throws {TypeError} when a pattern could take long, or a known value is too short to be told from prose.
 */
export function createRedactor({ patterns = [], values = [], looks = true }: RedactorOptions = {}): Redactor {
  const bounded = patterns.map(boundedPattern);
  const slow = patterns.find((_, index) => bounded[index] === undefined);
  if (slow)
    throw new TypeError(
      `The redaction pattern \`${slow.source}\` could take very long on a long text. Repeat less, and nest no repetitions.`,
    );
  const short = values.find((value) => value.length < SHORTEST);
  if (short !== undefined)
    throw new TypeError(
      `A secret of ${short.length} characters cannot be told from ordinary text. Leave it out, or use one of at least ${SHORTEST}.`,
    );
  const known = [...new Set(values.flatMap(encodingsOf))].sort((a, b) => b.length - a.length);
  const own = bounded.flatMap((pattern): Rule[] => (pattern ? [{ name: "own", pattern }] : []));
  const rules = [...(looks ? RULES : []), ...own];
  return (text) => {
    let count = 0;
    let out = text;
    for (const value of known) {
      const parts = out.split(value);
      count += parts.length - 1;
      if (parts.length > 1) out = parts.join(REDACTED);
    }
    if (rules.length === 0 || (own.length === 0 && !SUSPICIOUS.test(out))) return { text: out, count };
    const apply = (piece: string): string => {
      let result = piece;
      for (const { pattern, keep } of rules)
        result = result.replace(pattern, (match: string, ...groups: unknown[]) => {
          if (match.includes(MARK)) return match;
          count++;
          return keep === undefined
            ? REDACTED
            : keep.replace(/\$(\d)/gu, (_, index: string) => (groups[Number(index) - 1] as string | undefined) ?? "");
        });
      return result;
    };
    if (out.length <= CHUNK) return { text: apply(out), count };
    // Long texts go in pieces that are cut at white space, so that no secret is cut in two.
    let result = "";
    for (let at = 0; at < out.length;) {
      let end = Math.min(out.length, at + CHUNK);
      if (end < out.length) {
        const gap = /\s(?=\S*$)/u.exec(out.slice(Math.max(at + 1, end - OVERLAP), end));
        if (gap) end = Math.max(at + 1, end - OVERLAP) + gap.index + 1;
      }
      result += apply(out.slice(at, end));
      at = end;
    }
    return { text: result, count };
  };
}
