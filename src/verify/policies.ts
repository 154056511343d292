import { canonical } from "../model/canonical.ts";
import type { FacetChange } from "../model/compare.ts";
import { compareGrants, gates } from "../model/compare.ts";
import type { Dominance } from "../model/dominance.ts";
import { newlyDominant } from "../model/dominance.ts";
import type { Grants, Policy } from "../model/policy.ts";
import { isPublic } from "../model/host.ts";
import { normalise } from "../model/policy.ts";
import { isSecretName } from "../model/risk.ts";
import type { Scope } from "../model/scope.ts";
import { isNone } from "../model/scope.ts";
import { isDangerousVariable } from "../model/variables.ts";
import type { Severity } from "../schema/report.ts";
import type { Held } from "./guards.ts";
import { compareGuards } from "./guards.ts";
import type { Row } from "./row.ts";
import { info } from "./row.ts";

/** Severity of a widened facet, before its witness is looked at. */
const SEVERITY: Readonly<Record<FacetChange["facet"], Severity>> = {
  "fs.read": "medium",
  "fs.write.create": "high",
  "fs.write.modify": "high",
  "fs.write.delete": "high",
  "net.connect": "high",
  "net.listen": "high",
  "net.resolve": "low",
  "env.read": "medium",
  "env.write": "high",
  exec: "high",
  control: "medium",
  code: "critical",
  accept: "medium",
  secrets: "high",
  host: "high",
};
const RAISED: Readonly<Record<Severity, Severity>> = { info: "low", low: "medium", medium: "high", high: "critical", critical: "critical" };

const CHANGE: Readonly<Record<FacetChange["relation"], string>> = {
  equal: "equal",
  narrower: "narrowed",
  wider: "widened",
  incomparable: "incomparable",
  unknown: "unknown",
};
const WORDS: Readonly<Record<FacetChange["relation"], string>> = {
  equal: "is the same",
  narrower: "is narrower",
  wider: "is wider",
  incomparable: "is neither wider nor narrower",
  unknown: "could not be compared within the budget",
};

const printList = (list: "any" | readonly { readonly text: string }[]): string =>
  list === "any" ? "any" : list.map((one) => one.text).join(", ");

function printScope(scope: Scope<{ readonly text: string }>): string {
  if (isNone(scope)) return "none";
  return `${printList(scope.allow)}${scope.deny.length > 0 ? ` except ${printList(scope.deny)}` : ""}`;
}

function printFacet(grants: Grants, facet: keyof Grants): string {
  const value: Scope<{ readonly text: string }> | readonly string[] = grants[facet];
  return "allow" in value ? printScope(value) : value.join(", ") || "none";
}

/** `*.com`: whoever buys a name is in. */
const OF_EVERYBODY = /^(?:[a-z]+:\/\/)?\*{1,2}\.[a-z]+(?::|$)/u;
/** The host of a witness such as `[::1]:443`. */
const hostOf = (witness: string): string => witness.replace(/:\d+$/u, "").replace(/^\[(.*)\]$/u, "$1");

/** What makes a widened facet critical, beside what its witness is among. */
const CRITICAL: Partial<Readonly<Record<FacetChange["facet"], (witness: string, before: Grants, after: Grants) => boolean>>> = {
  "net.connect": (witness, before, after) => {
    const old = before["net.connect"].allow;
    const { allow } = after["net.connect"];
    const added = allow === "any" ? [] : allow.filter(({ text }) => old === "any" || !old.some((one) => one.text === text));
    return allow === "any" || !isPublic(hostOf(witness)) || added.some(({ text }) => OF_EVERYBODY.test(text));
  },
  "env.read": (_witness, _before, after) => after["env.read"].allow === "any",
  "env.write": (witness, _before, after) => after["env.write"].allow === "any" || isDangerousVariable(witness),
};

function severityOf(change: FacetChange, isDominant: boolean, before: Grants, after: Grants): Severity {
  if (isDominant || CRITICAL[change.facet]?.(change.witness ?? "", before, after) === true) return "critical";
  const sensitive = change.sensitive || (change.facet === "env.read" && change.witness !== undefined && isSecretName(change.witness));
  return sensitive ? RAISED[SEVERITY[change.facet]] : SEVERITY[change.facet];
}

function facetRow(change: FacetChange, before: Grants, after: Grants, dominances: readonly Dominance[]): Row[] {
  const { facet, relation, witness } = change;
  if (relation === "equal") return [];
  const id = `tool.${facet}.${CHANGE[relation]}`;
  if (!gates(relation)) return [info(id, `\`${facet}\` ${WORDS[relation]}.`)];
  const own = dominances.find((one) => one.by === facet);
  const over = own ? undefined : dominances.find((one) => one.over.includes(facet));
  return [
    {
      id,
      severity: severityOf(change, own !== undefined, before, after),
      gating: true,
      message: `\`${facet}\` ${WORDS[relation]}${own ? `: ${own.reason}` : ""}.`,
      witness,
      from: printFacet(before, facet),
      to: printFacet(after, facet),
      ...(over ? { dominatedBy: `tool.${over.by}` } : {}),
    },
  ];
}

const WRITES = ["fs.write.create", "fs.write.modify", "fs.write.delete"] as const;

/** What `write` grants is one change, not three: rows of its parts that say the same are one. */
function joinWrites(rows: readonly Row[]): Row[] {
  const parts = rows.filter((row) => WRITES.some((facet) => row.id.startsWith(`tool.${facet}.`)));
  const [first] = parts;
  const same = parts.every(
    (row) =>
      first &&
      row.id.split(".").at(-1) === first.id.split(".").at(-1) &&
      row.witness === first.witness &&
      row.from === first.from &&
      row.to === first.to,
  );
  if (!first || parts.length < WRITES.length || !same) return [...rows];
  const kind = first.id.split(".").at(-1) ?? "";
  const worst = parts.find((row) => row.severity === "critical") ?? first;
  const joined: Row = { ...worst, id: `tool.fs.write.${kind}`, message: worst.message.replaceAll(/fs\.write\.\w+/gu, "fs.write") };
  return rows.flatMap((row) => (row === first ? [joined] : parts.includes(row) ? [] : [row]));
}

const resolves = ({ net }: Policy): string => JSON.stringify(typeof net === "object" && "resolve" in net ? (net.resolve ?? null) : null);

/** Whether look-ups changed only because connections did: then those are what there is to say. */
const followsConnect = (base: Policy, next: Policy): boolean => resolves(base) === resolves(next);

/** Policies facet by facet, then the guards. @param held what holds beside each of them. */
export function comparePolicies(base: Policy, next: Policy, held?: readonly [Held, Held]): Row[] {
  if (canonical(base) === canonical(next)) return [];
  const [before, after] = [normalise(base).grants, normalise(next).grants];
  const dominances = newlyDominant(before, after);
  const all = compareGrants(before, after);
  const connects = all.some(({ facet, relation }) => facet === "net.connect" && gates(relation));
  const changes = all.filter(
    ({ facet, relation }) => facet !== "net.resolve" || !followsConnect(base, next) || (gates(relation) && !connects),
  );
  const rows = changes.flatMap((one) => facetRow(one, before, after, dominances));
  return [...joinWrites(rows), ...compareGuards(base, next, held)];
}
