import type { CommandInput, CommandPattern } from "../../model/command.ts";
import { parseCommand } from "../../model/command.ts";
import type { PathPattern } from "../../model/path.ts";
import { parsePath } from "../../model/path.ts";
import { mustParse } from "../../model/result.ts";
import type { RuntimeConfig } from "../../schema/runtime.ts";
import { runtimeSchema } from "../../schema/runtime.ts";
import { printProblem, problemsOf } from "../../schema/problems.ts";

/** A path rule or list entry, with the key that it stands under. */
export interface PathEntry {
  readonly pattern: PathPattern;
  readonly clause: string;
}

/** The operator's configuration, checked and parsed. */
export interface GateSettings {
  readonly readOnly: boolean;
  readonly hardLinks: "refuse" | "allow";
  readonly pathRules: readonly (PathEntry & { readonly read: boolean; readonly write: boolean })[];
  readonly deniedPaths: readonly PathEntry[];
  readonly allowedPaths: readonly PathEntry[];
  readonly commandRules: readonly {
    readonly pattern: CommandPattern;
    readonly decision: "allow" | "ask" | "deny";
    readonly clause: string;
  }[];
  readonly deniedCommands: readonly { readonly pattern: CommandPattern; readonly clause: string }[];
}

/**
 * Checks a configuration of the runtime and parses its patterns.
 *
 * @throws {TypeError} naming every key that is wrong and the nearest that exists.
 */
export function checkRuntimeConfig(input: unknown): RuntimeConfig {
  const found = runtimeSchema.safeParse(input);
  if (!found.success)
    throw new TypeError(`The runtime configuration is not valid: ${problemsOf(found.error).map(printProblem).join("; ")}.`);
  return found.data;
}

/** A checked configuration, parsed. */
export function gateSettings(config: RuntimeConfig): GateSettings {
  const path = (text: string, clause: string): PathEntry => ({ pattern: mustParse(parsePath(text)), clause });
  const command = (input: string | CommandInput, clause: string): { pattern: CommandPattern; clause: string } => ({
    pattern: mustParse(parseCommand(input)),
    clause,
  });
  return {
    readOnly: config.readOnly ?? false,
    hardLinks: config.hardLinks ?? "refuse",
    pathRules: (config.pathRules ?? []).map((rule, index) => ({
      ...path(rule.path, `pathRules[${index}]`),
      read: rule.read ?? true,
      write: rule.write ?? false,
    })),
    deniedPaths: (config.deniedPaths ?? []).map((text, index) => path(text, `deniedPaths[${index}]`)),
    allowedPaths: (config.allowedPaths ?? []).map((text, index) => path(text, `allowedPaths[${index}]`)),
    commandRules: (config.commandRules ?? []).map((rule, index) => ({
      ...command(rule.command, `commandRules[${index}]`),
      decision: rule.decision,
    })),
    deniedCommands: (config.deniedCommands ?? []).map((one, index) => command(one, `deniedCommands[${index}]`)),
  };
}

/** What holds where no configuration is given: the default lists, and nothing else. */
export const DEFAULT_SETTINGS: GateSettings = gateSettings({});
