import { isPlain } from "../plain-object.ts";
import type { SentData, SentFunction, SentSignal } from "./messages.ts";

/** Copied as they are, with all that they hold. */
const COPIED = [Map, Set, Date, RegExp, Error, ArrayBuffer, SharedArrayBuffer];
export const isCopied = (value: object): boolean => ArrayBuffer.isView(value) || COPIED.some((kind) => value instanceof kind);

/** What is sent to a worker in place of what cannot be copied: signals and functions, by their numbers. */
export class Outgoing {
  readonly #callbacks = new Map<number, (...args: never[]) => unknown>();
  readonly #abort: (signal: number, reason: string) => void;
  #handed = 0;

  /** @param abort tells the worker that a signal was aborted. */
  constructor(abort: (signal: number, reason: string) => void) {
    this.#abort = abort;
  }

  /** A function that was handed over, as long as its call lasts. */
  callback(number: number): ((...args: never[]) => unknown) | undefined {
    return this.#callbacks.get(number);
  }

  /** Arguments as they are sent. @param watched is given what ends the watching of them. */
  sent(args: readonly unknown[], watched: (() => void)[]): unknown[] {
    const seen = new Map<object, unknown>();
    return args.map((arg) => this.#send(arg, watched, seen));
  }

  #send(value: unknown, watched: (() => void)[], seen: Map<object, unknown>): unknown {
    if (typeof value === "function") {
      const callback = ++this.#handed;
      this.#callbacks.set(callback, value as (...args: never[]) => unknown);
      watched.push(() => this.#callbacks.delete(callback));
      return { "toolfence:function": callback } satisfies SentFunction;
    }
    if (typeof value !== "object" || value === null) return value;
    const known = seen.get(value);
    if (known !== undefined) return known;
    if (value instanceof AbortSignal) return this.#signal(value, watched);
    if (Array.isArray(value) || isCopied(value)) return value;
    const entries = Object.entries(value);
    const isNamedLikeOurs = entries.some(([key]) => key.startsWith("toolfence:"));
    // What a class made is copied as far as it can be, or is an error.
    if (!isNamedLikeOurs && !isPlain(value)) return value;
    if (isNamedLikeOurs) {
      const data: [string, unknown][] = [];
      const sent = { "toolfence:data": data } satisfies SentData;
      seen.set(value, sent);
      for (const [key, inner] of entries) data.push([key, this.#send(inner, watched, seen)]);
      return sent;
    }
    const out: Record<string, unknown> = {};
    seen.set(value, out);
    for (const [key, inner] of entries) out[key] = this.#send(inner, watched, seen);
    return out;
  }

  #signal(value: AbortSignal, watched: (() => void)[]): SentSignal {
    const signal = ++this.#handed;
    const abort = (): void => {
      this.#abort(signal, (value.reason as Error | undefined)?.message ?? "aborted");
    };
    value.addEventListener("abort", abort, { once: true });
    watched.push(() => {
      value.removeEventListener("abort", abort);
    });
    return { "toolfence:signal": signal, aborted: value.aborted };
  }
}
