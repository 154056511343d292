import { describe, expect, test } from "vitest";
import { printable } from "../../../src/runtime/audit/arguments.ts";
import { createRedactor } from "../../../src/runtime.ts";

const redact = createRedactor();

/** Put together here, so that no scanner takes this file for a leak. */
const AWS = `AKIAIOSFODNN7EXAMPLE`;
const GITHUB = `ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`;

describe("secrets by their look", () => {
  test.each([
    ["mysql -uroot -psecret db", "mysql -uroot -p[redacted] db"],
    ["psql postgres://user:pass@h/db", "psql postgres://[redacted]@h/db"],
    ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI", "AWS_SECRET_ACCESS_KEY=[redacted]"],
    ["curl -u user:pass https://x", "curl -u user:[redacted] https://x"],
    ["curl --user user:pass https://x", "curl --user user:[redacted] https://x"],
    ["token ghp_short12345", "token [redacted]"],
    [`x ${GITHUB} y`, "x [redacted] y"],
    ["Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic [redacted]"],
    ["authorization: Bearer abc.def", "authorization: Bearer [redacted]"],
    ['{"password": "hunter2"}', '{"password": "[redacted]"}'],
    ["--api-key abc123 x", "--api-key [redacted] x"],
    ["passphrase=abc123 x", "passphrase=[redacted] x"],
    ["https://gtoken12345@github.com/x", "https://[redacted]@github.com/x"],
    ["https://hooks.slack.com/services/T0/B0/abcdef", "https://hooks.slack.com/services/[redacted]"],
    ["https://x.example/y?sig=abcdefgh123&z=1", "https://x.example/y?sig=[redacted]&z=1"],
    ['{\\"password\\":\\"hunter22\\"}', '{\\"password\\":\\"[redacted]\\"}'],
    ['secret="my secret phrase" x', 'secret="[redacted]" x'],
    ["DB_PASS=hunter22 x", "DB_PASS=[redacted] x"],
    ["--password=abc123 x", "--password=[redacted] x"],
    [`key ${AWS}.`, "key [redacted]."],
    ["machine h login me password hunter2 x", "machine h login me password [redacted] x"],
    ["aws configure set aws_secret_access_key wJalrXUtn x", "aws configure set aws_secret_access_key [redacted] x"],
    ["_auth=dXNlcjpwYXNz x", "_auth=[redacted] x"],
    [`hvs.${"aB3".repeat(10)} x`, "[redacted] x"],
    [`glsa_${"aB3".repeat(10)} x`, "[redacted] x"],
    [`dop_v1_${"0a".repeat(20)} x`, "[redacted] x"],
    [`shpat_${"0a".repeat(16)} x`, "[redacted] x"],
    [
      "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ-E\n-----END PGP PRIVATE KEY BLOCK-----",
      "-----BEGIN PGP PRIVATE KEY BLOCK-----[redacted]-----END PGP PRIVATE KEY BLOCK-----",
    ],
    [
      "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
      "-----BEGIN RSA PRIVATE KEY-----[redacted]-----END RSA PRIVATE KEY-----",
    ],
    ["-----BEGIN PRIVATE KEY-----\nMIIE", "-----BEGIN PRIVATE KEY-----[redacted]"],
    ["Cookie: sid=1; other=2", "Cookie:[redacted]"],
    [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk`, "[redacted]"],
  ])("%s", (text, expected) => {
    expect(redact(text)).toEqual({ text: expected, count: 1 });
  });

  test.each([
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "git log -p -u",
    "the keyboard and the monkey",
    "a sketch of the task at hand",
    "npm run test -- --update",
    "https://example.com/a:b@c",
    "passing the test",
    "mkdir -p a/b",
    "550e8400-e29b-41d4-a716-446655440000",
  ])("left alone: %s", (text) => {
    expect(redact(text)).toEqual({ text, count: 0 });
  });
});

describe("words of a command in a list", () => {
  const log = createRedactor();
  test.each<[unknown, unknown]>([
    [
      { command: "mysql", args: ["-phunter2xyz", "db"] },
      { command: "mysql", args: ["-p[redacted]", "db"] },
    ],
    [
      ["curl", "-u", "user:swordfish", "https://a.example"],
      ["curl", "-u", "user:[redacted]", "https://a.example"],
    ],
    [
      ["tool", "--password", "opensesame"],
      ["tool", "--password", "[redacted]"],
    ],
    [
      ["docker", "login", "-p", "opensesame"],
      ["docker", "login", "-p", "[redacted]"],
    ],
    [
      ["git", "commit", "-m", "a  b"],
      ["git", "commit", "-m", "a  b"],
    ],
  ])("%j", (input, expected) => {
    expect(printable(input, log).value).toEqual(expected);
  });
  test("and ports are left alone", () => {
    for (const line of ["docker run -p 8080:80 -w /app x", "helm install -a x", "psql -h db"]) expect(log(line).text).toBe(line);
  });
  test.each(["docker login -u me -p opensesame r.example", "sshpass -p opensesame ssh h", "redis-cli -a opensesame ping"])("%s", (line) => {
    expect(log(line).text).not.toContain("opensesame");
  });
});

describe("objects of the platform are told with all that counts of them", () => {
  const log = createRedactor();
  test.each<readonly [unknown, unknown]>([
    [new Map([["path", "in/a"]]), { "(Map)": [["path", "in/a"]] }],
    [new Map([["password", "hunter2"]]), { "(Map)": [["password", "[redacted]"]] }],
    [new Set(["in/a"]), { "(Set)": ["in/a"] }],
    [new Date(0), { "(Date)": [0] }],
    [/a/gu, { "(RegExp)": ["a", "gu", 0] }],
    [new URL("https://a.example/"), { "(URL)": ["https://a.example/"] }],
    [new URLSearchParams("a=1"), { "(URLSearchParams)": ["a=1"] }],
  ])("%o", (value, expected) => {
    expect(printable({ value }, log)).toMatchObject({ value: { value: expected }, isWhole: true });
  });
  test.each<readonly [unknown]>([
    [new Blob(["a"])],
    [new Headers({ a: "1" })],
    [
      new (class Own {
        x = 1;
      })(),
    ],
    [new (class extends Map {})()],
  ])("and what shows not all of itself is not told whole: %o", (value) => {
    expect(printable({ value }, log).isWhole).toBe(false);
  });
});

describe("secrets that are known", () => {
  const secret = "correct horse/battery+staple";
  const known = createRedactor({ values: [secret] });
  test.each([
    ["as they are", secret],
    ["base64", Buffer.from(secret).toString("base64")],
    ["base64 in a longer text", Buffer.from(`a${secret}b`).toString("base64")],
    ["base64, shifted by two", Buffer.from(`ab${secret}b`).toString("base64")],
    ["base64url", Buffer.from(`${secret}??`).toString("base64url")],
    ["hex", Buffer.from(secret).toString("hex")],
    ["URL", encodeURIComponent(secret)],
    ["JSON", JSON.stringify(`${secret}"`)],
    ["backwards", Array.from(secret).reverse().join("")],
  ])("%s", (_, text) => {
    const found = known(`before ${text} after`);
    expect(found.count).toBe(1);
    expect(found.text).toContain("[redacted]");
    expect(found.text).not.toContain(text.slice(4, -4));
  });

  test("a secret that is as short as a word is an error", () => {
    expect(() => createRedactor({ values: ["abc"] })).toThrow("cannot be told from ordinary text");
  });
});

describe("time", () => {
  test("own patterns that could take long are refused", () => {
    for (const source of [
      "(a+)+$",
      "(a|aa)+$",
      String.raw`(\w*)*x`,
      "(x+x+)+y",
      "((a)+)*",
      String.raw`(a)\1`,
      "a*b*c*d",
      "([a-z]+)*",
      "(?<=a+)b",
      `${"a?".repeat(27)}${"a".repeat(27)}b`,
      ".{0,99}.{0,99}.{0,99}x",
      String.raw`\k<a>(?<a>a)`,
      "a{0,50000}b",
      ".{0,300}.{0,300}x",
      "a+ab+bx",
      `${"(?:a|a)".repeat(30)}b`,
      "(?:(?:a{500}){500}){500}b",
    ])
      expect(() => createRedactor({ patterns: [new RegExp(source, "u")] }), source).toThrow("could take very long");
    expect(createRedactor({ patterns: [/EMP-\d{6}/u, /ticket [A-Z]+/u] })("EMP-123456 ticket ABC")).toEqual({
      text: "[redacted] [redacted]",
      count: 2,
    });
  });

  test("own patterns of every usual shape are taken", () => {
    for (const pattern of [
      /\{foo\}/u,
      /"token":"[^"]+"\}/u,
      /\]x/u,
      /[A-Z]{20,40}-[a-z]{1,64}-\d{1,8}/u,
      /sk_[a-z]+_[A-Za-z0-9]{10,90}/u,
      /(?:dev|prod|test)-[a-z]+-\w+/u,
      /(?:\d{3}-){2}\d+/u,
      /foo-\w+|bar-\w+/u,
    ])
      expect(() => createRedactor({ patterns: [pattern] }), pattern.source).not.toThrow();
  });

  test("own patterns without an end stay quick, and hold without the looks", () => {
    const own = createRedactor({ patterns: [/a*b/u, /\s+$/u, /ID-\w+/u], looks: false });
    const started = process.cpuUsage();
    own("a".repeat(60_000));
    own(" ".repeat(60_000) + "x");
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
    expect(own("ID-42x token=xyzxyzxyz")).toEqual({ text: "[redacted] token=xyzxyzxyz", count: 1 });
  });

  test("keys without an end", () => {
    const begin = "-----BEGIN PRIVATE KEY-----";
    expect(redact(`${begin}\nMIIE`).text).toBe(`${begin}[redacted]`);
    expect(redact(`${begin}\nMIIE\n-----END PRIVATE KEY----- x`).text).toBe(`${begin}[redacted]-----END PRIVATE KEY----- x`);
    const started = process.cpuUsage();
    redact(begin.repeat(150_000));
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
  });

  test.each([
    ["spaces", " ".repeat(1_000_000)],
    ["one letter", "a".repeat(1_000_000)],
    ["names of keys", "api_key".repeat(150_000)],
    ["equals signs", "token=".repeat(170_000)],
    ["beginnings of keys", "-----BEGIN PRIVATE KEY-----".repeat(37_000)],
    ["quotes", `"token":`.repeat(120_000)],
    ["schemes", "https://a".repeat(110_000)],
    ["mysql", "mysql ".repeat(160_000)],
    ["dots and letters", "eyJ".repeat(330_000)],
  ])("1 MB of %s", (_, text) => {
    const started = process.cpuUsage();
    redact(text);
    const { user } = process.cpuUsage(started);
    // Not a benchmark: what is not linear takes minutes here.
    expect(user / 1e6).toBeLessThan(20);
  });

  test("a secret is not cut in two where a long text is", () => {
    for (const at of [65_500, 65_530, 65_536, 131_060]) {
      const text = `${"word ".repeat(40_000).slice(0, at)} ${GITHUB} token rest`;
      expect(redact(text).text).not.toContain(GITHUB.slice(0, 20));
    }
  });

  test("nor from what it stands behind, nor a key from its beginning", () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${"q7Zk2LxW\n".repeat(5000)}-----END PRIVATE KEY-----`;
    for (let at = 65_400; at < 65_540; at += 7)
      for (const secret of ["Bearer\nhunter2hunter2hunter2", "--password hunter2", "password:\n hunter2", "token = hunter2"])
        expect(redact(`${"w ".repeat(40_000).slice(0, at)} ${secret} rest`).text).not.toContain("hunter2");
    for (const at of [10, 40_000, 65_520]) {
      const { text, count } = redact(`${"w ".repeat(40_000).slice(0, at)} ${key} rest`);
      expect([text.includes("q7Zk"), count, text.endsWith(" rest")]).toEqual([false, 1, true]);
    }
  });
});

describe("secrets by the name that they stand under", () => {
  const shown = (input: unknown): unknown => printable(input, redact).value;
  const X = "[redacted]";
  test.each<readonly [unknown, unknown]>([
    [
      {
        env: [
          { name: "DB_PASSWORD", value: "v" },
          { name: "LANG", value: "C" },
        ],
      },
      {
        env: [
          { name: "DB_PASSWORD", value: X },
          { name: "LANG", value: "C" },
        ],
      },
    ],
    [{ headers: [{ key: "X-Api-Key", value: "v" }] }, { headers: [{ key: "X-Api-Key", value: X }] }],
    [{ env: { STRIPE_KEY: "v", SMTP_PASS: "v", MONKEY: "v" } }, { env: { STRIPE_KEY: X, SMTP_PASS: X, MONKEY: "v" } }],
    [
      { githubTokens: ["v"], passwords: ["v"], auth: "v", github_pat: "v" },
      { githubTokens: X, passwords: X, auth: X, github_pat: X },
    ],
    [
      { password: 1234, max_tokens: 1000, maxTokens: "100", key: "v", pattern: "v" },
      { password: X, max_tokens: 1000, maxTokens: "100", key: "v", pattern: "v" },
    ],
  ])("%j", (input, expected) => {
    expect(shown(input)).toEqual(expected);
  });
  test("nothing of an object's own is run to learn its name", () => {
    const name = {
      toString(): never {
        throw new Error("it ran");
      },
    };
    expect(shown({ name, value: "v" })).toMatchObject({ value: "v" });
  });
});
