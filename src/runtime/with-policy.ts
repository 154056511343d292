import { canonical } from "../model/canonical.ts";
import type { Policy } from "../model/policy.ts";
import { normalise } from "../model/policy.ts";
import { checkPolicy, printKeys } from "../schema/problems.ts";
import { argumentsDigest } from "./approval/digest.ts";
import type { CallContext } from "./call/context.ts";
import { currentCall } from "./call/context.ts";
import type { BoundTool } from "./call/environment.ts";
import { ALONE } from "./call/environment.ts";
import type { AnyFunction } from "./call/executor.ts";
import { conventionOf, declare, dressedAs, EXECUTOR_KEYS, executorKey, executorKeys, withExecutor } from "./call/executor.ts";
import { refuseChanged, runCall } from "./call/run.ts";
import type { SchemaRoles } from "./gate/schema-roles.ts";
import { schemaRoles } from "./gate/schema-roles.ts";
import { isJudgedOutside } from "./inside.ts";
import { isObject } from "./plain-object.ts";

/**
 * Checks a policy and gives back a frozen copy of it, for sharing between tools: whoever holds it cannot widen it.
 *
 * @throws {TypeError} naming what is wrong.
 */
export function definePolicy<const P extends Policy>(policy: P): P {
  const checked = checkPolicy(policy);
  if (!checked.ok) {
    const wrong = checked.problems.map(
      ({ path, message, hint }) => `\`${printKeys(path)}\`: ${message}${hint === undefined ? "" : ` (${hint})`}`,
    );
    throw new TypeError(`The policy is not valid: ${wrong.join("; ")}.`);
  }
  return frozenCopy(policy);
}

/** A copy of plain data that nobody can change. */
function frozenCopy<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  const copy: unknown = Array.isArray(value)
    ? value.map(frozenCopy)
    : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, frozenCopy(part)]));
  return Object.freeze(copy) as T;
}

/** A tool that is bound to nothing but its own policy. */
const unreviewed = (policy: Policy, name: string, roles?: SchemaRoles): BoundTool => ({
  id: name,
  name,
  policy,
  subject: { grants: normalise(policy).grants, facts: null, roles },
  risk: policy.risk ?? null,
  isRaised: false,
  wrapper: null,
  refusal: null,
});

/** Whether the fence around a tool has judged this very call by this very policy. @throws {PolicyDeniedError} where a schema made something else of it. */
function isSameCall(around: CallContext, wrapper: object, policy: Policy, input: unknown): boolean {
  const { origin } = around;
  if (origin.wrapper !== null) {
    if (origin.wrapper === wrapper) refuseChanged(around, input);
    return origin.wrapper === wrapper;
  }
  // A tool that cannot be looked into: the same arguments, and a policy that means the same.
  return (
    origin.policy !== null && canonical(origin.policy) === canonical(policy) && argumentsDigest(origin.input) === argumentsDigest(input)
  );
}

function gated(policy: Policy, executor: AnyFunction, name: string, key: string | null, roles?: SchemaRoles): AnyFunction {
  const tool = unreviewed(policy, name, roles);
  const inner = unreviewed({ ...policy, constraints: undefined, approval: undefined, isolation: undefined }, name, roles);
  const wrapped = function gatedExecutor(this: unknown, ...args: unknown[]): unknown {
    const around = currentCall();
    const convention = conventionOf(key, args);
    if (around && !around.passed && isSameCall(around, wrapped, policy, convention.input(args))) {
      around.passed = true;
      return Reflect.apply(executor, this, args);
    }
    // What counts calls and asks for approvals is outside, and has done so.
    if (isJudgedOutside(wrapped)) return runCall(inner, ALONE, { self: this, args, executor, convention });
    return runCall(tool, around?.origin.environment ?? ALONE, { self: this, args, executor, convention });
  };
  declare(wrapped, { policy, executor });
  return wrapped;
}

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
export function withPolicy(given: Policy, target: object): object {
  const policy = definePolicy(given);
  if (!isObject(target)) throw new TypeError(`\`withPolicy\` takes a function or a tool, and was given \`${String(target)}\`.`);
  if (typeof target === "function") return dressedAs(gated(policy, target as AnyFunction, target.name, null), target);
  const key = executorKey(target);
  if (key === undefined)
    throw new TypeError(`The tool has no executor: none of ${EXECUTOR_KEYS.map((name) => `\`${name}\``).join(", ")} is a function.`);
  const name: unknown = Reflect.get(target, "name") ?? Reflect.get(target, "id");
  const roles = schemaRoles(target);
  return executorKeys(target).reduce(
    (tool, one) =>
      withExecutor(tool, one, gated(policy, Reflect.get(target, one) as AnyFunction, typeof name === "string" ? name : key, one, roles)),
    target,
  );
}
