import type { World } from "./eval/world.ts";
import { parts, visitRoots } from "./ir-walk.ts";
import type { Expr, ModuleSummary, Pos } from "./ir.ts";
import { frameworkExports } from "./shapes/exports.ts";

/** Functions of the language that only read what they are given, or make it firmer. */
const READERS: ReadonlySet<string> = new Set(
  "stringify structuredClone keys entries values log info debug warn error trace dir table freeze isFrozen isArray deepEqual deepStrictEqual equal strictEqual ok".split(
    " ",
  ),
);
/** Methods of lists that change nothing. */
const READING: ReadonlySet<string> = new Set(
  "includes some every join map filter find findLast flatMap forEach indexOf slice concat at entries values keys".split(" "),
);
/** What hands on, as it is, what it is given. */
const SAME: ReadonlySet<string> = new Set(["freeze", "entries", "values"]);

/** That a function is given a value as argument `i`. */
export interface Given {
  readonly f: Expr;
  readonly i: number;
  readonly at: Pos;
}

export interface Uses {
  /** Where a value stands in a way that lets others change it: assigned to, called on, handed to a function, given back. */
  readonly at?: Pos | undefined;
  /** Variables that are it, or hold it. */
  readonly kept: readonly number[];
  readonly given: readonly Given[];
}

/** What a module does with a value, wherever it names it. */
export function usesIn(world: World, sum: ModuleSummary, isIt: (e: Expr) => boolean): Uses {
  let at: Pos | undefined;
  const isOf = (e: Expr): boolean => isIt(e) || (e.k === "mem" && !isSimple(e) && isOf(e.o)) || (e.k === "as" && isOf(e.e));
  const walk = (e: Expr, isLoose: boolean): void => {
    if (isOf(e)) {
      if (isLoose) at ??= atOf(e);
      return;
    }
    if (e.k === "mem" && isOf(e.o)) return;
    switch (e.k) {
      case "call": {
        const name = nameOf(sum, e.f);
        const isCalledBack = e.a.some(({ k }) => k === "fn") || (name === "stringify" && ["var", "mem", "call"].includes(e.a[1]?.k ?? ""));
        const isReader = isOurs(world, sum, e.f) || (isGlobal(e.f) && READERS.has(name) && !isCalledBack);
        walk(e.f.k === "mem" ? e.f.o : e.f, e.f.k === "mem" && !READING.has(name));
        e.a.forEach((argument, i) => {
          // What hands it on as it is, is it.
          const isLost = !isReader || (isLoose && isGlobal(e.f) && SAME.has(name));
          if (argument.k === "spread") walk(argument.e, isLost);
          else if (!isReader && e.f.k === "var" && keeps(sum, argument, isOf)) given.push({ f: e.f, i, at: e.at });
          else walk(argument, isLost);
        });
        return;
      }
      case "spread":
        walk(e.e, false);
        return;
      case "yield":
        walk(e.e, true);
        return;
      case "set":
        walk(e.t.k === "mem" ? e.t.o : e.t, true);
        walk(e.e, !isExports(e.t));
        return;
      // What a component is given, it may change.
      case "jsx":
        parts(e, (part) => {
          walk(part, true);
        });
        return;
      case "un":
        walk(e.e, e.op === "delete");
        return;
      case "bin":
        walk(e.l, false);
        walk(e.r, false);
        return;
      default:
        parts(e, (part) => {
          walk(part, isLoose);
        });
    }
  };
  const initials = new Set<Expr>();
  const kept = new Set<number>();
  const given: Given[] = [];
  sum.vars.forEach(({ d }, v) => {
    for (const def of d) {
      const e =
        def.k === "expr" || def.k === "elem" ? def.e : def.k === "param" && def.path.length === 0 ? sum.fns[def.f]?.pd[def.i] : undefined;
      // What it is where nothing was given, on any step of the way.
      const instead = "path" in def ? def.path.flatMap((step) => ("d" in step ? [step.d] : [])) : [];
      for (const one of e ? [e, ...instead] : instead) {
        initials.add(one);
        if (keeps(sum, one, isOf)) kept.add(v);
      }
    }
  });
  visitRoots(sum, (root, isHandedOn) => {
    if (initials.has(root)) walkInside(root, walk, isOf);
    else walk(root, isHandedOn);
  });
  return { at, kept: [...kept], given };
}

/** Whether what a variable starts as is, or holds, a value. */
function keeps(sum: ModuleSummary, e: Expr, isOf: (e: Expr) => boolean): boolean {
  if (isOf(e)) return true;
  const inner = (one: Expr): boolean => keeps(sum, one, isOf);
  switch (e.k) {
    case "obj":
      // What is copied member by member still shares what those hold.
      return e.p.some((prop) => inner("s" in prop ? prop.s : prop.e));
    case "arr":
      return e.e.some(inner);
    case "cond":
      return inner(e.a) || inner(e.b);
    case "logic":
      return inner(e.l) || inner(e.r);
    case "seq":
      return e.e.slice(-1).some(inner);
    case "as":
    case "await":
      return inner(e.e);
    case "mem":
      return !isSimple(e) && inner(e.o);
    case "call":
      // A part of a list of commands still shares the commands.
      if (e.f.k === "mem" && PARTS.has(nameOf(sum, e.f)) && e.f.o.k === "mem" && e.f.o.p === "exec") return inner(e.f.o);
      return isGlobal(e.f) && SAME.has(nameOf(sum, e.f)) && e.a.some(inner);
    default:
      return false;
  }
}

/** `console.log`, `JSON.stringify`, `structuredClone`: of the language, and nobody's own. */
const isGlobal = (f: Expr): boolean => f.k === "glob" || (f.k === "mem" && f.o.k === "glob");

/** `module.exports = { policy }`, `exports.policy = policy` */
const isExports = (target: Expr): boolean =>
  target.k === "mem" && ((target.o.k === "glob" && (target.o.n === "exports" || target.o.n === "module")) || isExports(target.o));

/** Looks into what a variable starts as, but for what it keeps. */
function walkInside(e: Expr, walk: (e: Expr, isLoose: boolean) => void, isOf: (e: Expr) => boolean): void {
  if (isOf(e)) return;
  if (["obj", "arr", "cond", "logic", "as", "seq", "await"].includes(e.k))
    parts(e, (part) => {
      walkInside(part, walk, isOf);
    });
  else walk(e, false);
}

/** Members that hold no more than a word or a number, and those of a tool that are no policy. */
const SIMPLE: ReadonlySet<string> = new Set(
  "risk approval isolation untrustedOutput name title description id schema inputSchema outputSchema parameters annotations run execute handler func length".split(
    " ",
  ),
);

/** Lists of words, by the member they stand in (`""`: the policy itself): an element of one is no policy. */
const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["fs", new Set("read write create modify delete".split(" "))],
  ["net", new Set("connect listen".split(" "))],
  ...["read", "write", "create", "modify", "delete", "connect", "listen", "env"].map((of) => [of, new Set(["allow", "deny"])] as const),
  ["", new Set("net env code control".split(" "))],
]);
const PARTS: ReadonlySet<string> = new Set("filter find findLast at slice concat map flatMap".split(" "));

/** Whether a member holds no more than a word. */
const isSimple = ({ o, p }: Extract<Expr, { readonly k: "mem" }>): boolean =>
  typeof p === "string" && SIMPLE.has(p) ? true : (typeof p !== "string" || /^\d+$/u.test(p)) && isListOfWords(o);

function isListOfWords(list: Expr): boolean {
  if (list.k !== "mem" || typeof list.p !== "string") return false;
  const of = list.o.k === "mem" && typeof list.o.p === "string" ? list.o.p : "";
  return WORDS.get("")?.has(list.p) === true || WORDS.get(of)?.has(list.p) === true;
}

const atOf = (e: Expr): Pos => ("at" in e ? e.at : e.k === "as" ? atOf(e.e) : 0);

/** The name of a function as it was exported, or of a method. */
export function nameOf(sum: ModuleSummary, f: Expr): string {
  if (f.k === "mem") return typeof f.p === "string" ? f.p : "";
  if (f.k === "glob") return f.n;
  const [def] = f.k === "var" ? (sum.vars[f.v]?.d ?? []) : [];
  return def?.k === "import" ? def.n : "";
}

/** Whether a function is one of toolfence's own, of the package or within its own repository. */
export function isOurs(world: World, sum: ModuleSummary, f: Expr): boolean {
  const [def] = f.k === "var" ? (sum.vars[f.v]?.d ?? []) : [];
  if (def?.k !== "import") return false;
  const found = world.resolve(sum.file, def.from);
  if (found.k === "package") return found.name === "toolfence";
  return found.k === "file" && world.owner(found.file) === "toolfence" && frameworkExports.has(`toolfence ${def.n}`);
}
