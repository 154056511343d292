/**
 * What host and worker say to each other, over a pipe of two ways. Node's own channel is not used: a line that it cannot read ends
 * the process that reads it.
 */

/** An error on its way; made an `Error` again on the other side. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: string | undefined;
}

/** Stands in arguments where an `AbortSignal` stood. */
export interface SentSignal {
  readonly "toolfence:signal": number;
  readonly aborted: boolean;
}

/** Stands in arguments where a function stood: the worker asks the host to call it. */
export interface SentFunction {
  readonly "toolfence:function": number;
}

/** Stands in arguments where an object stood that has keys like these: data is never taken for them. */
export interface SentData {
  readonly "toolfence:data": readonly (readonly [key: string, value: unknown])[];
}

/** The keys that lead from a module to one of its functions; the last but one holds it. */
export type Path = readonly (string | number)[];

export type ToWorker =
  | {
      readonly t: "call";
      readonly id: number;
      readonly path: Path;
      readonly expected?: string | undefined;
      readonly args: readonly unknown[];
    }
  | { readonly t: "abort"; readonly signal: number; readonly reason: string }
  | { readonly t: "next"; readonly id: number }
  | { readonly t: "return"; readonly id: number }
  | { readonly t: "answer"; readonly id: number; readonly value?: unknown; readonly error?: SentError };

export type ToHost =
  | { readonly t: "ready"; readonly names: readonly string[] }
  | { readonly t: "failed"; readonly error: SentError }
  | { readonly t: "result"; readonly id: number; readonly value: unknown }
  | { readonly t: "stream"; readonly id: number }
  | { readonly t: "chunk"; readonly id: number; readonly value: unknown; readonly done: boolean }
  | { readonly t: "error"; readonly id: number; readonly error: SentError }
  | { readonly t: "ask"; readonly id: number; readonly name: string | number; readonly args: readonly unknown[] };
