import { parseArgs } from "node:util";
import { nearest } from "../model/capability.ts";
import { UserError } from "./io.ts";

const OPTIONS = {
  json: { type: "boolean" },
  format: { type: "string", multiple: true, short: "f" },
  check: { type: "boolean" },
  update: { type: "boolean" },
  stdout: { type: "boolean" },
  evidence: { type: "string" },
  base: { type: "string" },
  "regenerate-base": { type: "boolean" },
  "allow-missing-base": { type: "boolean" },
  policy: { type: "string" },
  workspace: { type: "string" },
  tool: { type: "string", multiple: true },
  all: { type: "boolean" },
  reason: { type: "string" },
  by: { type: "string" },
  expires: { type: "string" },
  ticket: { type: "string" },
  "i-am-human": { type: "boolean" },
  baseline: { type: "boolean" },
  ci: { type: "boolean" },
  head: { type: "string" },
  backend: { type: "string" },
  "accept-losses": { type: "boolean" },
  here: { type: "boolean" },
  image: { type: "string" },
  unconfined: { type: "string" },
  "proxy-port": { type: "string" },
} as const;

export type Flag = keyof typeof OPTIONS;
type Value<F extends Flag> = (typeof OPTIONS)[F] extends { readonly type: "boolean" }
  ? boolean
  : (typeof OPTIONS)[F] extends { readonly multiple: true }
    ? readonly string[]
    : string;

export interface Arguments {
  readonly flags: { readonly [F in Flag]?: Value<F> };
  readonly positionals: readonly string[];
  readonly command: readonly string[];
}

/** Reads the arguments of one command; a flag that it does not know is an error with the nearest name. */
export function readArguments(argv: readonly string[], known: readonly Flag[], limit: number, exitCode = 2): Arguments {
  const split = argv.indexOf("--");
  const own = split === -1 ? argv : argv.slice(0, split);
  for (const word of own) {
    const name = /^--([^=]+)/u.exec(word)?.[1];
    if (name === undefined || (known as readonly string[]).includes(name)) continue;
    const close = nearest(name, known);
    throw new UserError(`Unknown option \`--${name}\`${close === undefined ? "" : `; did you mean \`--${close}\`?`}`, exitCode);
  }
  try {
    const { values, positionals } = parseArgs({ args: [...own], options: OPTIONS, allowPositionals: true, strict: true });
    if (positionals.length > limit)
      throw new UserError(`Too many arguments: \`${positionals.slice(limit).join(" ")}\`; see \`toolfence --help\`.`, exitCode);
    return { flags: values, positionals, command: split === -1 ? [] : argv.slice(split + 1) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error), exitCode);
  }
}
