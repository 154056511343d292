import type { CommandPattern, Invocation } from "./command.ts";
import { argumentLanguage, matchCommand } from "./command.ts";
import type { EnvPattern } from "./env.ts";
import { envCandidates, matchEnv } from "./env.ts";
import { findWord } from "./glob/automaton.ts";
import type { Endpoint, HostPattern } from "./host.ts";
import { hostCandidates, matchHost, parseHost } from "./host.ts";
import type { Path, PathPattern, Root } from "./path.ts";
import { languageOf, matchPath, parsePath, ROOTS } from "./path.ts";
import type { Scope } from "./scope.ts";
import { granted } from "./scope.ts";
import { SECRET_EXAMPLES, SENSITIVE_COMMANDS, SENSITIVE_HOSTS, sensitivePaths } from "./sensitive.ts";

/** An event that one scope grants and another does not; `unknown` when the budget ran out; null when there is none. */
export type Excess<E> = { readonly k: "event"; readonly event: E; readonly sensitive: boolean } | { readonly k: "unknown" } | null;

const must = <T>(found: { ok: true; value: T } | { ok: false }): T => {
  if (!found.ok) throw new Error("built-in pattern does not parse");
  return found.value;
};
const EVERY_PATH = must(parsePath("/**"));

/** Patterns of `list` whose spelling `other` does not have. */
const fresh = <P extends { readonly text: string }>(list: readonly P[], other: readonly P[]): P[] => {
  const known = new Set(other.map((one) => one.text));
  return list.filter((one) => !known.has(one.text));
};

/** Whether two deny lists read the same: then patterns on both allow lists can be left out. */
const sameDeny = <P extends { readonly text: string }>(a: readonly P[], b: readonly P[]): boolean => fresh(a, b).length === 0;

/**
 * A path that `next` grants and `base` does not. Exact: both sides are regular languages per
 * root. The most sensitive example is sought first, then a shortest one.
 */
export function excessPaths(base: Scope<PathPattern>, next: Scope<PathPattern>): Excess<Path> {
  if (next.allow !== "any" && next.allow.length === 0) return null;
  const baseAllow = base.allow === "any" ? [EVERY_PATH] : base.allow;
  const nextAllow = next.allow === "any" ? [EVERY_PATH] : next.allow;
  const candidates = sameDeny(base.deny, next.deny) ? fresh(nextAllow, baseAllow) : nextAllow;
  if (candidates.length === 0) return null;
  const ended = { unknown: false };
  let shortest: Path | undefined;
  const search = (root: Root, inside: readonly PathPattern[], also?: PathPattern): Path | undefined => {
    const found = findWord({
      universe: "paths",
      inside: languageOf(inside, root),
      outside: [languageOf(next.deny, root)],
      ...(also ? { also: languageOf([also], root) } : {}),
      escapes: { allowed: languageOf(baseAllow, root), denied: languageOf(base.deny, root) },
    });
    if (found.k === "unknown") ended.unknown = true;
    return found.k === "word" ? { root, segments: found.segments } : undefined;
  };
  for (const root of ROOTS) {
    const inside = candidates.filter((one) => one.root === root || one.text === EVERY_PATH.text);
    if (inside.length === 0) continue;
    const found = search(root, inside);
    if (!found) continue;
    for (const pattern of sensitivePaths) {
      if (pattern.root !== root) continue;
      const worse = search(root, inside, pattern);
      if (worse) return { k: "event", event: worse, sensitive: true };
    }
    if (!shortest || found.segments.join("/").length < shortest.segments.join("/").length) shortest = found;
  }
  if (shortest) return { k: "event", event: shortest, sensitive: false };
  return ended.unknown || hidesDeny(base, next) ? { k: "unknown" } : null;
}

/**
 * Roots are bound to folders when a tool runs, so one path may be written from two roots. A
 * deny on one root therefore matters to what is granted on another; it may only grow.
 */
function hidesDeny(base: Scope<PathPattern>, next: Scope<PathPattern>): boolean {
  return ROOTS.some((root) => {
    const dropped = fresh(
      base.deny.filter((one) => one.root === root),
      next.deny,
    );
    if (dropped.length === 0) return false;
    const elsewhere = next.allow === "any" || next.allow.some((one) => one.root !== root);
    return (
      elsewhere && findWord({ universe: "paths", inside: languageOf(dropped, root), outside: [languageOf(next.deny, root)] }).k !== "none"
    );
  });
}

const ANY_HOST: readonly HostPattern[] = [
  "*:*",
  "@loopback:*",
  "@private:*",
  "@link-local:*",
  "@metadata:*",
  "x.localhost:*",
  "x.internal:*",
].map((text) => must(parseHost(text)));

/** An endpoint that `next` grants and `base` does not. Exact: every region between pattern boundaries is tried. */
export function excessHosts(base: Scope<HostPattern>, next: Scope<HostPattern>): Excess<Endpoint> {
  const all = [...(base.allow === "any" ? [] : base.allow), ...base.deny, ...next.deny];
  const nextAllow = next.allow === "any" ? ANY_HOST : next.allow;
  const seeds = sameDeny(base.deny, next.deny) && base.allow !== "any" ? fresh(nextAllow, base.allow) : nextAllow;
  let found: Endpoint | undefined;
  for (const pattern of seeds) {
    for (const event of hostCandidates(pattern, all)) {
      if (!granted(next, event, matchHost) || granted(base, event, matchHost)) continue;
      if (SENSITIVE_HOSTS.some((host) => host === event.host)) return { k: "event", event, sensitive: true };
      found ??= event;
    }
    for (const host of SENSITIVE_HOSTS) {
      const event = { scheme: pattern.scheme ?? "tcp", host, port: pattern.low };
      if (granted(next, event, matchHost) && !granted(base, event, matchHost)) return { k: "event", event, sensitive: true };
    }
  }
  return found ? { k: "event", event: found, sensitive: false } : null;
}

/** A variable that `next` grants and `base` does not. Exact. */
export function excessEnv(base: Scope<EnvPattern>, next: Scope<EnvPattern>): Excess<string> {
  const all = [...(base.allow === "any" ? [] : base.allow), ...base.deny, ...next.deny, ...(next.allow === "any" ? [] : next.allow)];
  const names = new Set<string>([
    ...SECRET_EXAMPLES,
    ...(next.allow === "any"
      ? ["X_ANY", ...all.flatMap((one) => [one.name, `${one.name}X_ANY`])]
      : next.allow.flatMap((one) => envCandidates(one, all))),
  ]);
  const found = [...names].filter(
    (name) => /^[A-Za-z_]\w*$/u.test(name) && granted(next, name, matchEnv) && !granted(base, name, matchEnv),
  );
  const secret = SECRET_EXAMPLES.find((name) => found.includes(name));
  const [first] = found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return secret !== undefined
    ? { k: "event", event: secret, sensitive: true }
    : first === undefined
      ? null
      : { k: "event", event: first, sensitive: false };
}

/** An invocation that `next` grants and `base` does not. Exact per command. */
export function excessCommands(base: Scope<CommandPattern>, next: Scope<CommandPattern>): Excess<Invocation> {
  if (base.allow === "any") return null;
  for (const [command = "", ...args] of SENSITIVE_COMMANDS) {
    for (const shell of [false, true]) {
      const event = { command, args, shell };
      if (granted(next, event, matchCommand) && !granted(base, event, matchCommand)) return { k: "event", event, sensitive: true };
    }
  }
  if (next.allow === "any") return { k: "event", event: { command: "x-any", args: [], shell: true }, sensitive: false };
  let unknown = false;
  for (const pattern of fresh(next.allow, base.allow)) {
    const peers = base.allow.filter((one) => one.command === pattern.command && (one.shell || !pattern.shell));
    if (peers.some((one) => one.args === null)) continue;
    const plain = { command: pattern.command, shell: pattern.shell };
    if (pattern.args === null) return { k: "event", event: { ...plain, args: ["--x-any"] }, sensitive: false };
    const found = findWord({ universe: "arguments", inside: argumentLanguage([pattern]), outside: [argumentLanguage(peers)] });
    if (found.k === "word") return { k: "event", event: { ...plain, args: found.segments }, sensitive: false };
    if (found.k === "unknown") unknown = true;
  }
  return unknown ? { k: "unknown" } : null;
}

export { granted, matchCommand, matchEnv, matchHost, matchPath };
