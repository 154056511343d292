import { accessSync, constants, lstatSync, readlinkSync } from "node:fs";
import { execa } from "execa";
import type { Policy } from "../../model/policy.ts";
import { normalise } from "../../model/policy.ts";
import type { Roots } from "../roots.ts";
import { resolveDeepest } from "../gate/paths.ts";
import { currentRoots } from "../roots.ts";
import type { SystemLayout } from "./bubblewrap.ts";
import { bubblewrapArguments } from "./bubblewrap.ts";
import { planSandbox } from "./plan.ts";

/** Only these places are trusted to hold the launcher; the search path is not asked. */
const LAUNCHERS = ["/usr/bin/bwrap", "/bin/bwrap"];

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
  readonly timeoutMs?: number;
}

export interface ConfinedResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function launcherOf(places: readonly string[]): string | undefined {
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function systemLayout(): SystemLayout {
  const top = ["/bin", "/sbin", "/lib", "/lib64", "/lib32"].flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found ? [{ path, link: found.isSymbolicLink() ? readlinkSync(path) : null }] : [];
  });
  return { top };
}

/** The backend that can confine on this machine, or why none can. The probe runs a real confined process. */
export async function probe(
  launchers: readonly string[] = LAUNCHERS,
): Promise<{ readonly launcher: string } | { readonly reason: string }> {
  const launcher = launcherOf(launchers);
  if (launcher === undefined) return { reason: "bubblewrap is not installed (on Debian: `apt-get install bubblewrap`)" };
  const plan = { read: [], write: [], network: false, environment: {} };
  const { exitCode, stderr } = await execa(launcher, bubblewrapArguments(plan, systemLayout(), "/", ["/usr/bin/true"]), {
    reject: false,
    extendEnv: false,
    env: {},
    timeout: 10_000,
  });
  return exitCode === 0
    ? { launcher }
    : { reason: `bubblewrap cannot make a sandbox here: ${stderr.trim().split("\n")[0] ?? "no reason given"}` };
}

/**
 * Runs a command under a policy, held by the kernel.
 *
 * @throws {ConfinementRefused} when no backend works or a clause cannot be held; then nothing has run.
 */
export async function runConfined(command: readonly string[], options: ConfinedOptions): Promise<ConfinedResult> {
  const { policy, stdio = "pipe" } = options;
  const roots: Roots = currentRoots(options.workspace);
  const { grants, problems } = normalise(policy);
  if (problems.length > 0 || command.length === 0)
    throw new ConfinementRefused(problems[0] ? `the policy is not valid: ${problems[0].message}` : "there is no command to run");
  const planned = planSandbox(grants, roots, process.env);
  if (!planned.ok) throw new ConfinementRefused(planned.unheld.map((one) => `\`${one.clause}\` cannot be held: ${one.reason}`).join("; "));
  const backend = await probe(options.launchers);
  if ("reason" in backend) throw new ConfinementRefused(backend.reason);
  const cwd = resolveDeepest(options.cwd ?? roots.workspace);
  const visible = [...planned.plan.read, ...planned.plan.write].some(
    (folder) => folder === "/" || cwd === folder || cwd.startsWith(`${folder}/`),
  );
  const args = bubblewrapArguments(planned.plan, systemLayout(), visible ? cwd : "/", command);
  // Options go through a pipe: values of granted variables must not stand in an argument list.
  const end = args.length - command.length - 1;
  const hidden = new TextEncoder().encode(
    args
      .slice(0, end)
      .map((arg) => `${arg}\0`)
      .join(""),
  );
  const result = await execa(backend.launcher, ["--args", "3", ...args.slice(end)], {
    reject: false,
    extendEnv: false,
    env: {},
    stdio: stdio === "inherit" ? ["inherit", "inherit", "inherit", hidden] : ["ignore", "pipe", "pipe", hidden],
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
  });
  return {
    exitCode: result.exitCode ?? 128,
    stdout: typeof result.stdout === "string" ? result.stdout : "",
    stderr: typeof result.stderr === "string" ? result.stderr : "",
  };
}
