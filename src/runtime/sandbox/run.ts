import { lstatSync, realpathSync } from "node:fs";
import type { Policy } from "../../model/policy.ts";
import { normalise } from "../../model/policy.ts";
import { inner } from "../egress/inner.ts";
import { preload } from "../egress/preload.ts";
import type { Resolve } from "../egress/dial.ts";
import type { EgressDecision } from "../egress/proxy.ts";
import { createEgress } from "../egress/proxy.ts";
import { resolveDeepest } from "../gate/paths.ts";
import { currentRoots } from "../roots.ts";
import { probe, systemLayout } from "./backend.ts";
import { bubblewrapArguments } from "./bubblewrap.ts";
import { channelFd, FD } from "./descriptors.ts";
import { launch } from "./launch.ts";
import { limited } from "./limits.ts";
import type { Plan } from "./plan.ts";
import { planSandbox } from "./plan.ts";
import type { Machine } from "./seccomp.ts";
import { seccompFilter } from "./seccomp.ts";
import { planted, survey } from "./survey.ts";

/** Nothing ran. The process that asked should end with 125. */
export class ConfinementRefused extends Error {
  override readonly name = "ConfinementRefused";
}

export interface ConfinedOptions {
  readonly policy: Policy;
  readonly workspace?: string;
  readonly cwd?: string;
  /** For tests: places where the launcher is looked for. */
  readonly launchers?: readonly string[];
  readonly stdio?: "inherit" | "pipe";
  readonly input?: string;
  /** Overrides the policy's `limits.timeMs`, if it is shorter. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Each connection that was asked for, as it is decided. */
  readonly onEgress?: (decision: EgressDecision) => void;
  /** How the egress finds the addresses of a granted name; the system's resolver by default. */
  readonly resolve?: Resolve;
}

export interface ConfinedResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly backend: "bubblewrap";
  /** Files made or changed in the folders to be written that run as code later: hooks, workflows, start-up files. */
  readonly planted: readonly string[];
}

const asProgram = (f: (require: NodeJS.Require, process: NodeJS.Process) => void): string => `(${f.toString()})(require, process)`;

/** Every folder of a plan must be there, and be itself: a link could lead elsewhere by the time it is mounted. */
function checkRoots({ read, write }: Plan): void {
  for (const path of [...read, ...write]) {
    if (!lstatSync(path, { throwIfNoEntry: false }))
      throw new ConfinementRefused(`\`${path}\` does not exist; make it, or take it from the policy`);
    if (realpathSync.native(path) !== path)
      throw new ConfinementRefused(`\`${path}\` leads through a link to \`${realpathSync.native(path)}\`; write that in the policy`);
  }
}

/**
 * Runs a command under a policy, held by the kernel.
 *
 * @throws {ConfinementRefused} when no backend works or a clause cannot be held; then nothing has run.
 */
export async function runConfined(command: readonly string[], options: ConfinedOptions): Promise<ConfinedResult> {
  const { policy } = options;
  const roots = currentRoots(options.workspace);
  const { grants, problems } = normalise(policy);
  if (problems.length > 0 || command.length === 0)
    throw new ConfinementRefused(problems[0] ? `the policy is not valid: ${problems[0].message}` : "there is no command to run");
  const planned = planSandbox(grants, roots, process.env, policy.limits);
  if (!planned.ok) throw new ConfinementRefused(planned.unheld.map((one) => `\`${one.clause}\` cannot be held: ${one.reason}`).join("; "));
  const { plan } = planned;
  const backend = await probe(options.launchers);
  if ("reason" in backend) throw new ConfinementRefused(backend.reason);
  checkRoots(plan);
  const before = survey(plan.write);
  const cwd = resolveDeepest(options.cwd ?? roots.workspace);
  const visible = [...plan.read, ...plan.write].some((folder) => folder === "/" || cwd === folder || cwd.startsWith(`${folder}/`));
  const proxied = plan.network === "proxy";
  const args = bubblewrapArguments(plan, systemLayout(), visible ? cwd : "/", {
    survey: before,
    needed: proxied ? [process.execPath] : [],
    data: proxied ? [{ fd: FD.preload, path: "/run/toolfence/preload.cjs" }] : [],
    variables: proxied ? { NODE_CHANNEL_FD: String(channelFd()) } : {},
  });
  const program = proxied ? [process.execPath, "-e", asProgram(inner), "--", ...command] : command;
  const times = [policy.limits?.timeMs, options.timeoutMs].filter((one) => one !== undefined);
  const ended = await launch({
    launcher: backend.launcher,
    options: args,
    command: limited(backend.limiter, plan.limits, program),
    filter: seccompFilter(process.arch as Machine),
    interactive: options.stdio === "inherit",
    input: options.input,
    timeMs: times.length > 0 ? Math.min(...times) : undefined,
    outputBytes: plan.limits.outputBytes,
    signal: options.signal,
    egress: proxied
      ? {
          proxy: createEgress({
            scope: plan.hosts,
            ...(options.onEgress && { onDecision: options.onEgress }),
            ...(options.resolve && { resolve: options.resolve }),
          }),
          preload: asProgram(preload),
        }
      : undefined,
  });
  return { ...ended, backend: backend.name, planted: planted(before, survey(plan.write)) };
}
