import type { HostPattern } from "../../model/host.ts";
import type { PathPattern } from "../../model/path.ts";
import type { Grants, Policy } from "../../model/policy.ts";
import type { Scope } from "../../model/scope.ts";
import { granted } from "../../model/scope.ts";
import { matchAnyEnv } from "../../model/env.ts";
import { GIT_SETTINGS, isDangerousVariable } from "../gate/data/environment.ts";
import type { Roots } from "../roots.ts";
import type { ProcessLimits } from "../../model/limits.ts";
import { DEFAULT_SANDBOX_LIMITS } from "../../model/limits.ts";
import { limitsOf } from "./limits.ts";

/** What a confined process gets. Folders and files by absolute path. */
export interface Plan {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Those of both that are granted as one file, and not as a folder too. */
  readonly leaves: readonly string[];
  /** `proxy`: a network of its own, from which only the egress proxy leads out; `open`: the host's. */
  readonly network: "none" | "proxy" | "open";
  readonly hosts: Scope<HostPattern>;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: ProcessLimits;
}

/** Of the policy that grants nothing. */
export const NOTHING_PLANNED: Plan = {
  read: [],
  write: [],
  leaves: [],
  network: "none",
  hosts: { allow: [], deny: [] },
  environment: {},
  limits: DEFAULT_SANDBOX_LIMITS,
};

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
  ...GIT_SETTINGS,
};

/**
 * Turns a policy into a plan. Pure: the same policy, roots and environment give the same plan.
 * What cannot be held exactly is refused with its reason.
 */
export function planSandbox(
  grants: Grants,
  roots: Roots,
  environment: Readonly<Record<string, string | undefined>>,
  limits: Policy["limits"] = {},
): Planned {
  const unheld: Unheld[] = [];
  const trees = new Set<string>();
  const [create, modify, remove] = (["fs.write.create", "fs.write.modify", "fs.write.delete"] as const).map((clause) =>
    mounts(grants[clause], "fs.write", roots, unheld, trees).sort(),
  );
  if (String(create) !== String(modify) || String(create) !== String(remove))
    unheld.push({ clause: "fs.write", reason: "a mount cannot tell making, changing and deleting files apart" });
  const write = [...new Set(create)];
  const read = [...new Set(mounts(grants["fs.read"], "fs.read", roots, unheld, trees))].sort();
  if (unheld.length > 0) return { ok: false, unheld: [...new Map(unheld.map((one) => [`${one.clause} ${one.reason}`, one])).values()] };
  return {
    ok: true,
    plan: {
      read,
      write,
      leaves: [...new Set([...read, ...write])].filter((path) => !trees.has(path)).sort(),
      network: networkOf(grants["net.connect"]),
      hosts: grants["net.connect"],
      environment: { ...BASE_ENVIRONMENT, ...passed(grants, environment) },
      limits: limitsOf(limits),
    },
  };
}

function networkOf({ allow, deny }: Scope<HostPattern>): Plan["network"] {
  if (allow === "any") return deny.length > 0 ? "proxy" : "open";
  return allow.length > 0 ? "proxy" : "none";
}

/** The granted variables, but for those that decide what programs load or run. */
function passed(grants: Grants, environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const names = Object.keys(environment)
    .filter((name) => granted(grants["env.read"], name, matchAnyEnv) && !isDangerousVariable(name))
    .sort();
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? ""]));
}

/** A pattern is a mount when it is one literal path, or a literal folder with all that is below it. */
function mounts(scope: Scope<PathPattern>, clause: string, roots: Roots, unheld: Unheld[], trees: Set<string>): string[] {
  if (scope.deny.length > 0) unheld.push({ clause, reason: "denied paths inside a granted folder cannot be mounted away" });
  if (scope.allow === "any") {
    trees.add("/");
    return ["/"];
  }
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
      const isTree = segments.at(-1) === "**";
      const base = { $WORKSPACE: roots.workspace, $HOME: roots.home, $TMP: roots.tmp, "/": "" }[pattern.root];
      const path = `${base}${literal.map((one) => `/${one}`).join("")}` || "/";
      const kernel = /^\/(?:proc|sys|dev)(?=\/|$)/u.exec(path)?.[0];
      if (kernel === "/proc" || (kernel !== undefined && isTree))
        unheld.push({ clause, reason: `\`${kernel}\` inside is the command's own, and the host's would be handed over with it` });
      if (isTree) trees.add(path);
      return [path];
    }),
  );
}
