import type { HostPattern } from "../../model/host.ts";
import { targetMatches } from "../../model/host.ts";
import { parseAddress } from "../../model/ip.ts";
import type { PathPattern, Root } from "../../model/path.ts";
import { literalText } from "../../model/path.ts";
import type { Grants, Policy } from "../../model/policy.ts";
import type { Scope } from "../../model/scope.ts";
import { granted } from "../../model/scope.ts";
import { matchAnyEnv } from "../../model/env.ts";
import { GIT_SETTINGS } from "../gate/data/environment.ts";
import { isDangerousVariable } from "../../model/variables.ts";
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
  /** What is taken out of the folders again: not to be seen, and not to be changed. */
  readonly denied: { readonly read: readonly PathPattern[]; readonly write: readonly PathPattern[] };
  /** Where more is granted than the policy grants, since no mount says it closer. */
  readonly losses: readonly Unheld[];
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
  denied: { read: [], write: [] },
  losses: [],
  environment: {},
  limits: DEFAULT_SANDBOX_LIMITS,
};

/** A clause of the policy that no mount or namespace can hold, or not closely. */
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

/** Inside, `/tmp` is the run's own, and so a home; elsewhere it is everybody's, who could put settings of programs there. */
export const INSIDE_ENVIRONMENT: Readonly<Record<string, string>> = { ...BASE_ENVIRONMENT, HOME: "/tmp" };

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
  const losses: Unheld[] = [];
  const into: Into = { roots, unheld, losses, trees: new Set() };
  const [create, modify, remove] = (["fs.write.create", "fs.write.modify", "fs.write.delete"] as const).map((clause) =>
    mounts(grants[clause], "fs.write", into).sort(),
  );
  if (String(create) !== String(modify) || String(create) !== String(remove) || new Set(DENIED.map((deny) => deny(grants))).size > 1)
    unheld.push({ clause: "fs.write", reason: "a mount cannot tell making, changing and deleting files apart" });
  const write = [...new Set(create)];
  const readTrees = new Set<string>();
  const read = [...new Set(mounts(grants["fs.read"], "fs.read", { ...into, trees: readTrees }))].sort();
  // What may be written may be read, and not the other way round.
  const leaves = [
    ...write.filter((path) => !into.trees.has(path)),
    ...read.filter((path) => !readTrees.has(path) && !into.trees.has(path)),
  ];
  if (unheld.length > 0) return { ok: false, unheld: once(unheld) };
  return {
    ok: true,
    plan: {
      read,
      write,
      leaves: [...new Set(leaves)].sort(),
      network: networkOf(grants["net.connect"]),
      hosts: grants["net.connect"],
      denied: { read: grants["fs.read"].deny, write: grants["fs.write.modify"].deny },
      losses: once(losses),
      environment: { ...INSIDE_ENVIRONMENT, ...passed(grants, environment) },
      limits: limitsOf(limits),
    },
  };
}

/** What may not be written, by each kind of writing. */
const DENIED = (["fs.write.create", "fs.write.modify", "fs.write.delete"] as const).map(
  (facet) => (grants: Grants) =>
    grants[facet].deny
      .map(({ text }) => text)
      .sort()
      .join("\0"),
);

const once = (list: readonly Unheld[]): Unheld[] => [...new Map(list.map((one) => [`${one.clause} ${one.reason}`, one])).values()];

/** The ports of this machine's loopback that are granted, as `1-2,5-5`: what goes there leaves the sandbox. */
function loopbackPorts({ network, hosts }: Pick<Plan, "network" | "hosts">): string {
  if (network !== "proxy" || hosts.allow === "any") return "";
  const names = ["localhost", "127.0.0.1", "::1"].map((host) => [host, parseAddress(host)] as const);
  const granting = hosts.allow.filter(({ target }) => names.some(([host, address]) => targetMatches(target, host, address)));
  return granting.map(({ low, high }) => `${low}-${high}`).join(",");
}

/** What our own programs inside are told of it. */
export const egressVariables = (plan: Plan): Record<string, string> => {
  const ports = loopbackPorts(plan);
  return ports === "" ? {} : { TOOLFENCE_LOOPBACK: ports };
};

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

interface Into {
  readonly roots: Roots;
  readonly unheld: Unheld[];
  readonly losses: Unheld[];
  readonly trees: Set<string>;
}

/** The folder that a symbolic root stands for; nothing for `/`. */
export const folderOf = (root: Root, { workspace, home, tmp }: Roots): string =>
  ({ $WORKSPACE: workspace, $HOME: home, $TMP: tmp, "/": "" })[root];

/** A pattern is a mount when it is one literal path, or a literal folder with all that is below it. Else the folder before its first wildcard is. */
function mounts(scope: Scope<PathPattern>, clause: string, { roots, unheld, losses, trees }: Into): string[] {
  const whole = (): string => {
    if (scope.deny.length > 0) unheld.push({ clause, reason: "what is denied cannot be looked for on a whole disk; grant folders" });
    return "/";
  };
  if (scope.allow === "any") {
    trees.add("/");
    return [whole()];
  }
  return scope.allow.flatMap((pattern) =>
    pattern.alternatives.map((segments) => {
      const texts = segments.map(literalText);
      const end = texts.includes(undefined) ? texts.indexOf(undefined) : texts.length;
      const path =
        `${folderOf(pattern.root, roots)}${texts
          .slice(0, end)
          .map((one) => `/${one}`)
          .join("")}` || "/";
      const isTree = end < segments.length;
      if (isTree && !(end === segments.length - 1 && segments[end] === "**")) {
        const loss = `\`${pattern.text}\` has a wildcard that a mount cannot express`;
        if (path === "/") unheld.push({ clause, reason: loss });
        else losses.push({ clause, reason: `${loss}: all of \`${path}\` would be granted` });
      }
      const kernel = /^\/(?:proc|sys|dev)(?=\/|$)/u.exec(path)?.[0];
      if (kernel === "/proc" || (kernel !== undefined && isTree))
        unheld.push({ clause, reason: `\`${kernel}\` inside is the command's own, and the host's would be handed over with it` });
      if (isTree) trees.add(path);
      return path === "/" ? whole() : path;
    }),
  );
}
