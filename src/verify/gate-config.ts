import { isWithin } from "../model/capability.ts";
import type { Policy } from "../model/policy.ts";
import type { Config } from "../schema/config.ts";
import type { Manifest } from "../schema/manifest.ts";
import { ANALYSER_VERSION } from "../schema/manifest.ts";
import type { PackageSummaries, PackageSummary } from "../schema/packages.ts";
import { summaryOf } from "../schema/packages.ts";
import type { Diagnostic, Severity } from "../schema/report.ts";
import { SEVERITIES } from "../schema/report.ts";
import { weakenings } from "../schema/weakening.ts";
import { CATALOGUE } from "./catalogue.ts";
import { diagnosticOf } from "./compare.ts";
import { comparePolicies } from "./policies.ts";
import type { Rule } from "./rule.ts";
import { gate } from "./row.ts";
import { visible } from "../model/json-text.ts";

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Findings of the gate itself: no configuration and no approval can take them away. */
export const isUntouchable = (id: string): boolean => isWithin(id, "gate") || id.startsWith("manifest.");

/** The setting for an id: the longest prefix that is configured. */
function settingOf(config: Config, id: string): Severity | "off" | undefined {
  const [best] = Object.keys(config.rules ?? {})
    .filter((prefix) => isWithin(id, prefix))
    .sort((a, b) => b.length - a.length);
  return best === undefined ? undefined : config.rules?.[best];
}

/** Applies severities and the threshold of a configuration. */
export function applyConfig(found: readonly Diagnostic[], config: Config): Diagnostic[] {
  const { failOn = "any" } = config;
  return found.flatMap((one): Diagnostic[] => {
    if (isUntouchable(one.id)) return [one];
    const setting = settingOf(config, one.id);
    if (setting === "off") return [];
    const severity = setting ?? one.severity;
    const counts = failOn === "any" || (failOn !== "none" && rank(severity) >= rank(failOn));
    return [{ ...one, severity, gating: one.gating && counts && severity !== "info" }];
  });
}

const threshold = (config: Config): number =>
  config.failOn === undefined || config.failOn === "any" ? 0 : config.failOn === "none" ? SEVERITIES.length : rank(config.failOn);

/** How much a finding counts under a configuration: -1 not at all, else by its severity, above all others where it gates. */
function weight(config: Config, { id, severity }: Rule): number {
  const setting = settingOf(config, id) ?? severity;
  if (setting === "off") return -1;
  return rank(setting) + (setting !== "info" && rank(setting) >= threshold(config) ? SEVERITIES.length : 0);
}

interface WeakerRule {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** Settings by which some finding counts less, each by the key that says so. What the threshold alone takes away is said of it. */
function weakerRules(base: Config, head: Config): WeakerRule[] {
  const keyOf = (config: Config, id: string): string =>
    Object.keys(config.rules ?? {}).reduce((best, one) => (isWithin(id, one) && one.length > best.length ? one : best), "");
  const found = CATALOGUE.filter((rule) => weight({ ...head, failOn: base.failOn }, rule) < weight(base, rule));
  const rows = found.map(({ id }): WeakerRule => {
    const [before, after] = [keyOf(base, id), keyOf(head, id)];
    return {
      key: before.length >= after.length ? before : after,
      from: settingOf(base, id) ?? "its default",
      to: settingOf(head, id) ?? "its default",
    };
  });
  return [...new Map(rows.map((row) => [row.key, row])).values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** What of a fence's configuration, or of the lists that it brings along, asks less than the base's. */
export function compareRuntime(base: Manifest["runtime"], head: Manifest["runtime"]): Diagnostic[] {
  const weaker = (message: string, witness: string): Diagnostic =>
    diagnosticOf(null, gate("gate.runtime.weakened", "high", message, witness, { from: JSON.stringify(base), to: JSON.stringify(head) }));
  const gone = base.denied.filter((line) => line.startsWith("default ") && !head.denied.includes(line));
  return [
    ...weakenings(base.config, head.config).map(({ key, from, to }) =>
      weaker(`\`runtime.${key}\` went from \`${from}\` to \`${to}\`.`, to === "not set" ? from : to),
    ),
    ...gone.map((line) => weaker(`\`${line}\` is no longer refused.`, line.replace(/^default \w+ /u, ""))),
  ];
}

/** What in a head's configuration asks less than the base's: these findings cannot be suppressed. */
export function compareConfigs(base: Config, head: Config): Diagnostic[] {
  const weaker = (message: string, witness: string): Diagnostic =>
    diagnosticOf(null, gate("gate.config.weakened", "high", message, witness, { from: JSON.stringify(base), to: JSON.stringify(head) }));
  const reading = (ignore: Config["ignore"] = []): Policy => ({ fs: { read: ignore } });
  const ignored = comparePolicies(reading(base.ignore), reading(head.ignore)).filter((row) => row.gating);
  return [
    ...(threshold(head) > threshold(base)
      ? [weaker(`\`failOn\` went from \`${base.failOn ?? "any"}\` to \`${head.failOn ?? "any"}\`.`, `a finding below ${head.failOn ?? ""}`)]
      : []),
    ...weakerRules(base, head).map(({ key, from, to }) => weaker(`\`${key}\` went from \`${from}\` to \`${to}\`.`, key)),
    ...(base.requireAnalysis === true && head.requireAnalysis !== true
      ? [weaker("`requireAnalysis` is no longer set.", "an unknown")]
      : []),
    ...ignored.map(({ witness = "some" }) => weaker(`Files are newly ignored, for example \`${witness}\`.`, witness)),
  ];
}

/** Summaries that say less of the very same archive: only another analyser may see less. */
export function compareSummaries(base: PackageSummaries | undefined, head: PackageSummaries | undefined): Diagnostic[] {
  if (base?.analyser !== head?.analyser && head?.analyser === ANALYSER_VERSION) return [];
  return Object.entries(base?.packages ?? {}).flatMap(([name, before]) => {
    const after = summaryOf(head, name);
    if (after?.version !== before.version) return [];
    const lost = lostTokens(before, after);
    return lost.map(({ path, token }) =>
      diagnosticOf(
        null,
        gate(
          "gate.packages.weakened",
          "high",
          `The summary of \`${visible(name)}\` no longer says that \`${visible(path)}\` may do \`${visible(token)}\`, of the same version.`,
          `${visible(name)} ${visible(token)}`,
          { from: `${name} ${path} ${token}`, to: after.version },
        ),
      ),
    );
  });
}

/** A lock file that is gone: nothing says any more that a package is the one whose summary there is. */
export const compareLocks = (base: string | undefined, head: string | undefined): Diagnostic[] =>
  base === undefined || head !== undefined
    ? []
    : [
        diagnosticOf(
          null,
          gate(
            "gate.packages.weakened",
            "high",
            `\`${base}\` is gone, by which the summaries of packages are known to be of what is installed.`,
            "another package under a name that has a summary",
            { from: base },
          ),
        ),
      ];

/** Whether one token says as much as another: itself, or all of its capability. */
const holds = (other: string, token: string): boolean =>
  other === token || (!other.includes("=") && isWithin(token.replace(/=.*$/su, ""), other));

/** What one summary says of a path and another does not; a path without a row does what `rest` says. */
function lostTokens(before: PackageSummary, after: PackageSummary): { readonly path: string; readonly token: string }[] {
  const missing = (path: string, had: readonly string[], has: readonly string[]): { path: string; token: string }[] =>
    had.filter((token) => !has.some((other) => holds(other, token))).map((token) => ({ path, token }));
  const paths = [...new Set([...Object.keys(before.rows), ...Object.keys(after.rows)])].sort();
  return [
    ...missing("*", before.rest, after.rest),
    ...paths.flatMap((path) => missing(path, before.rows[path] ?? before.rest, after.rows[path] ?? after.rest)),
  ];
}

const VERSION = /(\d+)\.(\d+)\.(\d+)(-[\w.-]+)?/u;
const PLAIN = /^[~^=v]?\d+\.\d+\.\d+(?:-[\w.-]+)?$/u;

/** Whether one version range of a package surely starts below another; what is no plain range counts as weaker, unless both are the newest. */
function isOlder(head: string, base: string, current: string): boolean {
  if (!PLAIN.test(head)) return true;
  const [before, after] = [VERSION.exec(base), VERSION.exec(head)];
  // Of a range without a number (`latest`, `*`), the least that it can have meant is what judges now.
  const least = before ?? VERSION.exec(current);
  for (const part of [1, 2, 3]) if (Number(after?.[part]) !== Number(least?.[part])) return Number(after?.[part]) < Number(least?.[part]);
  return after?.[4] !== undefined && least?.[4] === undefined;
}

/** Compares the version of toolfence that a package asks for: gone, older, or from elsewhere than the registry. `current` is the one that judges. */
export function compareVersions(base: string | undefined, head: string | undefined, current: string): Diagnostic[] {
  if (base === undefined || base === head || (head !== undefined && !isOlder(head, base, current))) return [];
  return [
    diagnosticOf(
      null,
      gate(
        "gate.version.weakened",
        "high",
        `The package asks for toolfence \`${head ?? "nothing"}\` in place of \`${base}\`.`,
        head ?? "no toolfence",
        {
          from: base,
          to: head ?? "",
        },
      ),
    ),
  ];
}
