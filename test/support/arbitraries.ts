import fc from "fast-check";
import type { Authority, Event } from "../../src/model/authority.ts";
import { authorityOf } from "../../src/model/authority.ts";
import type { CommandPattern, Invocation } from "../../src/model/command.ts";
import { parseCommand } from "../../src/model/command.ts";
import { parseEnv } from "../../src/model/env.ts";
import type { Endpoint, HostPattern } from "../../src/model/host.ts";
import { parseHost } from "../../src/model/host.ts";
import type { Path, PathPattern } from "../../src/model/path.ts";
import { parsePath } from "../../src/model/path.ts";
import type { Grants } from "../../src/model/policy.ts";
import { ENV_FACETS, HOST_FACETS, PATH_FACETS, SET_FACETS } from "../../src/model/policy.ts";
import type { Region } from "../../src/model/region.ts";
import { difference, intersection, region, union } from "../../src/model/region.ts";
import type { Parsed } from "../../src/model/result.ts";
import type { Scope } from "../../src/model/scope.ts";

// The seed of the run, which its first line says.
if (process.env["FC_SEED"] !== undefined) fc.configureGlobal({ seed: Number(process.env["FC_SEED"]) });

/** How often a property is tried: as stated, or a share of it where `FC_RUNS` says so (mutation runs need many quick verdicts). */
export const runs = (stated: number): number => Math.ceil(stated * Number(process.env["FC_RUNS"] ?? 1));

/** Small alphabets on purpose: patterns and events must meet often. */
export const valueOf = <T>(found: Parsed<T>): T => {
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
};

const segment = fc.constantFrom(
  "a",
  "b",
  "ab",
  "*",
  "a*",
  "*b",
  "?",
  "[ab]",
  "[!a]",
  "**",
  "{a,b}",
  "{a/b,c}",
  ".x",
  "a?b*",
  "\\a",
  "\\*",
  "[\\]a]",
  "-*",
);
export const pathText = fc
  .tuple(fc.constantFrom("$WORKSPACE", ""), fc.array(segment, { minLength: 1, maxLength: 4 }))
  .map(([root, list]) => `${root}/${list.join("/")}`);
export const pathPattern = pathText.map((text): PathPattern => valueOf(parsePath(text)));
const word = fc.constantFrom("a", "b", "ab", "c", "aab", ".x", "abb", "ba", "acb", "*", "-", "-a", "]");
export const path: fc.Arbitrary<Path> = fc.record({
  root: fc.constantFrom("$WORKSPACE" as const, "/" as const),
  segments: fc.array(word, { maxLength: 5 }),
});

const hostName = fc.constantFrom("a.test", "b.a.test", "x-any.a.test", "c.b.a.test", "localhost", "x-any.example", "x.internal", "test");
const address = fc.constantFrom(
  "10.0.0.1",
  "10.0.0.255",
  "8.8.8.8",
  "8.8.8.9",
  "127.0.0.1",
  "169.254.169.254",
  "::1",
  "2001:db8::1",
  "0x8080808",
);
const target = fc.oneof(
  hostName,
  address,
  fc.constantFrom(
    "*",
    "*.a.test",
    "*.test",
    "*.b.a.test",
    "@loopback",
    "@private",
    "@link-local",
    "@metadata",
    "*.internal",
    "*.localhost",
    "*.arpa",
    "127.0.0.1.",
    "8.8.8.8.",
  ),
  fc.constantFrom("8.8.8.0/24", "8.8.8.8/31", "10.0.0.0/8", "0.0.0.0/0", "::/0", "2001:db8::/32"),
);
const ports = fc.constantFrom("", ":443", ":80", ":80-90", ":85-443", ":*", ":1");
const scheme = fc.constantFrom("", "", "https://", "http://", "tcp://", "x-any://");
export const hostPattern = fc
  .tuple(scheme, target, ports)
  .map(([s, t, p]): HostPattern => valueOf(parseHost(`${s}${t.includes(":") ? t.replace(/^([^/]*)/u, "[$1]") : t}${p}`)));
export const endpoint: fc.Arbitrary<Endpoint> = fc.record({
  scheme: fc.constantFrom("tcp", "https", "http", "x-any", "ftp"),
  host: fc.oneof(
    hostName,
    address,
    fc.constantFrom(
      "example.com",
      "q.test",
      "y.localhost",
      "printer.lan",
      "x.home.arpa",
      "home.arpa",
      "8.8.8.8.",
      "127.0.0.1.",
      "db",
      "no host!",
      "u@a.test",
    ),
  ),
  port: fc.constantFrom(1, 79, 80, 84, 85, 90, 91, 442, 443, 444, 65535),
});

export const envPattern = fc
  .constantFrom(
    "A",
    "A_B",
    "A_*",
    "A_B_*",
    "A_ANY",
    "A_B_ANY",
    "X_ANY",
    "X_*",
    "ANY",
    "B",
    "GITHUB_TOKEN",
    "AWS_*",
    "NPM_*",
    "DATABASE_*",
    "GITHUB_*",
  )
  .map((text) => valueOf(parseEnv(text)));
export const envName = fc.constantFrom(
  "A",
  "A_",
  "A_B",
  "A_B_",
  "A_B_C",
  "A_ANY",
  "A_ANYX",
  "X_ANY",
  "X_B",
  "ANY",
  "B",
  "C",
  "GITHUB_TOKEN",
  "AWS_X",
);

const argument = fc.constantFrom(
  "a",
  "b",
  "-a",
  "--",
  "*",
  "a*",
  "?",
  "**",
  "{flags}",
  "{a,b}",
  "-*",
  "--a=*",
  "a/b",
  "/*",
  "[!a]b",
  "[ -.0-~]",
);
export const commandPattern: fc.Arbitrary<CommandPattern> = fc
  .record({
    command: fc.constantFrom("git", "rg", "x-any"),
    args: fc.oneof(fc.constant("any" as const), fc.array(argument, { maxLength: 4 })),
    shell: fc.boolean(),
    cwd: fc.option(fc.array(fc.constantFrom("$WORKSPACE", "$WORKSPACE/**", "$WORKSPACE/a", "/a/*"), { maxLength: 2 }), { nil: undefined }),
  })
  .map(({ shell, ...rest }) => valueOf(parseCommand({ ...rest, shell: shell || undefined })));
export const invocation: fc.Arbitrary<Invocation> = fc
  .record({
    command: fc.constantFrom("git", "rg", "x-any", "sh"),
    args: fc.array(fc.constantFrom("a", "b", "c", "-a", "-", "--", "--a=b", "ab", "", "/", "/b", "a/b"), { maxLength: 4 }),
    shell: fc.boolean(),
    cwd: fc.option(path, { nil: undefined }),
  })
  .map(({ cwd, ...rest }) => ({ ...rest, ...(cwd && { cwd }) }));

/** Scopes over patterns; now and then `any`. */
export const scopeOf = <P>(pattern: fc.Arbitrary<P>): fc.Arbitrary<Scope<P>> =>
  fc.record({
    allow: fc.oneof({ weight: 6, arbitrary: fc.array(pattern, { maxLength: 3 }) }, { weight: 1, arbitrary: fc.constant("any" as const) }),
    deny: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(pattern, { maxLength: 2 }) }),
  });

/** Boolean combinations of scopes, two levels deep. */
export const regionOf = <P extends { readonly text: string }>(pattern: fc.Arbitrary<P>): fc.Arbitrary<Region<P>> => {
  const leaf = scopeOf(pattern).map((scope) => region(scope));
  const level = (inner: fc.Arbitrary<Region<P>>): fc.Arbitrary<Region<P>> =>
    fc.oneof(
      inner,
      fc.tuple(inner, inner).map(([a, b]) => union(a, b)),
      fc.tuple(inner, inner).map(([a, b]) => intersection(a, b)),
      fc.tuple(inner, inner).map(([a, b]) => difference(a, b)),
    );
  return level(level(leaf));
};

const names = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }).map((list) => list.sort());
const all = <K extends string, T>(keys: readonly K[], each: fc.Arbitrary<T>) =>
  Object.fromEntries(keys.map((key) => [key, each])) as Record<K, fc.Arbitrary<T>>;

/** The grants of a random policy. */
export const grants: fc.Arbitrary<Grants> = fc.record({
  ...all(PATH_FACETS, scopeOf(pathPattern)),
  ...all(HOST_FACETS, scopeOf(hostPattern)),
  ...all(ENV_FACETS, scopeOf(envPattern)),
  exec: scopeOf(commandPattern),
  ...all(SET_FACETS, names),
});
export const authority: fc.Arbitrary<Authority> = grants.map(authorityOf);

/** A random event of any facet. */
export const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ facet: fc.constantFrom(...PATH_FACETS), path }),
  fc.record({ facet: fc.constantFrom(...HOST_FACETS), endpoint }),
  fc.record({ facet: fc.constantFrom(...ENV_FACETS), name: envName }),
  fc.record({ facet: fc.constant("exec" as const), invocation }),
  fc.record({ facet: fc.constantFrom(...SET_FACETS), name: fc.constantFrom("a", "b", "c") }),
);
