import type { CallContext } from "../call/context.ts";
import { DEFAULT_LIMITS } from "../../model/limits.ts";
import { LONGEST_MS } from "../timers.ts";
import { granted } from "../../model/scope.ts";
import { matchAnyEnv } from "../../model/env.ts";
import { isDangerousVariable } from "../../model/variables.ts";
import { launchesOfArgv } from "../gate/commands.ts";
import { resolveDeepest } from "../gate/paths.ts";
import { BASE_ENVIRONMENT } from "../sandbox/plan.ts";
import { check } from "./check.ts";

export interface ExecOptions {
  /** Below the workspace where it is relative; the workspace itself by default. */
  readonly cwd?: string;
  readonly input?: string;
  readonly timeoutMs?: number;
}

export interface ExecResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

/**
 * Runs a program that the policy grants, without a shell, in the constant base environment and
 * the granted variables. It is checked, not confined: `runConfined` is what the kernel holds.
 */
export async function gatedExec(context: CallContext, command: string, args: readonly string[], options: ExecOptions): Promise<ExecResult> {
  const argv = [command, ...args];
  const cwd = resolveDeepest(
    options.cwd === undefined
      ? context.roots.workspace
      : options.cwd.startsWith("/")
        ? options.cwd
        : `${context.roots.workspace}/${options.cwd}`,
  );
  check(context, { k: "command", text: argv.join(" "), launches: launchesOfArgv(argv) ?? null, folder: cwd }, "exec", argv.join(" "));
  if (options.cwd !== undefined) check(context, { k: "path", text: cwd, need: "any" }, "exec in", cwd);
  // Loaded where it is needed: most tools start nothing.
  const { execa } = await import("execa");
  const child = execa(command, args, {
    cwd,
    env: { ...BASE_ENVIRONMENT, ...variables(context) },
    extendEnv: false,
    shell: false,
    reject: false,
    // A group of its own, so that what it started ends with it.
    detached: process.platform !== "win32",
    maxBuffer: DEFAULT_LIMITS.outputBytes,
    ...(options.input === undefined ? { stdin: "ignore" } : { input: options.input }),
  });
  let timedOut = false;
  const stop = (): void => {
    timedOut = true;
    try {
      if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
      else child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  const signal = context.signal();
  signal.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(stop, Math.min(options.timeoutMs ?? DEFAULT_LIMITS.timeMs, LONGEST_MS));
  try {
    const { exitCode, stdout, stderr } = await child;
    return { exitCode: exitCode ?? 128, stdout, stderr, timedOut };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** The variables that every policy around grants, but those that decide what programs run. */
function variables({ levels }: CallContext): Record<string, string> {
  const names = Object.keys(process.env).filter(
    (name) => !isDangerousVariable(name) && levels.every(({ grants }) => grants !== null && granted(grants["env.read"], name, matchAnyEnv)),
  );
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}
