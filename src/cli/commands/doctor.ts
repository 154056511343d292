import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { chooseBase } from "../../host/base.ts";
import { exists, readText } from "../../host/files.ts";
import { version } from "../../host/version.ts";
import { APPROVALS_FILE, MANIFEST_FILE } from "../../model/own-files.ts";
import { BACKENDS, probe } from "../../runtime/sandbox/backend.ts";
import { visible } from "../../verify/undeclared.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";

interface Finding {
  readonly ok: boolean;
  readonly what: string;
  readonly remedy?: string;
  /** Nothing is wrong where it is not so. */
  readonly isExtra?: boolean;
}

const OWNERS = ["CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];
/** What decides over the gate, and so needs an owner. */
const GUARDED = [APPROVALS_FILE, "toolfence.json", ".github/workflows/"];

/** Whether a CODEOWNERS text gives a path to somebody. */
export const isOwned = (owners: string, path: string): boolean =>
  owners.split("\n").some((line) => {
    const [pattern = "", ...names] = line.replace(/#.*$/u, "").trim().split(/\s+/u);
    if (pattern === "" || names.length === 0) return false;
    const bare = pattern.replace(/^\//u, "").replace(/\*\*?$/u, "");
    return pattern === "*" || path === bare || (bare !== "" && bare.endsWith("/") && path.startsWith(bare)) || path.startsWith(`${bare}/`);
  });

function workflows(folder: string): string[] {
  try {
    return readdirSync(join(folder, ".github/workflows"))
      .filter((name) => /\.ya?ml$/u.test(name))
      .map((name) => readText(join(folder, ".github/workflows", name)) ?? "");
  } catch {
    return [];
  }
}

/** Whether a pull request could change the gate quietly. */
function gateFindings(folder: string): Finding[] {
  const owners = OWNERS.map((name) => readText(join(folder, name))).find((text) => text !== undefined) ?? "";
  const runs = workflows(folder).filter((text) => /toolfence/u.test(text));
  return [
    { ok: runs.length > 0, what: "a workflow runs toolfence", remedy: "run `toolfence init`, or add `toolfence verify` to a workflow" },
    {
      ok: runs.every((text) => !/pull_request_target/u.test(text)),
      what: "no workflow runs toolfence on `pull_request_target`",
      remedy: "use `pull_request`: the other one runs with secrets on code of strangers",
    },
    {
      ok: runs.every((text) => !/continue-on-error:\s*true|--exit-zero|\|\|\s*true/u.test(text)),
      what: "the workflow fails when toolfence does",
      remedy: "remove `continue-on-error` and `|| true`",
    },
    ...GUARDED.map((path): Finding => ({
      ok: isOwned(owners, path),
      what: `CODEOWNERS gives \`${path}\` to somebody`,
      remedy: `add \`/${path} @owner\` to CODEOWNERS`,
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
