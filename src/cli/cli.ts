import { nearest } from "../model/capability.ts";
import { HELP, helpOf } from "./help.ts";
import type { Io } from "./io.ts";
import { UserError } from "./io.ts";
import { version } from "../host/version.ts";
import { visible } from "../model/json-text.ts";

type Command = (argv: readonly string[], io: Io) => number | Promise<number>;

/** A command that with `--workspaces` runs once a package, and judges what it finds or not. */
const perPackage =
  (load: () => Promise<Command>, isJudging = true): Command =>
  async (argv, io) => {
    const command = await load();
    return argv.includes("--workspaces") ? (await import("./workspaces.ts")).eachPackage(command, isJudging, argv, io) : command(argv, io);
  };

/** What a command needs is loaded when it is called: a check need not wait for what runs sandboxes. */
const COMMANDS: Readonly<Record<string, () => Command | Promise<Command>>> = {
  scan: async () => (await import("./commands/scan.ts")).scan,
  check: () => perPackage(async () => (await import("./commands/check.ts")).check),
  manifest: () => perPackage(async () => (await import("./commands/manifest.ts")).manifest, false),
  verify: () => perPackage(async () => (await import("./commands/verify.ts")).verify),
  diff: async () => (await import("./commands/diff.ts")).diff,
  approve: async () => (await import("./commands/approve.ts")).approve,
  approvals: async () => (await import("./commands/approve.ts")).approvals,
  baseline: async () => (await import("./commands/baseline.ts")).baseline,
  can: async () => (await import("./commands/explain.ts")).can,
  explain: async () => (await import("./commands/explain.ts")).explain,
  rules: async () => (await import("./commands/explain.ts")).rules,
  render: async () => (await import("./commands/explain.ts")).render,
  packages: async () => (await import("./commands/packages.ts")).packages,
  init: async () => (await import("./commands/init.ts")).init,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  git: async () => (await import("./commands/git.ts")).git,
  run: async () => (await import("./commands/run.ts")).run,
  sandbox: async () => (await import("./commands/sandbox.ts")).sandbox,
  audit: async () => (await import("./commands/audit.ts")).audit,
  schema: async () => (await import("./commands/schema.ts")).schema,
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
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
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
    return await (
      await load()
    )(rest, io);
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
