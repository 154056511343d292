import type { Grants, Policy } from "../../model/policy.ts";
import { normalise } from "../../model/policy.ts";
import type { Scope } from "../../model/scope.ts";
import { isNone } from "../../model/scope.ts";
import type { Roots } from "../roots.ts";
import type { BackendName } from "./backends/names.ts";
import { UNHELD } from "./backends/unheld.ts";
import { limitsOf } from "./limits.ts";
import type { Plan, Unheld } from "./plan.ts";
import { INSIDE_ENVIRONMENT, planSandbox } from "./plan.ts";

/**
 * What holds a clause: the `kernel` (`partly`, where more is granted than the policy grants), the egress `proxy`, the process that starts the command (`host`), the `gate` before a
 * call, or `nothing`. `refused`: it cannot be held, and so nothing runs.
 */
export type Holder = "kernel" | "partly" | "proxy" | "host" | "gate" | "nothing" | "refused";

/** How one clause of a policy is held when a command runs confined by it. */
export interface Held {
  readonly clause: string;
  /** What the policy says, in its own words. */
  readonly value: string;
  readonly by: Holder;
  readonly how: string;
}

/** Where and as whom a command would run. */
export interface Place {
  readonly roots: Roots;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Bubblewrap, where nothing is said. */
  readonly backend?: BackendName;
  /** Whether more may be granted than the policy grants, where no mount says it closer. */
  readonly losses?: "accept" | undefined;
  /** Whether it is the system's own user that runs it. */
  readonly isRoot?: boolean;
}

/**
 * Says, clause by clause, what holds a policy in a confined command. Pure: it runs and reads nothing,
 * so a folder that does not exist or is a link is refused only when something is run.
 */
export function explainSandbox(policy: Policy, place: Place): Held[] {
  const { grants } = normalise(policy);
  const { backend = "bubblewrap", isRoot = false } = place;
  const planned = planSandbox(grants, place.roots, place.environment, policy.limits);
  const plan = planned.ok ? planned.plan : undefined;
  const isAlone = backend === "landlock";
  const losses = plan?.losses ?? [];
  const unheld = [...(planned.ok ? UNHELD[backend](planned.plan) : planned.unheld), ...(place.losses === "accept" ? [] : losses)];
  const [mounted, there] = isAlone
    ? ["granted", "; of any other file it can be learned that it is there, how large it is and when it was changed"]
    : ["mounted", ""];
  return [
    files(
      "fs.read",
      grants["fs.read"],
      unheld,
      plan?.read,
      losses,
      `${mounted} to be read, beside the system's own programs and libraries${there}`,
    ),
    files(
      "fs.write",
      writeScope(grants),
      unheld,
      plan?.write,
      losses,
      `${mounted} to be written; in it what runs as code later stays as it is`,
    ),
    network(grants, unheld, isAlone),
    variables(grants, plan),
    commands(grants, backend === "bubblewrap" && plan?.network !== "proxy"),
    ...others(grants),
    ...limits(policy, backend !== "bubblewrap" && isRoot ? ["processes"] : []),
    ...asked(policy),
  ];
}

const texts = <P extends { readonly text: string }>({ allow, deny }: Scope<P>): string => {
  const allowed = allow === "any" ? "any" : allow.length === 0 ? "none" : allow.map(({ text }) => text).join(", ");
  return deny.length === 0 ? allowed : `${allowed} except ${deny.map(({ text }) => text).join(", ")}`;
};

/** The widest of the three kinds of writing; where they differ, no mount can hold them. */
const writeScope = (grants: Grants): Grants["fs.read"] =>
  (["fs.write.modify", "fs.write.create", "fs.write.delete"] as const).map((facet) => grants[facet]).find((scope) => !isNone(scope)) ??
  grants["fs.write.modify"];

function files(
  clause: string,
  scope: Grants["fs.read"],
  unheld: readonly Unheld[],
  paths: readonly string[] | undefined,
  losses: readonly Unheld[],
  how: string,
): Held {
  const value = texts(scope);
  const reasons = unheld.filter((one) => one.clause === clause).map(({ reason }) => reason);
  if (reasons.length > 0) return { clause, value, by: "refused", how: reasons.join("; ") };
  if (isNone(scope)) return { clause, value, by: "kernel", how: "there is nothing of the kind inside" };
  if (scope.allow === "any") return { clause, value, by: "nothing", how: "all of the file system is there" };
  const more = losses.filter((one) => one.clause === clause).map(({ reason }) => `; ${reason}`);
  const without = scope.deny.length === 0 ? "" : "; what is denied and is there is taken out, and what is made anew is told afterwards";
  return {
    clause,
    value,
    by: more.length > 0 ? "partly" : "kernel",
    how: `${how}${paths ? `: ${paths.join(", ")}` : ""}${without}${more.join("")}`,
  };
}

function network({ "net.connect": scope }: Grants, unheld: readonly Unheld[], alone: boolean): Held {
  const one = { clause: "net.connect", value: texts(scope) };
  const refused = unheld.find(({ clause }) => clause === one.clause);
  if (refused) return { ...one, by: "refused", how: refused.reason };
  if (isNone(scope))
    return { ...one, by: "kernel", how: alone ? "no socket can be made" : "a network of its own, in which there is nothing" };
  if (scope.allow === "any" && scope.deny.length === 0) return { ...one, by: "nothing", how: "the network of the host" };
  if (alone)
    return {
      ...one,
      by: "proxy",
      how: "TCP alone, and no connection but to one proxy, which leads to these; the kernel hands each `connect` to the launcher, which makes it",
    };
  return {
    ...one,
    by: "proxy",
    how: "a network of its own, from which one proxy leads to these alone; the kernel holds that there is no other way",
  };
}

function variables({ "env.read": scope }: Grants, plan: Plan | undefined): Held {
  const passed = plan ? Object.keys(plan.environment).filter((name) => !Object.hasOwn(INSIDE_ENVIRONMENT, name)) : [];
  const how = `a clean environment${passed.length === 0 ? "" : `, with ${passed.join(", ")}`}; what decides which code programs load is left out`;
  return { clause: "env.read", value: texts(scope), by: "kernel", how };
}

/** @param isPinned whether the program that is started is looked at from inside. */
function commands({ exec }: Grants, isPinned: boolean): Held {
  const one = { clause: "exec", value: texts(exec) };
  if (exec.allow === "any" && exec.deny.length === 0) return { ...one, by: "nothing", how: "any program that is there can be started" };
  return {
    ...one,
    by: "gate",
    how: `a fence, \`io.exec\`, \`toolfence run\` and \`runConfined\` judge the command before it starts${isPinned ? "; inside, its program must be the very file that was judged" : ""}. What it starts itself is held by the other clauses, and not by this one: an interpreter or the loader is as good as \`any\``,
  };
}

/** Clauses that are said only where they grant something. */
function others(grants: Grants): Held[] {
  const listen = grants["net.listen"];
  const isHost = grants["net.connect"].allow === "any" && grants["net.connect"].deny.length === 0;
  const inside = "it can do so to what is inside with it, and to nothing else";
  return [
    ...(isNone(listen)
      ? []
      : [
          {
            clause: "net.listen",
            value: texts(listen),
            ...(isHost
              ? { by: "nothing" as const, how: "the network of the host" }
              : { by: "kernel" as const, how: "in a network of its own, which nobody reaches from outside" }),
          },
        ]),
    ...(grants.code.length === 0
      ? []
      : [
          {
            clause: "code",
            value: grants.code.join(", "),
            by: "nothing" as const,
            how: "what a command loads is held by the other clauses",
          },
        ]),
    ...(grants.host.length === 0
      ? []
      : [
          {
            clause: "host",
            value: grants.host.join(", "),
            by: "host" as const,
            how: "a worker may ask for these functions by name, and for no others",
          },
        ]),
    ...(grants.control.length === 0 ? [] : [{ clause: "control", value: grants.control.join(", "), by: "kernel" as const, how: inside }]),
  ];
}

/** @param free limits that the kernel does not hold. */
function limits(policy: Policy, free: readonly string[]): Held[] {
  const { timeMs, outputBytes, ...machine } = limitsOf(policy.limits);
  const units = (isFree: boolean): string =>
    Object.entries(machine)
      .flatMap(([name, value]) => (value !== undefined && free.includes(name) === isFree ? [`${name} ${value}`] : []))
      .join(", ");
  return [
    { clause: "limits", value: units(false), by: "kernel", how: "`prlimit`, for each process" },
    ...(free.length === 0
      ? []
      : [
          {
            clause: "limits",
            value: units(true),
            by: "nothing" as const,
            how: "the kernel counts no processes of root; run it as another user",
          },
        ]),
    {
      clause: "limits",
      value: `${timeMs === undefined ? "" : `timeMs ${timeMs}, `}outputBytes ${outputBytes}`,
      by: "host",
      how: "the whole tree of processes is ended",
    },
  ];
}

const asked = ({ constraints, approval }: Policy): Held[] => [
  ...(constraints === undefined
    ? []
    : [{ clause: "constraints", value: Object.keys(constraints).join(", "), by: "gate" as const, how: "counted for each session" }]),
  ...(approval === undefined ? [] : [{ clause: "approval", value: approval, by: "gate" as const, how: "asked before the call" }]),
];
