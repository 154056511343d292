import type { CommandPattern, Invocation } from "../../model/command.ts";
import { matchCommand } from "../../model/command.ts";
import { matchAnyEnv } from "../../model/env.ts";
import type { Grants } from "../../model/policy.ts";
import { granted } from "../../model/scope.ts";
import type { Denial } from "../denied.ts";
import { harmless } from "../denied.ts";
import type { Launch, Launches } from "./commands.ts";
import { deniedCommand } from "./commands.ts";
import { ESCAPING_LETTERS, ESCAPING_LONG, ESCAPING_OPTIONS, EXACT_LONG, READS_ENVIRONMENT } from "./data/commands.ts";
import { isHarmlessVariable } from "./data/environment.ts";
import { isDangerousVariable } from "../../model/variables.ts";
import { IN_PLACE, WRITERS } from "./data/writers.ts";
import { entryOf } from "./own-value.ts";
import { SCRIPTS } from "./scripts.ts";
import type { GateSettings } from "./settings.ts";

/** Both names by which a rule may know a program. */
const invocations = (one: Launch): Invocation[] =>
  [...new Set([one.command, one.program])].map((command) => ({ command, args: one.args, shell: one.shell }));

const isRule = (pattern: CommandPattern, one: Launch): boolean => {
  const open = { ...pattern, shell: true, cwd: null };
  return invocations(one).some((invocation) => matchCommand(open, invocation));
};

/** The first rule that matches each program: deny and ask win over allow. */
export function commandRule(
  launches: Launches,
  settings: GateSettings,
): { decision: "allow" | "ask" | "deny"; clause: string } | undefined {
  if (settings.commandRules.length === 0) return undefined;
  const found = launches.all.map((one) => settings.commandRules.find(({ pattern }) => isRule(pattern, one)));
  const strictest = found.find((rule) => rule?.decision === "deny") ?? found.find((rule) => rule?.decision === "ask");
  if (strictest) return strictest;
  return found.length > 0 && found.every((rule) => rule !== undefined) ? found[0] : undefined;
}

const refused = (id: Denial["id"], text: string, says: string, clause: string, origin: Denial["origin"], change: string): Denial => ({
  id,
  clause,
  origin,
  value: text,
  reason: `the command \`${harmless(text)}\` ${says}`,
  change,
});

export const unreadableCommand = (text: string): Denial =>
  refused("command.unreadable", text, "cannot be understood with certainty", "exec", "default", "exec");

export const ruledOut = (text: string, clause: string): Denial =>
  refused("command.rule", text, "is not run here", clause, "config", clause);

/** The default and configured lists of commands that no tool runs. */
export function deniedCommands(text: string, launches: Launches, settings: GateSettings): Denial | undefined {
  if (launches.forkBomb)
    return refused("command.denied", text, "starts processes without end", "deniedCommands", "default", "commandRules");
  for (const one of launches.all) {
    const kind = deniedCommand(one);
    if (kind) return refused("command.denied", text, kind.says, "deniedCommands", "default", "commandRules");
    const own = settings.deniedCommands.find(({ pattern }) => isRule(pattern, one));
    if (own) return refused("command.denied", text, "is on the list of denied commands", own.clause, "config", "commandRules");
    const variable = one.assignments.map((text) => text.split(/\+?=/u)[0] ?? "").find(isDangerousVariable);
    if (variable !== undefined)
      return {
        ...refused("env.dangerous", text, `sets \`${variable}\`, which changes what programs run`, "env", "default", "commandRules"),
        value: variable,
      };
  }
  return undefined;
}

/** The policy's own commands: every program of a line must be granted. */
export function commandScope(text: string, launches: Launches, grants: Grants): Denial | undefined {
  if (grants.exec.allow !== "any" && !launches.plain) return unreadableCommand(text);
  for (const one of launches.all) {
    if (one.inner || (one.command === "" && one.args.length === 0 && !one.dynamic)) continue;
    const denial = launchScope(text, one, grants) ?? assignmentScope(text, one, grants);
    if (denial) return denial;
  }
  return undefined;
}

/** What stands before a program (`A=b program`) may change what it does: where programs are named, variables must be too. */
function assignmentScope(text: string, { assignments }: Launch, grants: Grants): Denial | undefined {
  if (grants.exec.allow === "any") return undefined;
  const name = assignments
    .map((one) => one.split(/\+?=/u)[0] ?? "")
    .find((one) => !isHarmlessVariable(one) && !granted(grants["env.write"], one, matchAnyEnv));
  if (name === undefined) return undefined;
  return {
    ...refused("env.outside", text, `sets \`${harmless(name)}\`, which this tool may not`, "env.write", "policy", "env.write"),
    value: name,
  };
}

function launchScope(text: string, one: Launch, grants: Grants): Denial | undefined {
  const { allow, deny } = grants.exec;
  const event: Invocation = { command: one.command, args: one.args, shell: one.shell };
  // What a shell still has to expand may become any argument: only patterns that hold them all count, and all that might.
  const isDenied = (pattern: CommandPattern): boolean =>
    one.dynamic ? pattern.command === one.command : matchCommand(withoutFolder({ ...pattern, shell: true }), event);
  const granting =
    allow === "any"
      ? allow
      : allow.filter((pattern) => matchCommand(withoutFolder(pattern), event) && (!one.dynamic || pattern.lists === null));
  if (deny.some(isDenied) || (granting !== "any" && granting.length === 0))
    return refused(
      "command.outside",
      text,
      `starts \`${harmless(one.command)}\` in a way that this tool may not`,
      "exec",
      "policy",
      "exec",
    );
  if (granting === "any") return undefined;
  const option = granting.every((pattern) => pattern.lists === null) ? escapingOption(one) : undefined;
  if (option !== undefined) {
    const says = `has the option \`${harmless(option)}\`, which does more than \`${one.program}\` says`;
    return refused("command.outside", text, says, "exec", "default", "exec");
  }
  const reads = entryOf(READS_ENVIRONMENT, one.program);
  return reads && grants["env.read"].allow !== "any" && one.args.some((arg) => !arg.startsWith("-") && reads.test(arg))
    ? refused("env.outside", text, "reads the environment", "env.read", "policy", "env.read")
    : undefined;
}

/** In which folder a command will run is not an argument's to say; the sandbox holds `cwd`. */
const withoutFolder = (pattern: CommandPattern): CommandPattern => (pattern.cwd === null ? pattern : { ...pattern, cwd: null });

/** Whether an option is one that leads out of its program: spelled whole, shortened as GNU programs take it, or in a bundle. */
function escapes(program: string, option: string, next: string): boolean {
  const whole = entryOf(ESCAPING_OPTIONS, program);
  if (whole && (whole.test(option) || whole.test(`${option} ${next}`))) return true;
  const [, name] = /^--([\w-]{2,})/u.exec(option) ?? [];
  if (name !== undefined) return !EXACT_LONG.has(name) && (entryOf(ESCAPING_LONG, program) ?? []).some((long) => long.startsWith(name));
  const letters = entryOf(ESCAPING_LETTERS, program);
  return letters !== undefined && /^-[A-Za-z]/u.test(option) && letters.test(option);
}

/** The option, or the program in a word, that leads out of what a program's name says. */
function escapingOption({ program, args }: Launch): string | undefined {
  const option = args.find((arg, index) => arg.startsWith("-") && escapes(program, arg, args[index + 1] ?? ""));
  return option ?? (entryOf(SCRIPTS, program)?.(args) === true ? args.join(" ") : undefined);
}

/** The value that is stuck to an option: `--file=x`, `-f../x`, `-o/x`. */
function stuckTo(option: string): string | undefined {
  const cut = /=|\.{0,2}\/|~|\.\.$/u.exec(option);
  return cut ? option.slice(cut[0] === "=" ? cut.index + 1 : cut.index) : undefined;
}

const WRITES_TO = /^(?:-[A-Za-z]*o|--out(?:put)?(?:-file|-dir|-document)?|--target-directory)(?=$|[=./~])/u;

const SCRIPT_OPTION = /^(?:-[A-Za-z]*[ef]|--(?:expression|file)(?:=|$))/u;
const TARGET_OPTION = /^(?:-[a-z]*t|--target-directory)(?:=|$)/u;

/** The places of the words that a program changes the files of. */
function changedBy({ program, args }: Launch): ReadonlySet<number> {
  const places = args.flatMap((arg, index) => (arg.startsWith("-") ? [] : [index]));
  if (program === "dd") return new Set(places.filter((index) => args[index]?.startsWith("of=") === true));
  if (args.some((arg) => entryOf(IN_PLACE, program)?.test(arg) === true))
    return new Set(args.some((arg) => SCRIPT_OPTION.test(arg)) ? places : places.slice(1));
  switch (entryOf(WRITERS, program)) {
    case "all":
      return new Set(places);
    case "last": {
      // `cp -t FOLDER a b`: the folder stands with its option.
      const target = args.findIndex((arg) => TARGET_OPTION.test(arg));
      if (target !== -1) return new Set(args[target]?.includes("=") === true ? [] : [target + 1]);
      // `rsync a host:b` writes elsewhere.
      const isAway = /^[^/]+:/u.test(args[places.at(-1) ?? 0] ?? "");
      return new Set(places.length > 1 && !isAway ? places.slice(-1) : []);
    }
    case "behind the first":
      return new Set(places.slice(1));
    default:
      return new Set();
  }
}

/** A word of a command that may be a path. */
export interface PathWord {
  readonly text: string;
  /** Whether it surely is one, which is written. */
  readonly writes: boolean;
  /** Whether its file is changed, if it is one. */
  readonly changes?: boolean;
}

/** Words of a command that are paths, with what they are needed for. */
export function pathsOf(one: Launch): PathWord[] {
  const operands = one.args.filter((arg) => !arg.startsWith("-"));
  const changes = changedBy(one);
  const words = one.args.flatMap((arg, index): PathWord[] => {
    const sorted = one.program === "sort" ? /^(?:-[A-Za-np-z]*o|--o[a-z]*=)(.+)$/u.exec(arg)?.[1] : undefined;
    if (sorted !== undefined) return [{ text: sorted, writes: true }];
    if (one.program === "uniq" && arg === operands[1]) return [{ text: arg, writes: true }];
    if (!arg.startsWith("-")) {
      // The word after an output option: `sort -o FILE`.
      const before = one.args[index - 1] ?? "";
      const writes = /^(?:-o|--output)$/u.test(before) || (one.program === "sort" && /^(?:-[A-Za-z]*o|--o[a-z]*)$/u.test(before));
      return [{ text: /^[a-z]+=/iu.test(arg) ? arg.slice(arg.indexOf("=") + 1) : arg, writes, changes: changes.has(index) }];
    }
    const text = stuckTo(arg);
    return text === undefined ? [] : [{ text, writes: WRITES_TO.test(arg) }];
  });
  // `-d @FILE`, `-F name=@FILE;type=x`: what a file holds is sent.
  const sent = words.flatMap(({ text, writes }) => {
    const [, file] = /^(?:[\w.-]*@|<)([^;]+)/u.exec(text) ?? [];
    return file === undefined || text.includes("://") ? [] : [{ text: file, writes }];
  });
  return [...words, ...sent, ...one.reads.map((text) => ({ text, writes: false })), ...one.writes.map((text) => ({ text, writes: true }))];
}
