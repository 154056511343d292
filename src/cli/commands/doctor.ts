import { join, resolve } from "node:path";
import { chooseBase } from "../../host/base.ts";
import { exists } from "../../host/files.ts";
import { prefixOf } from "../../host/git.ts";
import { surroundings } from "../../host/surroundings.ts";
import { version } from "../../host/version.ts";
import { APPROVALS_FILE, MANIFEST_FILE, OWN_FILES } from "../../model/own-files.ts";
import { BACKENDS, probe } from "../../runtime/sandbox/backend.ts";
import { visible } from "../../verify/undeclared.ts";
import { gateWorkflows, isOwned, WORKFLOW_FAULTS } from "../../verify/workflows.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";

interface Finding {
  readonly ok: boolean;
  readonly what: string;
  readonly remedy?: string;
  /** Nothing is wrong where it is not so. */
  readonly isExtra?: boolean;
}

/** What decides over the gate, and so needs an owner: some files always, others where they are there. */
const guarded = (folder: string): string[] => [
  ...OWN_FILES.filter((name) => name !== MANIFEST_FILE && (ALWAYS.has(name) || exists(join(folder, name)))),
  ".github/workflows/",
];
const ALWAYS: ReadonlySet<string> = new Set([APPROVALS_FILE, "toolfence.json"]);

/** Whether a pull request could change the gate quietly. */
function gateFindings(folder: string): Finding[] {
  const below = prefixOf(folder);
  const { owners, workflows } = surroundings(folder);
  const runs = gateWorkflows(workflows);
  return [
    { ok: runs.length > 0, what: "a workflow runs toolfence", remedy: "run `toolfence init`, or add `toolfence verify` to a workflow" },
    ...(runs.length === 0
      ? []
      : WORKFLOW_FAULTS.map(({ found, ok, remedy }): Finding => ({ ok: runs.every((text) => !found.test(text)), what: ok, remedy }))),
    ...guarded(folder).map((path): Finding => ({
      ok: isOwned(owners, below + path),
      what: `CODEOWNERS gives \`${below}${path}\` to somebody`,
      remedy: `add \`/${below}${path} @owner\` to CODEOWNERS`,
    })),
  ];
}

const CONFINED = "commands can run confined";

/** Says what works here and what does not. */
export async function doctor(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(argv, ["ci"], 1);
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  const base = chooseBase(folder, process.env);
  const sandboxes = await Promise.all(BACKENDS.map(async (name) => ({ name, found: await probe(name) })));
  const found: Finding[] = [
    { ok: true, what: `toolfence ${version()}, Node ${process.version}` },
    { ok: exists(join(folder, MANIFEST_FILE)), what: `there is a \`${MANIFEST_FILE}\``, remedy: "run `toolfence manifest` and commit it" },
    base.k === "commit"
      ? { ok: true, what: `the base is ${base.commit.slice(0, 12)} (${base.why})` }
      : { ok: false, what: "there is a base to compare with", remedy: base.reason },
    ...sandboxes.map(({ name, found }) => ({
      ok: "launcher" in found,
      what: `${CONFINED}, by ${name}${name === "landlock" ? " (experimental; only where it is asked for)" : ""}`,
      isExtra: name === "landlock",
      ...("reason" in found ? { remedy: found.reason } : {}),
    })),
    ...(flags.ci ? gateFindings(folder) : []),
  ];
  for (const { ok, what, remedy, isExtra } of found)
    io.out(`${ok ? "ok  " : isExtra ? "--  " : "FAIL"} ${visible(what)}${ok || !remedy ? "" : `\n       ${visible(remedy)}`}\n`);
  return flags.ci && found.some((one) => !one.ok && !one.what.startsWith(CONFINED)) ? 1 : 0;
}
