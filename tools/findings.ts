/**
 * Writes `docs/findings.md` from the catalogue, or checks that it is what would be written.
 *
 *     npm run docs:findings [-- --check]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { CATALOGUE } from "../src/verify/catalogue.ts";
import { FOLDED } from "../src/verify/folded.ts";

const FILE = "docs/findings.md";
const text = `# Findings

Every finding of \`toolfence check\` and \`verify\`, in the words of \`toolfence explain ID\`. What is newly allowed
gates; the opposite change is information. Severities can be set by id or prefix in \`toolfence.json\`
(\`"rules": { "tool.net": "critical" }\`), which is read from the base; \`gate.*\` and \`manifest.*\` cannot be set.

${CATALOGUE.map(
  (rule) =>
    `- \`${rule.id}\` (${rule.severity}): ${rule.title} ${rule.help}${rule.mirror === undefined ? "" : ` The other way round: \`${rule.mirror}\`.`}${rule.aliases && rule.aliases.length > 0 ? ` Elsewhere: ${rule.aliases.map((one) => `\`${one}\``).join(", ")}.` : ""}`,
).join("\n")}

## Finer names

Changes that have names of their own in other systems, and here are told as part of another finding:

${Object.entries(FOLDED)
  .map(([name, ids]) => `- \`${name}\`: ${ids.map((id) => `\`${id}\``).join(", ")}`)
  .join("\n")}
`;
if (process.argv.includes("--check")) {
  if (readFileSync(FILE, "utf8") !== text) {
    console.error(`\`${FILE}\` is stale; run \`npm run docs:findings\`.`);
    process.exit(1);
  }
} else writeFileSync(FILE, text);
