/** What the program inside of a worker leaves for the gates there, before any module is loaded. */
interface Inside {
  /** Those of the host. */
  readonly roots: { readonly workspace: string; readonly home: string; readonly tmp: string };
  /** A function whose call the host has judged, and whose guards it holds: of this one call, and no other. */
  expected: unknown;
  /** What `withPolicy` wrapped, by what it made of it. */
  readonly declared: WeakMap<object, { readonly policy: unknown; readonly executor: unknown }>;
}

const WORKER = Symbol.for("toolfence.worker");

/** Undefined where this is no worker. */
export const inside = (): Inside | undefined => Reflect.get(globalThis, WORKER) as Inside | undefined;

/** Whether this very call of a function was judged by the host of the worker that this is. */
export function isJudgedOutside(wrapped: object): boolean {
  const here = inside();
  if (here?.expected !== wrapped) return false;
  here.expected = undefined;
  return true;
}
