import type { Diagnostic } from "../schema/report.ts";
import { diagnosticOf } from "./compare.ts";
import { gate } from "./row.ts";

const NAMES_US = /toolfence/u;

/** Workflows that run the gate. */
export const gateWorkflows = (texts: readonly string[]): string[] => texts.filter((text) => NAMES_US.test(text));

/** What in a workflow that runs the gate keeps it from failing a pull request, or lets strangers at its secrets. */
export const WORKFLOW_FAULTS: readonly { readonly what: string; readonly found: RegExp; readonly ok: string; readonly remedy: string }[] = [
  {
    what: "runs on `pull_request_target`",
    found: /pull_request_target/u,
    ok: "no workflow runs toolfence on `pull_request_target`",
    remedy: "use `pull_request`: the other one runs with secrets on code of strangers",
  },
  {
    what: "does not fail when toolfence does",
    found: /continue-on-error:\s*true|--exit-zero|\|\|\s*(?:true|:|exit 0)/u,
    ok: "the workflow fails when toolfence does",
    remedy: "remove `continue-on-error` and `|| true`",
  },
];

/** A path that decides over the gate, and whether somebody had and has to be asked about it. */
export interface Owned {
  readonly path: string;
  readonly before: boolean;
  readonly after: boolean;
}

/** What of the gate's own surroundings a head takes away: the workflow that runs it, its failing, its owners. Cannot be suppressed. */
export function compareWorkflows(base: readonly string[], head: readonly string[], owned: readonly Owned[]): Diagnostic[] {
  const [before, after] = [gateWorkflows(base), gateWorkflows(head)];
  const gone =
    before.length > 0 && after.length === 0
      ? [
          diagnosticOf(
            null,
            gate("gate.removed", "critical", "No workflow runs toolfence any more.", "any change at all", { from: String(before.length) }),
          ),
        ]
      : [];
  const faults = WORKFLOW_FAULTS.filter(({ found }) => after.some((text) => found.test(text)) && !before.some((text) => found.test(text)));
  return [
    ...gone,
    ...(before.length === 0
      ? []
      : faults.map(({ what }) =>
          diagnosticOf(
            null,
            gate("gate.workflow.weakened", "high", `A workflow that runs toolfence now ${what}.`, "a change that fails the gate", {
              to: what,
            }),
          ),
        )),
    ...owned
      .filter((one) => one.before && !one.after)
      .map(({ path }) =>
        diagnosticOf(
          null,
          gate("gate.owner.removed", "high", `CODEOWNERS no longer gives \`${path}\` to anybody.`, `a change of ${path}`, { to: path }),
        ),
      ),
  ];
}

/** Whether a CODEOWNERS text gives a path to somebody. Of the lines that fit, the last one says to whom, if to anybody. */
export function isOwned(owners: string, path: string): boolean {
  const lines = owners.split("\n").map((line) => line.replace(/#.*$/u, "").trim().split(/\s+/u));
  const found = lines.findLast(([pattern = ""]) => {
    const bare = pattern.replace(/^\//u, "").replace(/\*\*?$/u, "");
    if (pattern === "") return false;
    return pattern === "*" || path === bare || (bare !== "" && bare.endsWith("/") && path.startsWith(bare)) || path.startsWith(`${bare}/`);
  });
  return found !== undefined && found.length > 1;
}
