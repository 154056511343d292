import { nearest } from "../model/capability.ts";
import { approvals, approve } from "./commands/approve.ts";
import { audit } from "./commands/audit.ts";
import { baseline } from "./commands/baseline.ts";
import { check } from "./commands/check.ts";
import { doctor } from "./commands/doctor.ts";
import { can, explain, render, rules } from "./commands/explain.ts";
import { git } from "./commands/git.ts";
import { init } from "./commands/init.ts";
import { manifest } from "./commands/manifest.ts";
import { packages } from "./commands/packages.ts";
import { run } from "./commands/run.ts";
import { sandbox } from "./commands/sandbox.ts";
import { scan } from "./commands/scan.ts";
import { schema } from "./commands/schema.ts";
import { diff, verify } from "./commands/verify.ts";
import { perPackage } from "./workspaces.ts";
import { HELP, helpOf } from "./help.ts";
import type { Io } from "./io.ts";
import { UserError } from "./io.ts";
import { version } from "../host/version.ts";
import { visible } from "../verify/undeclared.ts";

type Command = (argv: readonly string[], io: Io) => number | Promise<number>;
const COMMANDS: Readonly<Record<string, Command>> = {
  scan,
  check: perPackage(check),
  manifest: perPackage(manifest),
  verify: perPackage(verify),
  diff,
  approve,
  approvals,
  baseline,
  can,
  explain,
  rules,
  render,
  packages,
  init,
  doctor,
  git,
  run,
  sandbox,
  audit,
  schema,
};

/** Runs one command line; returns the exit code. Mistakes of the user are one line on stderr, never a stack. */
export async function cli(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    io.out(HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v" || name === "version") {
    io.out(`${version()}\n`);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const close = nearest(name, Object.keys(COMMANDS));
    io.err(
      `toolfence: unknown command \`${name}\`${close === undefined ? "." : `; did you mean \`${close}\`?`} See \`toolfence --help\`.\n`,
    );
    return 2;
  }
  const own = rest.slice(0, rest.includes("--") ? rest.indexOf("--") : rest.length);
  if (own.includes("--help") || own.includes("-h")) {
    io.out(helpOf(name));
    return 0;
  }
  try {
    return await command(rest, io);
  } catch (error) {
    if (error instanceof UserError) {
      io.err(`toolfence: ${error.message}\n`);
      return error.exitCode;
    }
    // Never the exit code of findings.
    const said = error instanceof Error ? error.message : String(error);
    io.err(`toolfence: nothing was checked, for a reason that is not handled; please report it: ${visible(said)}\n`);
    return 2;
  }
}
