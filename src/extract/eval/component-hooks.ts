import type { Step } from "../ir.ts";
import { visitCallSites } from "../ir-walk.ts";
import type { External } from "./callees.ts";
import { activate } from "./contexts.ts";
import type { Machine } from "./machine.ts";
import { resultOf } from "./results.ts";
import type { Value } from "./values.ts";
import { NOTHING } from "./values.ts";
import { genericFrame } from "./variables.ts";

/**
 * What components keep from one rendering to the next: `useRef(client).current`, `useMemo(() => new Client(), [])`. Nothing of it has an effect; what
 * is handed back may.
 */
type Hook = (x: Machine, args: readonly Value[], target: External) => Value;

/** What is set later may be the result of a function of what was there before. */
const settled = (x: Machine, value: Value = NOTHING): Value =>
  x.join(...value.map((atom) => (atom.k === "fn" ? resultOf(x, activate(x, atom, [x.data()], null)) : [atom])));

const isSecond = (step: Step | undefined): boolean => step !== undefined && "i" in step && step.i === 1;

/** What the second of a pair, `const [client, setClient] = useState()`, is called with. */
function setLater(x: Machine, { call, at }: External): Value {
  const { mod } = at;
  const setters = new Set(
    mod.sum.vars.flatMap(({ d }, v) =>
      d.some((def) => def.k === "expr" && def.e === call && def.path.length === 1 && isSecond(def.path[0])) ? [v] : [],
    ),
  );
  const given: Value[] = [];
  if (setters.size > 0)
    visitCallSites(mod.sum, ({ f, a: [value] }, around) => {
      if (f.k === "var" && setters.has(f.v) && value) given.push(x.value(value, genericFrame(x, mod, around, x.top(mod))));
    });
  return settled(x, x.join(...given));
}

const state: Hook = (x, [first], target) => [x.in.atom({ k: "arr", e: [x.join(settled(x, first), setLater(x, target)), x.data()] })];
const first: Hook = (_, [value = NOTHING]) => value;
const made: Hook = (x, [value]) => settled(x, value);
const held =
  (name: string, of: Hook): Hook =>
  (x, args, target) =>
    x.record([[name, of(x, args, target)]]);

const REACT: Readonly<Record<string, Hook>> = {
  useState: state,
  useMemo: made,
  useRef: held("current", first),
  createRef: held("current", first),
  useCallback: first,
  useEffectEvent: first,
  useDeferredValue: first,
  use: first,
  cache: first,
};
const VUE: Readonly<Record<string, Hook>> = {
  ref: held("value", first),
  shallowRef: held("value", first),
  computed: held("value", made),
  reactive: first,
  shallowReactive: first,
  readonly: first,
  markRaw: first,
  toRaw: first,
};
const HOOKS: Readonly<Record<string, Readonly<Record<string, Hook>>>> = {
  "pkg:react": REACT,
  "pkg:preact": REACT,
  "pkg:vue": VUE,
};

/** What a hook of a framework for components hands back; undefined where the call is none. */
export function componentValue(x: Machine, target: External): Value | undefined {
  const { root, path } = target;
  const isPlain = path.length === 1 || (path.length === 2 && (path[0] === "default" || path[0] === "hooks" || path[0] === "compat"));
  return isPlain ? HOOKS[root]?.[path.at(-1) ?? ""]?.(x, target.args, target) : undefined;
}
