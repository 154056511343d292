import { hasHole } from "./holes.ts";
import { isInterpreter } from "./interpreters.ts";
import type { Use } from "./risk.ts";
import { wordsOf } from "./words.ts";

const LOADS = /^code\.(?:load|native|worker)$/u;
const MACHINE_CODE = /\.(?:node|wasm)$/iu;
const SCRIPT = /\.(?:sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|php|lua|r|jl|awk|sql|jar|wasm|[cm]?[jt]sx?)$/iu;
/** Where a word of a shell line stands in the place of a program. */
const PROGRAM = /(?:^|[;|&({`]|\$\()\s*([^\s;|&(){}<>"'`]+)/gu;
const BETWEEN = /[\s;|&(){}<>"'`=]+/u;

const isPath = (word: string): boolean => word.includes("/") || SCRIPT.test(word);

/** A path of which everything is known but the folder that it starts in. */
const isKnown = (path: string): boolean => !hasHole(path.replace(/^\{module\}/u, "")) && !path.includes("://");

function wordsRun(capability: string, resource: string): readonly string[] {
  if (capability === "exec.shell")
    return [
      ...Array.from(resource.matchAll(PROGRAM), ([, program = ""]) => program),
      ...resource.split(BETWEEN).filter((one) => SCRIPT.test(one) || one.includes("/")),
    ];
  const [program = "", ...rest] = wordsOf(resource);
  return [
    program,
    ...(isInterpreter(program) ? rest.flatMap((word) => (word.startsWith("-") ? (/=(.+)$/u.exec(word)?.[1] ?? []) : word)) : []),
  ];
}

/**
 * The files whose content decides what a use does: what is run, what an interpreter is given, what is loaded as machine code
 * or in a thread. As they are spelled in the resource, with its root; names that only a `PATH` resolves are none.
 */
export function filesRun({ capability, resource }: Use): string[] {
  if (LOADS.test(capability)) return [resource].filter(isKnown);
  if (capability === "fs.read") return [resource].filter((one) => MACHINE_CODE.test(one) && isKnown(one));
  if (!capability.startsWith("exec.")) return [];
  return [...new Set(wordsRun(capability, resource))].filter((word) => isPath(word) && isKnown(word));
}
