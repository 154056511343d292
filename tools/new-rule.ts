/**
 * Makes the three files of a new rule: the rule, its page and its test.
 *
 *     npm run new-rule NAME
 *
 * Refuses to overwrite. Then add the rule to `rules/index.ts` and run `npm run lint:docs:fix`.
 */
import { existsSync, writeFileSync } from "node:fs";

const [name = ""] = process.argv.slice(2);
if (!/^[a-z]+(?:-[a-z]+)+$/u.test(name)) {
  console.error(`\`${name}\` is no name for a rule; write lower-case words with hyphens, such as \`no-broad-policy\`.`);
  process.exit(2);
}

const FILES: Readonly<Record<string, string>> = {
  [`rules/${name}.ts`]: `import { visible } from "../src/model/json-text.ts";
import { createRule, onTools } from "./create-rule.ts";
import { toolSpot } from "./locate.ts";

export type MessageId = "found";
export type Options = [];

export default createRule<Options, MessageId>({
  name: "${name}",
  meta: {
    type: "problem",
    docs: { description: "disallow what this rule is about" },
    messages: { found: "Tool \`{{tool}}\` does what it should not; do something else." },
    schema: [],
  },
  create(context) {
    return onTools(context, (tool) => {
      if (tool.name === "") context.report({ loc: toolSpot(context.sourceCode, tool), messageId: "found", data: { tool: visible(tool.name) } });
    });
  },
});
`,
  [`rules/${name}.md`]: `# toolfence/${name}

<!-- end auto-generated rule header -->

What the rule is for.

## Examples

Incorrect:

\`\`\`ts
import { tool } from "ai";
\`\`\`

Correct:

\`\`\`ts
import { tool } from "ai";
\`\`\`

## What it leaves alone
`,
  [`test/rules/${name}.test.ts`]: `import { expect, test } from "vitest";
import { lintRule } from "../support/lint.ts";
import { bare } from "./header.ts";

test("leaves alone a tool that touches nothing", async () => {
  expect(await lintRule("${name}", bare("1"))).toEqual([]);
});
`,
};

const taken = Object.keys(FILES).filter((file) => existsSync(file));
if (taken.length > 0) {
  console.error(`Nothing was written: ${taken.map((file) => `\`${file}\``).join(", ")} exists.`);
  process.exit(2);
}
for (const [file, text] of Object.entries(FILES)) writeFileSync(file, text);
console.log(`Written: ${Object.keys(FILES).join(", ")}.\nNow add it to \`rules/index.ts\` and run \`npm run lint:docs:fix\`.`);
