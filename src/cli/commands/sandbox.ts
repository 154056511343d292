import { resolve } from "node:path";
import type { Policy } from "../../model/policy.ts";
import { currentRoots } from "../../runtime/roots.ts";
import type { Elsewhere } from "../../runtime/sandbox/backends/elsewhere.ts";
import { ELSEWHERE } from "../../runtime/sandbox/backends/elsewhere.ts";
import { elsewhere } from "../../runtime/sandbox/elsewhere.ts";
import { ConfinementRefused } from "../../runtime/sandbox/examine.ts";
import { refusalHere } from "../../runtime/sandbox/prepare.ts";
import type { Held } from "../../runtime/sandbox/explain.ts";
import { explainSandbox } from "../../runtime/sandbox/explain.ts";
import { policyOfFacts } from "../../verify/facts-policy.ts";
import { visible } from "../../model/json-text.ts";
import { backendOf } from "../backend.ts";
import type { Arguments } from "../args.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { manifestTool } from "../manifest-tool.ts";
import { readPolicy } from "../policy-file.ts";
import { isShellName, shellWord } from "../shell-word.ts";

const USAGE =
  "Write `toolfence sandbox explain TOOL [DIR]`, or `toolfence sandbox explain --policy FILE [DIR]` (`--backend` asks of another sandbox, `--here` whether this machine holds it now); or `toolfence sandbox arguments --backend NAME TOOL [DIR] -- COMMAND...`.";

/** What would hold a policy, or how it would be held by a sandbox that is not run here. */
export function sandbox(argv: readonly string[], io: Io): number | Promise<number> {
  const [verb, ...rest] = argv;
  if (verb === "explain") return explain(rest, io);
  if (verb === "arguments") return print(rest, io);
  throw new UserError(USAGE);
}

/** Says of each clause what would hold it, if a command ran confined by it: 0 all that is said, 1 something would be refused. */
async function explain(argv: readonly string[], io: Io): Promise<number> {
  const read = readArguments(argv, ["policy", "workspace", "json", "backend", "accept-losses", "here"], 2);
  const { flags } = read;
  const { title, policy, dir } = subject(read, io);
  const backend = backendOf(flags.backend);
  const workspace = resolve(io.cwd, flags.workspace ?? dir);
  const asked = { ...(backend && { backend }), ...(flags["accept-losses"] && { losses: "accept" as const }) };
  const held = explainSandbox(policy, {
    roots: currentRoots(workspace),
    environment: process.env,
    ...asked,
    isRoot: process.getuid?.() === 0,
  });
  const refused = flags.here ? ((await refusalHere(policy, { workspace, ...asked })) ?? null) : undefined;
  const here = refused === undefined ? {} : { here: { backend: backend ?? "bubblewrap", refused } };
  io.out(
    flags.json ? `${JSON.stringify({ schemaVersion: 1, clauses: held, ...here }, null, 2)}\n` : table(title, held) + hereLine(here.here),
  );
  return held.some(({ by }) => by === "refused") || (refused ?? null) !== null ? 1 : 0;
}

/** Prints how a command would be started by a sandbox that toolfence does not run itself; runs nothing. */
function print(argv: readonly string[], io: Io): number {
  const read = readArguments(argv, ["policy", "workspace", "json", "backend", "accept-losses", "image", "proxy-port"], 2);
  const { flags, command } = read;
  const backend = ELSEWHERE.find((name) => name === flags.backend);
  if (!backend || command.length === 0)
    throw new UserError(
      `Write \`toolfence sandbox arguments --backend ${ELSEWHERE.join("|")} TOOL -- COMMAND...\`; what runs here is run by \`toolfence run\`.`,
    );
  const proxyPort = flags["proxy-port"] === undefined ? undefined : Number(flags["proxy-port"]);
  if (proxyPort !== undefined && !(Number.isInteger(proxyPort) && proxyPort > 0 && proxyPort < 65536))
    throw new UserError(`\`--proxy-port\` is \`${visible(flags["proxy-port"] ?? "")}\`; write a port, as 3128.`);
  const { policy, dir } = subject(read, io);
  try {
    const told = elsewhere(policy, command, {
      backend,
      workspace: resolve(io.cwd, flags.workspace ?? dir),
      cwd: io.cwd,
      ...(flags["accept-losses"] && { losses: "accept" as const }),
      image: flags.image,
      proxyPort,
    });
    io.out(flags.json ? `${JSON.stringify({ schemaVersion: 1, ...told }, null, 2)}\n` : shellLine(told));
    if (!flags.json) for (const one of told.notHeld) io.err(`toolfence: not held by ${backend}: ${one}.\n`);
    return 0;
  } catch (error) {
    if (error instanceof ConfinementRefused) throw new UserError(`Refused: ${visible(error.message)}.`);
    throw error;
  }
}

interface Subject {
  readonly title: string;
  readonly policy: Policy;
  readonly dir: string;
}

function subject({ flags, positionals }: Arguments, io: Io): Subject {
  const [name, dir = "."] = flags.policy === undefined ? positionals : ["", ...positionals];
  if (name === undefined) throw new UserError(USAGE);
  return { dir, ...(flags.policy === undefined ? ofTool(resolve(io.cwd, dir), name) : ofFile(resolve(io.cwd, flags.policy))) };
}

function ofTool(folder: string, name: string): Omit<Subject, "dir"> {
  const { id, tool } = manifestTool(folder, name);
  const by = tool.policy ? "its policy" : "what its code was seen to do";
  return { title: `\`${visible(id)}\`, by ${by}:`, policy: tool.policy ?? policyOfFacts(tool.facts) };
}

const ofFile = (path: string): Omit<Subject, "dir"> => ({ title: `\`${visible(path)}\`:`, policy: readPolicy(path) });

const table = (title: string, held: readonly Held[]): string =>
  [
    `${title}\n\n`,
    ...held.map(
      ({ by, clause, how, value }) => `  ${clause.padEnd(12)} ${by.padEnd(8)} ${visible(value)}\n${" ".repeat(24)}${visible(how)}\n`,
    ),
  ].join("");

const hereLine = (here: { readonly backend: string; readonly refused: string | null } | undefined): string => {
  if (!here) return "";
  return `\n  here: ${here.refused === null ? `${here.backend} works, and what is granted is there` : `refused: ${visible(here.refused)}`}\n`;
};

/** A line for a shell. Granted variables have the value that they have where it is run. */
function shellLine({ file, args, environment, cwd }: Elsewhere): string {
  const unnamed = environment.passed.find((name) => !isShellName(name));
  if (unnamed !== undefined) throw new UserError(`\`${visible(unnamed)}\` is no name of a variable in a shell; write \`--json\`.`);
  const fixed = Object.entries(environment.fixed).map(([name, value]) => shellWord(`${name}=${value}`));
  const passed = environment.passed.map((name) => `${name}="$${name}"`);
  const line = `cd ${shellWord(cwd)} && env -i ${[...fixed, ...passed, ...[file, ...args].map(shellWord)].join(" ")}`;
  if (line.split("\n").some((one) => visible(one) !== one)) throw new UserError("Names in it cannot be shown as they are; write `--json`.");
  return `${line}\n`;
}
