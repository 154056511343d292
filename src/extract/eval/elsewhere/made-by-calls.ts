import type { CallExpr } from "../../ir.ts";
import { argumentsOf } from "../calls/arguments.ts";
import type { Frame, Mod } from "../domain/values.ts";
import type { Machine } from "../machine.ts";
import { MAX_SITES, passesOf } from "./callers.ts";
import { isOnlyCalled, sitesOf } from "./callers-elsewhere.ts";

/** What the results of a function are called by those who call it, each with its activation: `{ look: makeLook() }`, `const look = makeLook()`. */
export const namedResults = (x: Machine, frame: Frame): { readonly name: string; readonly frame: Frame }[] =>
  sitesOf(x, frame).flatMap(({ call, at }) =>
    call.hint === undefined
      ? []
      : [{ name: call.hint, frame: x.in.frame(frame.mod, frame.f, frame.up, argumentsOf(x, call, at), frame.self) }],
  );

/** An activation of a function, and the call that says what is asked for: its own, or that of who passes on what it is called with. */
export interface Made {
  readonly frame: Frame;
  readonly mod: Mod;
  readonly call: CallExpr;
}

/** A caller that only passes on what it is called with is asked for its own callers, so many times. */
const MAX_HOPS = 3;

/**
 * The activations of a function one a call by name; undefined where it is also passed on, to be called by whoever has it.
 *
 * @param isTold whether an activation says what is asked for; where it does not, the caller is looked at one a call of its own.
 */
export function madeByCalls(x: Machine, frame: Frame, isTold: (one: Frame) => boolean, hops = MAX_HOPS): Made[] | undefined {
  const { mod, f, up, self } = frame;
  if (passesOf(mod).has(f) || !isOnlyCalled(x, mod, f)) return undefined;
  const sites = sitesOf(x, frame);
  if (sites.length > MAX_SITES) return undefined;
  const made = (call: CallExpr, at: Frame): Frame => x.in.frame(mod, f, up, argumentsOf(x, call, at), self);
  const all = sites.flatMap(({ call, at }): Made[] => {
    const one = made(call, at);
    const isAsked = hops > 0 && at.f !== 0 && !isTold(one);
    const outer = (isAsked && madeByCalls(x, at, (by) => isTold(made(call, by)), hops - 1)) || [];
    return outer.length > 0 ? outer.map((by) => ({ ...by, frame: made(call, by.frame) })) : [{ frame: one, mod: at.mod, call }];
  });
  return [...new Map(all.map((one) => [one.frame, one])).values()];
}

/** The same, without where they are made. */
export const siteFrames = (x: Machine, frame: Frame): Frame[] | undefined => madeByCalls(x, frame, () => true)?.map((one) => one.frame);
