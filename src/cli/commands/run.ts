import { resolve } from "node:path";
import type { Policy } from "../../model/policy.ts";
import { ConfinementRefused } from "../../runtime/sandbox/examine.ts";
import { runConfined } from "../../runtime/sandbox/run.ts";
import { visible } from "../../model/json-text.ts";
import { backendOf } from "../backend.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { manifestTool } from "../manifest-tool.ts";
import { readPolicy } from "../policy-file.ts";

const REFUSED = 125;

/** Runs a command confined by a policy; its exit code is ours, 125 when nothing ran. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { flags, command } = readArguments(argv, ["policy", "tool", "workspace", "backend", "accept-losses", "unconfined"], 0, REFUSED);
  const { policy: file, tool: [tool, second] = [] } = flags;
  if ((file === undefined) === (tool === undefined) || second !== undefined || command.length === 0)
    throw new UserError("Write `toolfence run --policy FILE -- COMMAND...`, or `--tool NAME`; nothing was run.", REFUSED);
  const backend = backendOf(flags.backend, REFUSED);
  const policy = file === undefined ? reviewed(io.cwd, tool ?? "") : readPolicy(resolve(io.cwd, file), REFUSED);
  if (flags.unconfined !== undefined)
    io.err(`toolfence: UNCONFINED: \`${visible(command.join(" "))}\` is held by nothing (${visible(flags.unconfined)}).\n`);
  try {
    const { exitCode, planted, isSearched, timedOut, losses } = await runConfined(command, {
      policy,
      workspace: resolve(io.cwd, flags.workspace ?? "."),
      cwd: io.cwd,
      ...(backend && { backend }),
      ...(flags["accept-losses"] && { losses: "accept" as const }),
      ...(flags.unconfined !== undefined && { unconfined: flags.unconfined }),
      stdio: "inherit",
      onEgress: ({ verdict, target, reason }) => {
        if (verdict === "deny") io.err(`toolfence: no connection to \`${visible(target)}\`: ${visible(reason ?? "")}.\n`);
      },
    });
    for (const loss of losses) io.err(`toolfence: not held closely: ${visible(loss)}.\n`);
    if (timedOut) io.err("toolfence: the command was ended, since its time was up (`limits.timeMs`).\n");
    if (!isSearched)
      io.err("toolfence: there are now more files than can be searched for those that run as code later; look through them yourself.\n");
    if (planted.length > 0)
      io.err(
        `toolfence: these run as code later, or are denied by the policy, and were made or changed: ${planted.map((path) => `\`${visible(path)}\``).join(", ")}.\n`,
      );
    return exitCode;
  } catch (error) {
    if (error instanceof ConfinementRefused) throw new UserError(`Refused to run: ${visible(error.message)}. Nothing was run.`, REFUSED);
    throw error;
  }
}

/** The reviewed policy of a tool. */
function reviewed(folder: string, name: string): Policy {
  const { id, tool } = manifestTool(folder, name, REFUSED);
  if (tool.policy?.constraints?.forbidden === true)
    throw new UserError(`\`${visible(id)}\` is forbidden (\`constraints.forbidden\`). Nothing was run.`, REFUSED);
  if (tool.policy) return tool.policy;
  throw new UserError(
    `\`${visible(id)}\` has no policy to be run by; write one, or name another with \`--policy FILE\`. Nothing was run.`,
    REFUSED,
  );
}
