import type { CommandInput } from "./command.ts";
import type { Policy, ScopeInput } from "./policy.ts";

/** One grant as it is written in a policy: what it grants, on what, and the keys that lead to it. */
export interface Clause {
  readonly keys: readonly (string | number)[];
  /** The capability that is granted; `exec` for commands. */
  readonly capability: string;
  /** `any`, a pattern, a command, or a name of a set. */
  readonly grant: string | CommandInput;
}

const isParts = (input: object): boolean => !Array.isArray(input) && !("allow" in input);

function scopeClauses(capability: string, input: ScopeInput | undefined, keys: readonly string[]): Clause[] {
  if (input === undefined || input === "none") return [];
  if (input === "any") return [{ keys, capability, grant: "any" }];
  const [list, at] = "allow" in input ? [input.allow, [...keys, "allow"]] : [input, keys];
  if (list === "any") return [{ keys: at, capability, grant: "any" }];
  return list.map((grant, index) => ({ keys: [...at, index], capability, grant }));
}

const PARTS = {
  fs: { read: "fs.read", write: "fs.write", create: "fs.write.create", modify: "fs.write.modify", delete: "fs.write.delete" },
  net: { connect: "net.connect", listen: "net.listen", resolve: "net.resolve" },
  env: { read: "env.read", write: "env.write" },
} as const;
/** What a bare list means. */
const SHORT = { fs: null, net: "net.connect", env: "env.read" } as const;

/** Every grant of a policy, in the order of its facets; denials are no grants. */
export function clausesOf(policy: Policy): Clause[] {
  const scoped = (["fs", "net", "env"] as const).flatMap((family): Clause[] => {
    const input = policy[family];
    if (input === undefined) return [];
    const short = SHORT[family];
    if (short !== null && (typeof input === "string" || !isParts(input))) return scopeClauses(short, input as ScopeInput, [family]);
    return Object.entries(PARTS[family]).flatMap(([part, capability]) =>
      scopeClauses(capability, (input as Readonly<Record<string, ScopeInput | undefined>>)[part], [family, part]),
    );
  });
  const exec: Clause[] =
    policy.exec === "any"
      ? [{ keys: ["exec"], capability: "exec", grant: "any" }]
      : Array.isArray(policy.exec)
        ? policy.exec.map((grant: string | CommandInput, index) => ({ keys: ["exec", index], capability: "exec", grant }))
        : [];
  const sets = (["control", "code"] as const).flatMap((family) =>
    (policy[family] ?? []).map((name, index): Clause => ({ keys: [family, index], capability: `${family}.${name}`, grant: name })),
  );
  return [...scoped, ...exec, ...sets];
}

/** The policy that grants what one clause grants, and nothing else. */
export function policyOfClause({ capability, grant }: Clause): Policy {
  const scope = grant === "any" ? "any" : [grant as string];
  const [family = "", ...parts] = capability.split(".");
  if (family === "exec") return { exec: grant === "any" ? "any" : [grant] };
  if (family === "control" || family === "code") return { [family]: parts };
  return { [family]: { [parts.at(-1) as string]: scope } };
}
