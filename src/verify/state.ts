import { printAssumption } from "../model/assumptions.ts";
import { nearest } from "../model/capability.ts";
import { isAccepted } from "../model/unknowns.ts";
import type { Config } from "../schema/config.ts";
import type { Diagnostic, Severity } from "../schema/report.ts";
import type { Scan, ScannedTool } from "../schema/scan.ts";
import { ASSUMPTIONS, diagnosticOf } from "./compare.ts";
import type { Row } from "./row.ts";
import { gate, info } from "./row.ts";
import { visible } from "../model/json-text.ts";

/** Unknowns that no policy accepts, once a reason. */
function unanalysed(tool: ScannedTool): Diagnostic[] {
  const accepted = Object.keys(tool.policy?.accept ?? {});
  const reasons = [...new Set(tool.unknowns.map((one) => one.reason))].filter((reason) => !isAccepted(reason, accepted));
  return reasons.map((reason) => {
    const place = tool.unknowns.find((one) => one.reason === reason);
    return diagnosticOf(
      tool.id,
      gate("tool.unanalysed", "medium", `What the tool can do is not known: \`${visible(reason)}\`.`, undefined, { to: reason }),
      place?.file ?? tool.file,
      place?.line ?? tool.line,
    );
  });
}

/** Assumptions that answer nothing, or no longer. */
function doubtful({ assumptions }: Scan, today: string): Diagnostic[] {
  return assumptions.flatMap((one) => {
    const line = printAssumption(one);
    const say = (id: string, severity: Severity, message: string): Diagnostic[] => [
      diagnosticOf(ASSUMPTIONS, gate(id, severity, message, undefined, { to: line })),
    ];
    return [
      ...(one.answers === 0 ? say("assumption.stale", "low", `An assumption answers no unknown: \`${visible(line)}\`.`) : []),
      ...(one.expires !== null && one.expires < today
        ? say("assumption.expired", "medium", `An assumption is past its day: \`${visible(line)}\`.`)
        : []),
    ];
  });
}

/** What is wrong in a head by itself, whatever the base was. `today` is a day, YYYY-MM-DD. */
export function stateDiagnostics(scan: Scan, config: Config, today: string): Diagnostic[] {
  return [...toolDiagnostics(scan, config), ...unmatched(scan), ...unreviewed(scan), ...unread(scan), ...doubtful(scan, today)];
}

/** Policies that hold nobody, such as those with a misspelt name. */
const unmatched = ({ tools, unmatchedPolicies }: Scan): Diagnostic[] =>
  unmatchedPolicies.map((id) => {
    const close =
      nearest(
        id,
        tools.map((tool) => tool.id),
      ) ?? tools.find((tool) => tool.name === id)?.id;
    const said = close === undefined ? "" : `; did you mean \`${visible(close)}\`?`;
    return diagnosticOf(
      id,
      gate("policy.unmatched", "medium", `No tool is called \`${visible(id)}\`, of which the policy file speaks${said}`, undefined, {
        to: id,
      }),
    );
  });

/** Policies that a program wrote and nobody has looked at since. */
const unreviewed = ({ unreviewedPolicies }: Scan): Diagnostic[] =>
  unreviewedPolicies
    ? [diagnosticOf(null, info("policy.unreviewed", "The policy file says `reviewed: false`: read each policy, and say that you have."))]
    : [];

/** Files that may declare tools and cannot be read as code. */
const unread = ({ startup }: Scan): Diagnostic[] =>
  startup.unknowns
    .filter(({ reason }) => reason === "unknown.parse")
    .map(({ file, line }) =>
      diagnosticOf(
        null,
        gate(
          "source.unparsed",
          "high",
          `\`${visible(file)}\` cannot be read as code, so the tools that it may declare are not known.`,
          undefined,
          { to: file },
        ),
        file,
        line,
      ),
    );

function toolDiagnostics(scan: Scan, config: Config): Diagnostic[] {
  const seen = new Set<string>();
  return scan.tools.flatMap((tool) => {
    const twice = seen.has(tool.id)
      ? [
          diagnosticOf(
            tool.id,
            gate("tool.duplicated", "high", "Another tool has the same identity; give it another name.", undefined, { to: tool.id }),
            tool.file,
            tool.line,
          ),
        ]
      : [];
    seen.add(tool.id);
    const told = [...dangling(tool, scan.tools), ...hidden(tool)].map((row) => diagnosticOf(tool.id, row, tool.file, tool.line));
    const findings = tool.findings.map((one) => {
      const id = `tool.${one.id}`;
      const row = gate(id, "high", one.message, undefined, { to: one.about });
      return diagnosticOf(tool.id, { ...row, gating: one.severity === "error" }, one.file, one.line);
    });
    return [...twice, ...told, ...findings, ...(config.requireAnalysis === true ? unanalysed(tool) : [])];
  });
}

/** Tools that must run first, and that nobody declares. */
const dangling = ({ policy }: ScannedTool, tools: readonly ScannedTool[]): Row[] =>
  (policy?.constraints?.onlyAfter ?? [])
    .filter((name) => !tools.some((one) => one.name === name || one.id === name))
    .map((name) =>
      gate(
        "tool.constraint.onlyAfter.dangling",
        "medium",
        `The tool may run only after \`${visible(name)}\`, which nobody declares${didYouMean(
          name,
          tools.map((one) => one.name),
        )}.`,
        undefined,
        { to: name },
      ),
    );

const didYouMean = (name: string, names: readonly string[]): string => {
  const close = nearest(name, names);
  return close === undefined ? "" : `; did you mean \`${visible(close)}\``;
};

const JOINING = [
  "Arabic",
  "Bengali",
  "Devanagari",
  "Gujarati",
  "Gurmukhi",
  "Kannada",
  "Malayalam",
  "Mongolian",
  "Oriya",
  "Sinhala",
  "Syriac",
  "Tamil",
  "Telugu",
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");
/** Joiners where scripts and emoji need them, and the tags of a flag: they are seen. */
const SEEN = new RegExp(
  [
    String.raw`(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=[${JOINING}])[\u200c\u200d](?=[${JOINING}])`,
    String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]`,
  ].join("|"),
  "gu",
);
/** Characters of no width, fillers, tags, and marks that turn text around. */
const UNSEEN = /[\u00ad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e01ef}]/u;
/** Selectors of a form that no letter has. */
const SELECTORS = /[\ufe00-\ufe0e]/u;
const hides = (text: string): boolean => UNSEEN.test(text.replace(SEEN, "")) || SELECTORS.test(text);

const hidden = ({ description }: ScannedTool): Row[] =>
  description !== null && hides(description)
    ? [
        gate("tool.description.hidden", "medium", "The description has characters that people do not see.", undefined, {
          to: visible(description),
        }),
      ]
    : [];
