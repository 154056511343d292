import { isDeepStrictEqual } from "node:util";
import { judge } from "../model/resource.ts";
import { normalise } from "../model/policy.ts";
import { useOfLine } from "../manifest/lines.ts";
import type { ManifestFacts } from "../schema/manifest.ts";
import type { Severity } from "../schema/report.ts";
import { policyOfFacts } from "./facts-policy.ts";
import type { Row } from "./row.ts";
import { gate, info } from "./row.ts";
import { visible } from "../model/json-text.ts";

/** The capability that holds another's uses: a bare write creates or changes, a shell starts what its line says. */
const PARENT: Readonly<Record<string, string>> = {
  "fs.write.create": "fs.write",
  "fs.write.modify": "fs.write",
  "exec.spawn": "exec.shell",
};
const ANYTHING = ["{dynamic}", "{param}", "*"];

/** What has a resource that patterns speak of. */
const HOLDERS = /^(?:fs|net|env|exec)\./u;
/** Parameters are known by what they are, not by what they are called. */
const erased = (resource: string): string => resource.replaceAll(/\{param:[^{}]*\}/gu, "{param}");

/** Answers whether old facts already said as much as a new line. */
function coverage(base: readonly string[]): (line: string) => boolean {
  const had = new Map<string, Set<string>>();
  for (const line of base) {
    const { capability, resource } = useOfLine(line);
    had.set(capability, (had.get(capability) ?? new Set()).add(erased(resource)));
  }
  const { grants } = normalise(policyOfFacts({ capabilities: base }));
  const says = (capability: string, resource: string): boolean => {
    const resources = had.get(capability);
    if (!resources) return false;
    if (resources.has(erased(resource)) || ANYTHING.some((one) => resources.has(one))) return true;
    return HOLDERS.test(capability) && judge(capability, resource, grants) === "inside";
  };
  return (line) => {
    const { capability, resource } = useOfLine(line);
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

/** Nothing seen. */
export const NO_FACTS: ManifestFacts = { capabilities: [], unknowns: [], requests: [], packages: [], assets: [] };

const pathAndDigest = (line: string): [string, string] => {
  const at = line.lastIndexOf(" ");
  return [line.slice(0, at), line.slice(at + 1)];
};

/**
 * Files that are run or loaded without being analysed, with content that is new: only a path that changes is no finding. One that
 * is no longer seen, while what ran it is, may be anything.
 */
export function newAssets(base: ManifestFacts, next: ManifestFacts): Row[] {
  const [before, after] = [new Map(base.assets.map(pathAndDigest)), new Map(next.assets.map(pathAndDigest))];
  const moved = new Set([...before].filter(([path]) => !after.has(path)).map(([, digest]) => digest));
  const row = (path: string, words: string, to: string): Row =>
    gate("tool.asset.changed", "high", `${words}: \`${visible(path)}\`.`, `whatever ${visible(path)} does now`, {
      from: before.get(path) ?? "none",
      to,
    });
  const changed = [...after].flatMap(([path, digest]): Row[] => {
    const old = before.get(path);
    if (old === digest || (old === undefined && moved.has(digest))) return [];
    const words =
      old === undefined ? "A file is run without being analysed" : "A file that is run without being analysed has other content";
    return [row(path, words, `${path} ${digest}`)];
  });
  const isLess = grownLines(next, base).some((line) => /^(?:exec|code|fs\.read)\b/u.test(line));
  const kept = new Set(after.values());
  const gone = isLess ? [] : [...before].filter(([path, digest]) => !after.has(path) && !kept.has(digest));
  return [
    ...changed,
    ...gone.map(([path]) =>
      row(path, "A file that is run is not seen any more: it leads elsewhere, or is none of the repository's", "none"),
    ),
  ];
}

/** Requests that may change something, where the base only read, or changed in other ways; new places show as such. */
export function newRequests(base: ManifestFacts, next: ManifestFacts): Row[] {
  const reached = coverage(base.capabilities);
  const known = (method: string, resource: string): boolean =>
    coverage(
      base.requests
        .map(useOfLine)
        .flatMap((one) => (one.capability === method || one.capability === "*" ? [`net.connect ${one.resource}`] : [])),
    )(`net.connect ${resource}`);
  return next.requests.flatMap((line): Row[] => {
    const { capability: method, resource } = useOfLine(line);
    const isKnown = known(method, resource) || !reached(`net.connect ${resource}`);
    const said = method === "*" ? "any method" : `\`${visible(method)}\``;
    return isKnown
      ? []
      : [
          gate(
            "tool.net.methods.widened",
            "medium",
            `The code sends requests with ${said} to a host that it did not so before.`,
            visible(line),
            { to: line },
          ),
        ];
  });
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
  if (isDeepStrictEqual(base, next)) return [];
  const grown = grownLines(base, next);
  const lost = grownLines(next, base);
  const blind = [...newUnknowns(base, next), ...newRequests(base, next), ...newAssets(base, next)];
  return [
    ...grown.map((line) => gate(id, severity(line), "The code does something that it did not do before.", visible(line), { to: line })),
    ...blind,
    ...(lost.length > 0 && grown.length === 0 && blind.length === 0
      ? [info(id.replace("widened", "narrowed"), "The code does less than before.")]
      : []),
    ...(blind.length === 0 && newRequests(next, base).length > 0
      ? [info("tool.net.methods.narrowed", "The code sends fewer kinds of requests.")]
      : []),
  ];
}
