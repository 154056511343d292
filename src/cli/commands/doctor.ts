import { join, resolve } from "node:path";
import { chooseBase } from "../../host/base.ts";
import { exists } from "../../host/files.ts";
import { placeOf } from "../../host/git.ts";
import { guardedPaths, surroundings } from "../../host/surroundings.ts";
import { version } from "../../host/version.ts";
import { MANIFEST_FILE } from "../../model/own-files.ts";
import { probe } from "../../runtime/sandbox/backend.ts";
import { BACKENDS } from "../../runtime/sandbox/backends/names.ts";
import { visible } from "../../model/json-text.ts";
import { gateSteps, isOwned, SILENT, TARGET } from "../../verify/workflows.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";

interface Finding {
  readonly ok: boolean;
  readonly what: string;
  readonly remedy?: string;
  /** Nothing is wrong where it is not so. */
  readonly isExtra?: boolean;
}

/** Whether a pull request could change the gate quietly. */
function gateFindings(folder: string): Finding[] {
  const place = placeOf(folder);
  const { owners, workflows } = surroundings(place?.top ?? folder);
  const steps = gateSteps(workflows);
  const lacks = (fault: string): boolean => steps.every(({ faults }) => !faults.includes(fault));
  return [
    { ok: steps.length > 0, what: "a workflow runs toolfence", remedy: "run `toolfence init`, or add `toolfence verify` to a workflow" },
    ...(steps.length === 0
      ? []
      : [
          {
            ok: lacks(TARGET),
            what: "no workflow runs toolfence on `pull_request_target`",
            remedy: "use `pull_request`: the other one runs with secrets on code of strangers",
          },
          { ok: lacks(SILENT), what: "the workflow fails when toolfence does", remedy: "remove `continue-on-error` and `|| true`" },
        ]),
    ...guardedPaths(folder, place).map((path): Finding => ({
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
      what: `${CONFINED}, by ${name}${name === "bubblewrap" ? "" : " (only where it is asked for)"}`,
      isExtra: name !== "bubblewrap",
      ...("reason" in found ? { remedy: found.reason } : {}),
    })),
    ...(flags.ci ? gateFindings(folder) : []),
  ];
  for (const { ok, what, remedy, isExtra } of found)
    io.out(`${ok ? "ok  " : isExtra ? "--  " : "FAIL"} ${visible(what)}${ok || !remedy ? "" : `\n       ${visible(remedy)}`}\n`);
  return flags.ci && found.some((one) => !one.ok && !one.what.startsWith(CONFINED)) ? 1 : 0;
}
