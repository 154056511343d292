import type { PathPattern } from "../../model/path.ts";
import type { Grants } from "../../model/policy.ts";
import type { Scope } from "../../model/scope.ts";
import type { Roots } from "../roots.ts";

/** What a confined process gets: folders and files by absolute path, and whether it has a network at all. */
export interface Plan {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly network: boolean;
  readonly environment: Readonly<Record<string, string>>;
}

/** A clause of the policy that no mount or namespace can hold. */
export interface Unheld {
  readonly clause: string;
  readonly reason: string;
}

export type Planned = { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly unheld: readonly Unheld[] };

export const BASE_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LANG: "C.UTF-8",
  TZ: "UTC",
  TMPDIR: "/tmp",
};

/**
 * Turns a policy into a plan. Pure: the same policy, roots and environment give the same plan.
 * What cannot be held exactly is refused with its reason.
 */
export function planSandbox(grants: Grants, roots: Roots, environment: Readonly<Record<string, string | undefined>>): Planned {
  const unheld: Unheld[] = [];
  const write = [
    ...new Set([
      ...mounts(grants["fs.write.create"], "fs.write", roots, unheld),
      ...mounts(grants["fs.write.modify"], "fs.write", roots, unheld),
      ...mounts(grants["fs.write.delete"], "fs.write", roots, unheld),
    ]),
  ].sort();
  const read = mounts(grants["fs.read"], "fs.read", roots, unheld).sort();
  const { allow, deny } = grants["net.connect"];
  if (allow !== "any" && allow.length > 0)
    unheld.push({ clause: "net.connect", reason: "a list of hosts needs an egress proxy, which this command does not have" });
  if (deny.length > 0)
    unheld.push({ clause: "net.connect", reason: "denied hosts need an egress proxy, which this command does not have" });
  if (unheld.length > 0) return { ok: false, unheld: [...new Map(unheld.map((one) => [`${one.clause} ${one.reason}`, one])).values()] };
  return {
    ok: true,
    plan: { read, write, network: allow === "any", environment: { ...BASE_ENVIRONMENT, ...passed(grants, environment) } },
  };
}

function passed(grants: Grants, environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { allow, deny } = grants["env.read"];
  const matches = (list: readonly { name: string; prefix: boolean }[], name: string): boolean =>
    list.some((one) => (one.prefix ? name.startsWith(one.name) : name === one.name));
  const names = Object.keys(environment)
    .filter((name) => (allow === "any" || matches(allow, name)) && !matches(deny, name))
    .sort();
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? ""]));
}

/** A pattern is a mount when it is one literal path, or a literal folder with all that is below it. */
function mounts(scope: Scope<PathPattern>, clause: string, roots: Roots, unheld: Unheld[]): string[] {
  if (scope.deny.length > 0) unheld.push({ clause, reason: "denied paths inside a granted folder cannot be mounted away" });
  if (scope.allow === "any") return ["/"];
  return scope.allow.flatMap((pattern) =>
    pattern.alternatives.flatMap((segments) => {
      const literal: string[] = [];
      for (const [index, segment] of segments.entries()) {
        if (segment === "**" && index === segments.length - 1) break;
        if (typeof segment === "string" || segment.some((atom) => atom.t !== "lit")) {
          unheld.push({ clause, reason: `\`${pattern.text}\` has a wildcard that a mount cannot express` });
          return [];
        }
        literal.push(segment.map((atom) => (atom.t === "lit" ? String.fromCodePoint(atom.c) : "")).join(""));
      }
      const base = { $WORKSPACE: roots.workspace, $HOME: roots.home, $TMP: roots.tmp, "/": "" }[pattern.root];
      return [`${base}${literal.map((one) => `/${one}`).join("")}` || "/"];
    }),
  );
}
