import type { Policy } from "../../model/policy.ts";
import { currentCall } from "../call/context.ts";
import type { Known } from "../known-options.ts";
import { commandScope, unreadableCommand } from "../gate/command-steps.ts";
import { launchesOfArgv } from "../gate/commands.ts";
import { checkOptions } from "../known-options.ts";
import type { Resolve } from "../egress/dial.ts";
import { inner } from "../egress/inner.ts";
import type { EgressDecision } from "../egress/proxy.ts";
import { PORT, proxyVariables } from "../egress/variables.ts";
import type { BackendName } from "./backends/names.ts";
import { diagnose } from "./diagnose.ts";
import { bare } from "./bare.ts";
import { ConfinementRefused, examine, grantsOf } from "./examine.ts";
import type { Ended, Launch } from "./launch.ts";
import { launch } from "./launch.ts";
import type { Prepared } from "./prepare.ts";
import { prepare } from "./prepare.ts";
import { programPin } from "./pins.ts";
import type { Plan } from "./plan.ts";
import { egressVariables } from "./plan.ts";
import { asProgram } from "./program.ts";
import { isSearched, planted } from "./survey.ts";
import { isWarm, keepWarmLater, launchFreeing, launchWarm } from "./warm.ts";
import type { WayOut } from "./way-out.ts";
import { openWayOut } from "./way-out.ts";

export interface ConfinedOptions {
  readonly policy: Policy;
  readonly workspace?: string;
  readonly cwd?: string;
  /** By default bubblewrap. Others hold less, and are taken where they are asked for alone. */
  readonly backend?: BackendName;
  /** Takes more for granted than the policy grants, where no mount says it closer (told in the result); else that is refused. */
  readonly losses?: "accept";
  /** For tests: places where bubblewrap is looked for. */
  readonly launchers?: readonly string[];
  /** Runs it held by nothing but its environment, limits and time, for this reason, which is recorded; in place of any backend. */
  readonly unconfined?: string;
  readonly stdio?: "inherit" | "pipe";
  readonly input?: string;
  /**
   * After this run, a sandbox of the same kind is made and waits for a command, for a minute at most; the next run that plans the very same takes
   * it, and no other. Only by bubblewrap, where neither hosts are granted one by one nor `stdio` is inherited; elsewhere it changes nothing.
   */
  readonly warm?: boolean;
  /** Overrides the policy's `limits.timeMs`, if it is shorter. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Each connection that was asked for, as it is decided; one that is let through is not made where this throws. */
  readonly onEgress?: (decision: EgressDecision) => void;
  /** How the egress finds the addresses of a granted name; the system's resolver by default. */
  readonly resolve?: Resolve;
}

const OPTIONS: Known<ConfinedOptions> = {
  policy: "any",
  workspace: "any",
  cwd: "any",
  backend: "any",
  losses: "any",
  launchers: "any",
  unconfined: "any",
  stdio: "any",
  input: "any",
  warm: "any",
  timeoutMs: "any",
  signal: "any",
  onEgress: "function",
  resolve: "function",
};

export interface ConfinedResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Whether it was ended for writing more than `limits.outputBytes` to one of both. */
  readonly wroteTooMuch: boolean;
  /** `none` where it was asked to be `unconfined`. */
  readonly backend: BackendName | "none";
  /** Files made or changed in the folders to be written that run as code later (hooks, workflows, start-up files), or that the policy denies. */
  readonly planted: readonly string[];
  /** Whether all those folders could be searched for such files: a command can make too many, or a folder that cannot be looked into. */
  readonly isSearched: boolean;
  /** What was granted beyond the policy, since no mount says it closer; only where `losses` are accepted. */
  readonly losses: readonly string[];
}

/** The program that is named first is one that the policy names, where it names any; what that one starts is held by the rest of the policy. */
function checkCommand(command: readonly string[], policy: Policy): void {
  if (policy.exec === undefined) return;
  const text = command.join(" ");
  const launches = launchesOfArgv(command);
  const denial = launches ? commandScope(text, launches, grantsOf(policy).grants) : unreadableCommand(text);
  if (denial) throw new ConfinementRefused(`\`exec\` does not grant it: ${denial.reason}`);
}

/** Decisions of the egress go to the log of the gated call that runs the command, if there is one. */
function recorded(onEgress: ConfinedOptions["onEgress"]): (decision: EgressDecision) => void {
  const call = currentCall();
  return (decision) => {
    const { verdict, protocol, target, reason } = decision;
    call?.record({ what: `egress ${protocol}`, target, refused: verdict === "deny" ? (reason ?? "refused") : null, isHeld: true });
    onEgress?.(decision);
  };
}

/**
 * Runs a command under a policy, held by the kernel. Inside of a gated call, what it reaches is written to that call's audit log.
 *
 * @throws {ConfinementRefused} when no backend works or a clause cannot be held; then nothing has run.
 * @throws the reason of `signal`, when it was aborted before anything ran.
 */
export async function runConfined(command: readonly string[], options: ConfinedOptions): Promise<ConfinedResult> {
  checkOptions<ConfinedOptions>("runConfined", options, OPTIONS);
  if ((command[0] ?? "") === "") throw new ConfinementRefused("there is no command to run");
  if (command.some((word) => word.includes("\0"))) throw new ConfinementRefused("an argument has a NUL character");
  checkCommand(command, options.policy);
  options.signal?.throwIfAborted();
  if (options.unconfined !== undefined) return unconfined(command, options, options.unconfined);
  const prepared = await prepare(options.policy, options);
  try {
    options.signal?.throwIfAborted();
    const { refused, again, ...ended } = await started(prepared, command, options);
    // The launcher failed after all, or found something else than was looked at: the command has not run.
    if (refused !== undefined && !options.signal?.aborted && !ended.timedOut)
      throw new ConfinementRefused(refused === "" ? diagnose(prepared.backend.name, ended.stderr).reason : refused);
    const { backend, before, plan } = prepared;
    const after = await prepared.after();
    again?.();
    return {
      ...ended,
      backend: backend.name,
      planted: planted(before, after),
      isSearched: isSearched(before, after),
      losses: plan.losses.map(({ clause, reason }) => `${clause}: ${reason}`),
    };
  } finally {
    await prepared.end();
  }
}

/** The override: the record is written before it starts, and it does not start where that fails. */
async function unconfined(command: readonly string[], options: ConfinedOptions, reason: string): Promise<ConfinedResult> {
  if (reason.trim() === "") throw new ConfinementRefused("`unconfined` needs a reason");
  if (options.backend !== undefined) throw new ConfinementRefused("`unconfined` takes no backend");
  const { plan, cwd, survey, after } = examine(options.policy, { ...options, losses: "accept" });
  currentCall()?.record({ what: `unconfined (${reason})`, target: command.join(" "), refused: null });
  const ended = await launch({
    ...bare(plan, cwd, command),
    interactive: options.stdio === "inherit",
    input: options.input,
    timeMs: timeOf(options),
    outputBytes: plan.limits.outputBytes,
    signal: options.signal,
  });
  const now = await after();
  return {
    ...ended,
    backend: "none",
    planted: planted(survey, now),
    isSearched: isSearched(survey, now),
    losses: [],
  };
}

/** The shorter of both times that it has. */
function timeOf({ policy, timeoutMs }: ConfinedOptions): number | undefined {
  const times = [policy.limits?.timeMs, timeoutMs].filter((one) => one !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

const programIn = ({ environment }: Plan, [word = ""]: readonly string[]): string | undefined =>
  programPin(word, (environment["PATH"] ?? "").split(":"));

/** How it ended, and what makes a sandbox for the next run, where that is asked for. */
type Ran = Ended & { readonly again?: () => void };

async function started(prepared: Prepared, command: readonly string[], options: ConfinedOptions): Promise<Ran> {
  const way = await openWayOut(prepared, { onDecision: recorded(options.onEgress), resolve: options.resolve });
  const ended = async (): Promise<Ran> => {
    const one = launchOf(prepared, command, options, way);
    if (options.warm !== true || !isWarm(one)) return launchFreeing(one);
    // As it was planned now: if the next run plans something else, that one is not taken.
    const again = keepWarmLater(one);
    return { ...(await launchWarm(one)), again };
  };
  return ended().finally(() => way?.close());
}

function launchOf(prepared: Prepared, command: readonly string[], options: ConfinedOptions, way: WayOut | undefined): Launch {
  const { backend, filter, plan } = prepared;
  const proxied = plan.network === "proxy";
  const door = way?.door;
  const loopback = egressVariables(plan);
  const proxyAt = (port: string): Record<string, string> => proxyVariables(port, prepared.preload.path, Object.keys(loopback).length > 0);
  const isInside = proxied && !door;
  const program = isInside
    ? [process.execPath, "-e", asProgram(inner, prepared.preload.path), "--", JSON.stringify(proxyAt(PORT)), ...command]
    : command;
  return {
    ...backend,
    ...prepared.told({
      code: isInside ? [process.execPath] : [],
      channel: isInside,
      link: false,
      door,
      variables: { ...loopback, ...(door && proxyAt(String(door.port))) },
    }),
    // What was judged by its name is what is started: where programs are granted one by one.
    ...prepared.command(program, !proxied && Array.isArray(options.policy.exec) ? programIn(plan, command) : undefined),
    filter,
    pins: prepared.pins,
    hosts: prepared.hosts,
    interactive: options.stdio === "inherit",
    input: options.input,
    timeMs: timeOf(options),
    outputBytes: plan.limits.outputBytes,
    signal: options.signal,
    egress: way && { ...way, preload: prepared.preload.text },
  };
}
