import type { Expr } from "../../ir.ts";
import { activate, construct } from "../calls/contexts.ts";
import type { Escapes } from "./escapes.ts";
import type { Out } from "./expansion.ts";
import type { Machine } from "../machine.ts";
import type { Atom, Frame, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";

/** What is called of a component that is a class. */
const LIFE =
  "render componentDidMount componentDidUpdate componentWillUnmount componentDidCatch shouldComponentUpdate getSnapshotBeforeUpdate componentWillMount componentWillReceiveProps componentWillUpdate UNSAFE_componentWillMount UNSAFE_componentWillReceiveProps UNSAFE_componentWillUpdate".split(
    " ",
  );
const STATIC_LIFE = ["getDerivedStateFromProps", "getDerivedStateFromError"];

/**
 * An element of JSX runs its component once it is shown, and whatever the platform or a package's component is given once something
 * happens to that. Nothing is said of components that nobody sees: they draw.
 */
export function rendered(x: Machine, escapes: Escapes, e: Extract<Expr, { k: "jsx" }>, frame: Frame, out: Out): void {
  const given: Value = [x.in.atom({ k: "obj", mod: frame.mod, e: e.p, up: frame })];
  const components = e.c ? x.value(e.c.f, frame) : NOTHING;
  const own = components.filter(({ k }) => k === "fn" || k === "cls");
  const run = (one: Frame, what: string): void => {
    out.successors.push({ frame: one, file: frame.mod.file, at: e.at, what });
  };
  for (const atom of own) for (const [one, what] of runs(x, atom, given)) run(one, what);
  if (own.length < components.length || own.length === 0) escapes.given(given, e.at, "<…>", frame, out);
}

function runs(x: Machine, atom: Atom, given: Value): readonly (readonly [Frame, string])[] {
  if (atom.k === "fn") return [[activate(x, atom, [given], null), `<${atom.mod.sum.fns[atom.f]?.n ?? ""}>`]];
  if (atom.k !== "cls") return [];
  const { inst, frames } = construct(x, atom, [given]);
  const methods = [...LIFE.map((name) => x.member([inst], name)), ...STATIC_LIFE.map((name) => x.member([atom], name))].flat();
  const called = methods.flatMap((one) => (one.k === "fn" ? [activate(x, one, [given], [inst])] : []));
  return [...frames, ...called].map((one) => [one, "<…>"]);
}
