import type { CallExpr, Step } from "../../ir.ts";
import { visitExprs } from "../../ir-walk.ts";
import { registering } from "../../shapes/match.ts";
import type { External } from "../domain/targets.ts";
import type { CallSite } from "../elsewhere/callers.ts";
import { activate } from "./contexts.ts";
import type { Machine } from "../machine.ts";
import { resultOf } from "./results.ts";
import type { Atom, Mod, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

/**
 * What components keep from one rendering to the next: `useRef(client).current`, `useMemo(() => new Client(), [])`. Nothing of it has an effect; what
 * is handed back may.
 */
type Hook = (x: Machine, args: readonly Value[], target: External) => Value;

/** What is given, or what a function makes that is given in its place, of what was there before. */
const madeOf = (x: Machine, value: Value = NOTHING, before: Value = NOTHING): Value =>
  x.join(...value.map((atom) => (atom.k === "fn" ? resultOf(x, activate(x, atom, [before], null)) : [atom])));

const isPlaceOf = (i: number, step: Step | undefined): boolean => step !== undefined && "i" in step && step.i === i;

/** Calls of a pair's second, `const [client, setClient] = useState()`; undefined where that goes elsewhere, to be called by whoever has it. */
function callsOfSetter(mod: Mod, pair: CallExpr): readonly CallSite[] | undefined {
  let isTaken = false;
  const setters = new Set<number>();
  for (const [v, { d }] of mod.sum.vars.entries())
    for (const def of d) {
      if (def.k !== "expr" || def.e !== pair) continue;
      isTaken ||= def.path.length > 0;
      if (def.path.length === 0) return undefined;
      if (isPlaceOf(1, def.path[0])) setters.add(v);
    }
  if (!isTaken) return undefined;
  if (setters.size === 0) return [];
  const calls: CallSite[] = [];
  let mentions = 0;
  visitExprs(mod.sum, (e, f) => {
    if (e.k === "var" && setters.has(e.v)) mentions++;
    if (e.k === "call" && e.f.k === "var" && setters.has(e.f.v)) calls.push({ call: e, f });
    // What an effect lists is looked at, and not called.
    if (e.k === "call" && e.a[1]?.k === "arr" && /^use[A-Z]/u.test(registering(mod, e) ?? ""))
      mentions -= e.a[1].e.filter((one) => one.k === "var" && setters.has(one.v)).length;
  });
  return mentions === calls.length ? calls : undefined;
}

/** What does something when it is called; in its place somebody else may put what does something else. */
const isActing = ({ k }: Atom): boolean => k === "inst" || k === "fn" || k === "cls" || k === "obj" || k === "ext";

/** The second of the pair that `useState` hands back; it is made with the state. */
const SETTER = ["useState", "set"] as const;

/** Whether a call is of one: what it is given is handed the state, `setClient((before) => …)`. */
export const isSetter = ({ root, path }: External): boolean => HOOKS.has(root) && path.join(".") === SETTER.join(".");

const state: Hook = (x, [given], { root, call, at: { mod } }) => {
  const start = madeOf(x, given);
  const calls = callsOfSetter(mod, call);
  const later = (calls ?? []).flatMap(({ call: { a }, f }) => (a[0] ? [x.value(a[0], genericFrame(x, mod, f, x.top(mod)))] : []));
  const known = x.join(start, ...later.map((value) => madeOf(x, value, start)));
  const all = calls ? known : x.join(known, known.some(isActing) ? x.unknown("unknown.parameter") : x.data());
  return [x.in.atom({ k: "arr", e: [all, [x.handle(root, SETTER, [all])]] })];
};
const same: Hook = (_, [value = NOTHING]) => value;
const made: Hook = (x, [value]) => madeOf(x, value);
const held =
  (name: string, of: Hook): Hook =>
  (x, args, target) =>
    x.record([[name, of(x, args, target)]]);

const REACT: Readonly<Record<string, Hook>> = {
  useState: state,
  useMemo: made,
  useRef: held("current", same),
  createRef: held("current", same),
  useCallback: same,
  useEffectEvent: same,
  useDeferredValue: same,
  use: same,
  cache: same,
};
const VUE: Readonly<Record<string, Hook>> = {
  ref: held("value", same),
  shallowRef: held("value", same),
  computed: held("value", made),
  reactive: same,
  shallowReactive: same,
  readonly: same,
  markRaw: same,
  toRaw: same,
};
const HOOKS: ReadonlyMap<string, Readonly<Record<string, Hook>>> = new Map([
  ["pkg:react", REACT],
  ["pkg:preact", REACT],
  ["pkg:vue", VUE],
]);

/** What a hook of a framework for components hands back; undefined where the call is none. */
export function componentValue(x: Machine, target: External): Value | undefined {
  const { root, path } = target;
  const isPlain = path.length === 1 || (path.length === 2 && (path[0] === "default" || path[0] === "hooks" || path[0] === "compat"));
  const hooks = isPlain ? HOOKS.get(root) : undefined;
  const name = path.at(-1) ?? "";
  return hooks && Object.hasOwn(hooks, name) ? hooks[name]?.(x, target.args, target) : undefined;
}
