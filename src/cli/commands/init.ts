import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { readText } from "../../host/files.ts";
import { placeOf } from "../../host/git.ts";
import { version } from "../../host/version.ts";
import { appendText, replaceText } from "../../host/write.ts";
import { printManifest } from "../../manifest/text.ts";
import { BASELINE_FILE, MANIFEST_FILE, POLICY_FILES } from "../../model/own-files.ts";
import type { Scan } from "../../schema/scan.ts";
import { printBaseline } from "../../verify/baseline.ts";
import { leastPolicy } from "../../verify/least-policy.ts";
import { counted } from "../../report/counted.ts";
import { stateDiagnostics } from "../../verify/state.ts";
import { visible } from "../../model/json-text.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { refuseLinks } from "../output.ts";
import { utcDay } from "../io.ts";
import { freshManifest, scanOrFail, unsummarised } from "../scan.ts";

const WORKFLOW = `name: toolfence
on: [pull_request, merge_group]
permissions: {}
jobs:
  verify:
    runs-on: ubuntu-24.04
    permissions: { contents: read }
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with: { persist-credentials: false, fetch-depth: 0 }
      - uses: toolfence/toolfence@v${version()}
`;

const ATTRIBUTES = [`${MANIFEST_FILE} diff=toolfence merge=toolfence`, "toolfence.approvals.jsonl merge=union"];

const ESLINT = `
Add the plugin to eslint.config.js (npm i -D eslint @typescript-eslint/parser):

  import parser from "@typescript-eslint/parser";
  import toolfence from "toolfence/eslint";

  export default [
    { files: ["**/*.{ts,mts,cts,tsx}"], languageOptions: { parser } }, // unless you have this already
    toolfence.configs.recommended,
  ];
`;

/** The least policies of the tools that have none, as a policy file for a person to read through. */
function policies(scan: Scan): string | undefined {
  const open = scan.tools.filter((tool) => tool.policy === null && tool.confidence !== "dynamic");
  if (open.length === 0) return undefined;
  const tools = Object.fromEntries(open.map((tool) => [tool.id, leastPolicy(tool.effects)]));
  return `# Written by \`toolfence init\` from what the code does; nobody has reviewed it yet.
# Read each policy, narrow it, and set \`reviewed: true\`. What only \`any\` would cover is left out.
${stringify({ reviewed: false, tools }, { lineWidth: 0 })}`;
}

/** Sets a repository up: policies, manifest, workflow and attributes. Never overwrites. */
export async function init(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(argv, ["baseline"], 1);
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  const before = await scanOrFail(folder, io);
  const write = (name: string, text: string): void => {
    const path = join(folder, name);
    if (existsSync(path)) {
      io.err(`toolfence: \`${name}\` is there already, and was left alone.\n`);
      return;
    }
    refuseLinks(folder, path);
    replaceText(path, text);
    io.err(`toolfence: \`${name}\` written.\n`);
  };
  const text = policies(before);
  const held = POLICY_FILES.find((name) => existsSync(join(folder, name)));
  if (held !== undefined) io.err(`toolfence: \`${held}\` is there already, and was left alone.\n`);
  else if (text !== undefined) write("toolfence.policy.yaml", text);
  const scan = await scanOrFail(folder, io);
  if (flags.baseline)
    write(
      BASELINE_FILE,
      printBaseline(
        stateDiagnostics(scan, {}, utcDay())
          .filter((one) => one.gating)
          .map((one) => one.fingerprint),
      ),
    );
  const manifest = printManifest(freshManifest(folder, scan));
  const isStale = existsSync(join(folder, MANIFEST_FILE)) && readText(join(folder, MANIFEST_FILE)) !== manifest;
  write(MANIFEST_FILE, manifest);
  if (isStale) io.err(`toolfence: \`${MANIFEST_FILE}\` is no longer what the code and its policies give; run \`toolfence manifest\`.\n`);
  workflow(folder, io, write);
  const attributes = readText(join(folder, ".gitattributes")) ?? "";
  const missing = ATTRIBUTES.filter((line) => !attributes.includes(line));
  if (missing.length > 0) {
    refuseLinks(folder, join(folder, ".gitattributes"));
    appendText(join(folder, ".gitattributes"), `${attributes === "" || attributes.endsWith("\n") ? "" : "\n"}${missing.join("\n")}\n`);
    io.err("toolfence: `.gitattributes` has the manifest's drivers; run `toolfence git install` in each clone that wants them.\n");
  }
  const unseen = unsummarised(scan);
  if (unseen.length > 0)
    io.err(
      `toolfence: nothing is known of ${unseen.map((name) => `\`${visible(name)}\``).join(", ")}; run \`toolfence packages --update\`, then \`toolfence manifest\`.\n`,
    );
  const beyond = scan.tools.filter((tool) => tool.findings.length > 0).length;
  const said =
    beyond === 0
      ? ""
      : `${beyond} of them ${beyond === 1 ? "does more than its policy grants" : "do more than their policies grant"}: what only \`any\` would cover was left out. \`toolfence check\` tells.\n`;
  io.out(`${counted(scan.tools.length, "tool")}, ${scan.tools.filter((tool) => tool.policy).length} with a policy.\n${said}${ESLINT}`);
  return 0;
}

/** The workflow, where the host looks for one: at the top of the repository. */
function workflow(folder: string, io: Io, write: (name: string, text: string) => void): void {
  const name = ".github/workflows/toolfence.yml";
  const below = (placeOf(folder)?.prefix ?? "").replace(/\/$/u, "");
  if (below === "") write(name, WORKFLOW);
  else
    io.err(
      `toolfence: no workflow was written, as this is a folder of a repository. Have the one at its top run \`toolfence verify ${visible(below)}\`, or the action with \`directory: ${visible(below)}\`.\n`,
    );
}
