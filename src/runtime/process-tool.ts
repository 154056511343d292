import type { Policy } from "../model/policy.ts";
import { markApart } from "./call/apart.ts";
import { currentCall } from "./call/context.ts";
import { launchesOfArgv } from "./gate/commands.ts";
import { check } from "./io/check.ts";
import type { ConfinedOptions, ConfinedResult } from "./sandbox/run.ts";
import { runConfined } from "./sandbox/run.ts";
import { withPolicy } from "./with-policy.ts";

/** A tool that is one command: it is gated like any other, and what it starts is held by the kernel. */
export interface ProcessTool<I extends object> {
  readonly name: string;
  readonly execute: (input: I) => Promise<ConfinedResult>;
}

/**
 * Makes a tool of a command. Its arguments are judged by the policy, then the command that is made of them
 * (`exec` must grant it), and the command runs confined by the same policy.
 *
 * @param command what is started for an input: the program and its arguments, which no shell splits.
 * @throws {TypeError} when the policy is not valid.
 */
export function processTool<I extends object>(
  name: string,
  policy: Policy,
  command: (input: I) => readonly string[],
  options: Omit<ConfinedOptions, "policy" | "stdio"> = {},
): ProcessTool<I> {
  const execute = markApart(async (input: I): Promise<ConfinedResult> => {
    const argv = command(input);
    const context = currentCall();
    const line = argv.join(" ");
    if (context) check(context, { k: "command", text: line, launches: launchesOfArgv(argv) ?? null, folder: options.cwd }, "exec", line);
    const signal = context?.signal();
    return runConfined(argv, { ...options, policy, ...(signal && { signal }) });
  }, "process");
  return withPolicy(policy, { name, execute });
}
