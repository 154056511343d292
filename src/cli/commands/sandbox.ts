import { resolve } from "node:path";
import type { Policy } from "../../model/policy.ts";
import { currentRoots } from "../../runtime/roots.ts";
import type { Held } from "../../runtime/sandbox/explain.ts";
import { explainSandbox } from "../../runtime/sandbox/explain.ts";
import { policyOfFacts } from "../../verify/facts-policy.ts";
import { visible } from "../../verify/undeclared.ts";
import { backendOf } from "../backend.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { manifestTool } from "../manifest-tool.ts";
import { readPolicy } from "../policy-file.ts";

const USAGE =
  "Write `toolfence sandbox explain TOOL [DIR]`, or `toolfence sandbox explain --policy FILE [DIR]`; `--backend` asks of another sandbox.";

/** What would hold each clause of a policy, if a command ran confined by it: 0 all that is said, 1 something would be refused. */
export function sandbox(argv: readonly string[], io: Io): number {
  const [verb, ...rest] = argv;
  if (verb !== "explain") throw new UserError(USAGE);
  const { flags, positionals } = readArguments(rest, ["policy", "workspace", "json", "backend", "accept-losses"], 2);
  const [name, dir = "."] = flags.policy === undefined ? positionals : ["", ...positionals];
  if (name === undefined) throw new UserError(USAGE);
  const folder = resolve(io.cwd, dir);
  const { title, policy } = flags.policy === undefined ? ofTool(folder, name) : ofFile(resolve(io.cwd, flags.policy));
  const backend = backendOf(flags.backend);
  const held = explainSandbox(policy, {
    roots: currentRoots(resolve(io.cwd, flags.workspace ?? dir)),
    environment: process.env,
    ...(backend && { backend }),
    ...(flags["accept-losses"] && { losses: "accept" as const }),
    isRoot: process.getuid?.() === 0,
  });
  io.out(flags.json ? `${JSON.stringify({ schemaVersion: 1, clauses: held }, null, 2)}\n` : print(title, held));
  return held.some(({ by }) => by === "refused") ? 1 : 0;
}

interface Subject {
  readonly title: string;
  readonly policy: Policy;
}

function ofTool(folder: string, name: string): Subject {
  const { id, tool } = manifestTool(folder, name);
  const by = tool.policy ? "its policy" : "what its code was seen to do";
  return { title: `\`${visible(id)}\`, by ${by}:`, policy: tool.policy ?? policyOfFacts(tool.facts) };
}

const ofFile = (path: string): Subject => ({ title: `\`${visible(path)}\`:`, policy: readPolicy(path) });

const print = (title: string, held: readonly Held[]): string =>
  [
    `${title}\n\n`,
    ...held.map(
      ({ by, clause, how, value }) => `  ${clause.padEnd(12)} ${by.padEnd(8)} ${visible(value)}\n${" ".repeat(24)}${visible(how)}\n`,
    ),
  ].join("");
