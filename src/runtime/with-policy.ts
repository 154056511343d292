import type { Grants, Policy } from "../model/policy.ts";
import { normalise } from "../model/policy.ts";
import { checkPolicy, printKeys } from "../schema/problems.ts";
import { PolicyDeniedError } from "./denied.ts";
import { gateArguments } from "./gate/arguments.ts";
import type { Roots } from "./gate/paths.ts";
import { currentRoots } from "./gate/paths.ts";

/** Where frameworks keep a tool's executor, in the order in which they are looked for. */
export const EXECUTOR_KEYS = ["execute", "handler", "run", "func", "_call", "callback", "invoke", "call"] as const;

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Frozen at first import: a later `process.chdir` must not move what `$WORKSPACE` means. */
let roots: Roots | undefined;
const fixedRoots = (): Roots => (roots ??= currentRoots());
fixedRoots();

/** Checks a policy and gives it back, for sharing between tools. @throws {TypeError} naming what is wrong. */
export function definePolicy<const P extends Policy>(policy: P): P {
  const checked = checkPolicy(policy);
  if (!checked.ok) {
    throw new TypeError(
      `The policy is not valid: ${checked.problems.map((one) => `\`${printKeys(one.path)}\`: ${one.message}${one.hint === undefined ? "" : ` (${one.hint})`}`).join("; ")}.`,
    );
  }
  return policy;
}

function gated(grants: Grants, policy: Policy, executor: AnyFunction): AnyFunction {
  return function gatedExecutor(this: unknown, ...args: unknown[]): unknown {
    if (policy.constraints !== undefined || policy.approval === "always" || policy.approval === "session") {
      throw new PolicyDeniedError({
        clause: policy.constraints === undefined ? "approval" : "constraints",
        value: "",
        reason: "the policy has a guard that needs a session, and there is none",
      });
    }
    const denial = gateArguments(grants, args, fixedRoots());
    if (denial) throw new PolicyDeniedError(denial);
    return Reflect.apply(executor, this, args);
  };
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * Declares what a tool (or its executor) may do, and gates its arguments from then on.
 *
 * Functions come back wrapped with their own properties; plain objects are copied with a
 * wrapped executor; class instances get an executor of their own, so private fields work.
 *
 * @throws {TypeError} when the policy is not valid or the object has no executor.
 */
export function withPolicy<A extends readonly unknown[], R, P extends object>(
  policy: Policy,
  executor: ((...args: A) => R) & P,
): ((...args: A) => R) & P;
export function withPolicy<T extends object>(policy: Policy, tool: T): T;
export function withPolicy(policy: Policy, target: object): object {
  const { grants } = normalise(definePolicy(policy));
  if (typeof target === "function") {
    const wrapped = gated(grants, policy, target as AnyFunction);
    for (const key of Reflect.ownKeys(target)) {
      if (key === "prototype" || key === "arguments" || key === "caller") continue;
      const property = Reflect.getOwnPropertyDescriptor(target, key);
      if (property) Object.defineProperty(wrapped, key, { ...property, configurable: true });
    }
    return wrapped;
  }
  const key = EXECUTOR_KEYS.find((name) => typeof Reflect.get(target, name) === "function");
  if (key === undefined)
    throw new TypeError(`The tool has no executor: none of ${EXECUTOR_KEYS.map((name) => `\`${name}\``).join(", ")} is a function.`);
  const executor = Reflect.get(target, key) as AnyFunction;
  const wrapped = gated(grants, policy, executor);
  if (isPlain(target))
    return Object.defineProperty({ ...target }, key, { value: wrapped, enumerable: true, configurable: true, writable: true });
  return Object.defineProperty(target, key, { value: wrapped, enumerable: true, configurable: true, writable: true });
}
