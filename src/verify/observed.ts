import { hasHole, judge } from "../model/resource.ts";
import { normalise } from "../model/policy.ts";
import { parsePath } from "../model/path.ts";
import type { ManifestFacts } from "../schema/manifest.ts";
import type { Severity } from "../schema/report.ts";
import type { Row } from "./row.ts";
import { gate, info } from "./row.ts";
import { visible } from "./undeclared.ts";

/** The capability that holds another's uses: a bare write creates or changes. */
const PARENT: Readonly<Record<string, string>> = { "fs.write.create": "fs.write", "fs.write.modify": "fs.write" };
const ANYTHING = ["{dynamic}", "{param}", "*"];

const split = (line: string): readonly [string, string] => {
  const at = line.indexOf(" ");
  return [line.slice(0, at), line.slice(at + 1)];
};
/** Parameters are known by what they are, not by what they are called. */
const erased = (resource: string): string => resource.replaceAll(/\{param:[^{}]*\}/gu, "{param}");

/** The paths that a template certainly stood for: each hole is one part of a name. */
function patternOf(resource: string): string | undefined {
  const text = erased(resource)
    .split(/(\{[a-z][\w:-]*\})/u)
    .map((piece) => (hasHole(piece) ? "*" : piece.replaceAll(/[\\*?[\]{},!()|]/gu, "\\$&")))
    .join("")
    .replaceAll(/\*+/gu, "*");
  return parsePath(text).ok ? text : undefined;
}

/** Answers whether old facts already said as much as a new line. */
function coverage(base: readonly string[]): (line: string) => boolean {
  const had = new Map<string, Set<string>>();
  for (const line of base) {
    const [capability, resource] = split(line);
    had.set(capability, (had.get(capability) ?? new Set()).add(erased(resource)));
  }
  const says = (capability: string, resource: string): boolean => {
    const resources = had.get(capability);
    if (!resources) return false;
    if (resources.has(erased(resource)) || ANYTHING.some((one) => resources.has(one))) return true;
    if (!capability.startsWith("fs.") || hasHole(resource)) return false;
    const patterns = [...resources].flatMap((one) => patternOf(one) ?? []);
    return judge("fs.read", resource, normalise({ fs: { read: patterns } }).grants) === "inside";
  };
  return (line) => {
    const [capability, resource] = split(line);
    const parent = PARENT[capability];
    if (says(capability, resource) || (parent !== undefined && says(parent, resource))) return true;
    return capability === "fs.write" && says("fs.write.create", resource) && says("fs.write.modify", resource);
  };
}

const counts = (lines: readonly string[]): Map<string, number> =>
  new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );

/** Reasons that occur oftener than before. */
export function newUnknowns(base: ManifestFacts, next: ManifestFacts): Row[] {
  const before = counts(base.unknowns);
  return [...counts(next.unknowns)]
    .filter(([reason, times]) => times > (before.get(reason) ?? 0))
    .map(([reason, times]) =>
      gate(
        "tool.analysis.degraded",
        "medium",
        `The analysis sees through less: \`${visible(reason)}\` went from ${before.get(reason) ?? 0} to ${times}.`,
        `${visible(reason)}: anything`,
        { from: String(before.get(reason) ?? 0), to: `${reason} ${times}` },
      ),
    );
}

const severity = (line: string): Severity =>
  /^(?:exec|code)/u.test(line) ? "critical" : /^(?:fs\.write|env\.write|net)/u.test(line) ? "high" : "medium";

/** Lines of the head's facts that go beyond the base's. */
export function grownLines(base: ManifestFacts, next: ManifestFacts): string[] {
  const covers = coverage(base.capabilities);
  return next.capabilities.filter((line) => !covers(line));
}

/** Compares what code was seen to do: facts are the authority where nothing is declared. */
export function compareObserved(base: ManifestFacts, next: ManifestFacts, id: string): Row[] {
  const grown = grownLines(base, next);
  const lost = grownLines(next, base);
  const blind = newUnknowns(base, next);
  return [
    ...grown.map((line) => gate(id, severity(line), "The code does something that it did not do before.", visible(line), { to: line })),
    ...blind,
    ...(lost.length > 0 && grown.length === 0 && blind.length === 0
      ? [info(id.replace("widened", "narrowed"), "The code does less than before.")]
      : []),
  ];
}
