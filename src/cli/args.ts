import { parseArgs } from "node:util";
import { nearest } from "../model/capability.ts";
import { UserError } from "./io.ts";

const OPTIONS = {
  json: { type: "boolean" },
  format: { type: "string" },
  check: { type: "boolean" },
  stdout: { type: "boolean" },
  base: { type: "string" },
  policy: { type: "string" },
  workspace: { type: "string" },
} as const;

export type Flag = keyof typeof OPTIONS;

export interface Arguments {
  readonly flags: { readonly [F in Flag]?: (typeof OPTIONS)[F]["type"] extends "boolean" ? boolean : string };
  readonly positionals: readonly string[];
  readonly command: readonly string[];
}

/** Reads the arguments of one command; a flag that it does not know is an error with the nearest name. */
export function readArguments(argv: readonly string[], known: readonly Flag[], limit: number): Arguments {
  const split = argv.indexOf("--");
  const own = split === -1 ? argv : argv.slice(0, split);
  for (const word of own) {
    const name = /^--([^=]+)/u.exec(word)?.[1];
    if (name === undefined || (known as readonly string[]).includes(name)) continue;
    const close = nearest(name, known);
    throw new UserError(`Unknown option \`--${name}\`${close === undefined ? "" : `; did you mean \`--${close}\`?`}`);
  }
  try {
    const { values, positionals } = parseArgs({ args: [...own], options: OPTIONS, allowPositionals: true, strict: true });
    if (positionals.length > limit)
      throw new UserError(`Too many arguments: \`${positionals.slice(limit).join(" ")}\`; see \`toolfence --help\`.`);
    if (values.format !== undefined && values.format !== "json" && values.format !== "text")
      throw new UserError(`Unknown format \`${values.format}\`; write \`text\` or \`json\`.`);
    return {
      flags: { ...values, ...(values.format === "json" ? { json: true } : {}) },
      positionals,
      command: split === -1 ? [] : argv.slice(split + 1),
    };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}
