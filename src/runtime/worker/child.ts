import type * as network from "node:net";
import type * as clone from "node:v8";
import type { Path, SentData, SentError, SentFunction, SentSignal, ToHost, ToWorker } from "./messages.ts";
import type { wire } from "./wire.ts";

/**
 * Runs inside the sandbox: loads the module and calls its functions as the host asks.
 *
 * @param load imports a module by its URL.
 * @param wired as the host reads and writes.
 */
export function child(
  require: NodeJS.Require,
  process: NodeJS.Process,
  preload: string,
  load: (url: string) => Promise<Record<string, unknown>>,
  wired: typeof wire,
): void {
  const net = require("node:net") as typeof network;
  const { frame, reader } = wired(require("node:v8") as typeof clone);
  const link = new net.Socket({ fd: Number(process.argv[2]) });
  const send = (message: ToHost): void => {
    link.write(frame(message));
  };
  const sent = (error: unknown): SentError => {
    const { name, message, stack, code } = (error ?? {}) as { readonly [key in keyof SentError]?: unknown };
    const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
    return { name: text(name) ?? "Error", message: text(message) ?? String(error), stack: text(stack), code: text(code) };
  };
  const received = ({ name, message, stack, code }: SentError): Error =>
    Object.assign(new Error(message), { name, ...(stack && { stack }), ...(code && { code }) });

  let exported: Record<string, unknown> = {};
  const aborts = new Map<number, AbortController>();
  const streams = new Map<number, { readonly steps: AsyncIterator<unknown>; readonly signals: readonly number[] }>();
  const asked = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }>();
  let questions = 0;

  const ask = (name: string | number, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++questions;
      asked.set(id, { resolve, reject });
      send({ t: "ask", id, name, args });
    });
  // What the host lets this module use, by name.
  (globalThis as Record<symbol, unknown>)[Symbol.for("toolfence.host")] = (name: string, ...args: unknown[]) => ask(name, args);
  // For the gates inside: where this is, and which function the host has judged the call of.
  interface Declared {
    readonly policy: unknown;
    readonly executor: unknown;
  }
  const inside: { readonly roots: unknown; expected: unknown; readonly declared: WeakMap<object, Declared> } = {
    roots: JSON.parse(process.argv[3] ?? "null"),
    expected: undefined,
    declared: new WeakMap(),
  };
  Object.defineProperty(globalThis, Symbol.for("toolfence.worker"), { value: inside });

  const revive = (value: unknown, made: number[], seen = new Set<object>()): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const one = value as Partial<SentSignal & SentFunction & SentData>;
    const data = one["toolfence:data"];
    if (data !== undefined) return Object.fromEntries(data.map(([key, inner]) => [key, revive(inner, made, seen)]));
    if (seen.has(value)) return value;
    seen.add(value);
    const callback = one["toolfence:function"];
    if (callback !== undefined) return (...args: unknown[]) => ask(callback, args);
    const signal = one["toolfence:signal"];
    if (signal !== undefined) {
      const controller = new AbortController();
      if (one.aborted === true) controller.abort();
      aborts.set(signal, controller);
      made.push(signal);
      return controller.signal;
    }
    if (Object.getPrototypeOf(value) === Object.prototype)
      for (const [key, inner] of Object.entries(value)) (value as Record<string, unknown>)[key] = revive(inner, made, seen);
    return value;
  };

  const forget = (signals: readonly number[]): void => {
    for (const signal of signals) aborts.delete(signal);
  };

  /** A function of the module, with what holds it. */
  const found = (path: Path): readonly [holder: unknown, f: unknown] => {
    let holder: unknown;
    let here: unknown = exported;
    for (const key of path) {
      holder = here === exported ? undefined : here;
      here = here === undefined || here === null ? undefined : (here as Record<string | number, unknown>)[key];
    }
    return [holder, here];
  };
  /** What tells a tool from others: it must be the one that the host has judged, wherever it stands here. As in the host's `tellsApart`. */
  const tellsApart = (holder: unknown, f: object, isListed: boolean): string => {
    const of = (key: string): unknown => (typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined);
    const text = (value: unknown): string => (typeof value === "string" ? value : "");
    const declared = inside.declared.get(f);
    const executor = declared?.executor ?? f;
    return JSON.stringify([
      text(of("name") ?? of("id")),
      isListed ? text(of("description")) : "",
      Function.prototype.toString.call(executor),
      declared?.policy ?? null,
    ]);
  };
  const call = async (id: number, path: Path, expected: string | undefined, args: readonly unknown[]): Promise<void> => {
    const made: number[] = [];
    try {
      const [holder, f] = found(path);
      if (typeof f !== "function") throw new TypeError(`The module exports no function \`${path.join(".")}\`.`);
      if (
        expected !== undefined &&
        expected !==
          tellsApart(
            holder,
            f,
            path.some((key) => typeof key === "number"),
          )
      )
        throw new TypeError(
          `What stands at \`${path.join(".")}\` in this process is another tool than in the host's (its name, code or policy is another one).`,
        );
      inside.expected = f;
      const given: unknown = Reflect.apply(
        f,
        holder,
        args.map((arg) => revive(arg, made)),
      );
      inside.expected = undefined;
      const value = await given;
      if (typeof value === "object" && value !== null && Symbol.asyncIterator in value) {
        streams.set(id, { steps: (value as AsyncIterable<unknown>)[Symbol.asyncIterator](), signals: made });
        send({ t: "stream", id });
        return;
      }
      send({ t: "result", id, value });
    } catch (error) {
      send({ t: "error", id, error: sent(error) });
    }
    forget(made);
  };

  const over = (id: number): void => {
    forget(streams.get(id)?.signals ?? []);
    streams.delete(id);
  };

  const next = async (id: number): Promise<void> => {
    try {
      const step: IteratorResult<unknown, unknown> = (await streams.get(id)?.steps.next()) ?? { value: undefined, done: true };
      if (step.done === true) over(id);
      send({ t: "chunk", id, value: step.value, done: step.done === true });
    } catch (error) {
      over(id);
      send({ t: "error", id, error: sent(error) });
    }
  };

  const hear = (message: ToWorker): void => {
    switch (message.t) {
      case "call":
        void call(message.id, message.path, message.expected, message.args);
        return;
      case "abort":
        aborts.get(message.signal)?.abort(new Error(message.reason));
        return;
      case "next":
        void next(message.id);
        return;
      case "return":
        void streams.get(message.id)?.steps.return?.();
        over(message.id);
        return;
      case "answer": {
        const waiting = asked.get(message.id);
        asked.delete(message.id);
        if (message.error) waiting?.reject(received(message.error));
        else waiting?.resolve(message.value);
      }
    }
  };
  link.on(
    "data",
    reader(
      Infinity,
      (message) => {
        hear(message as ToWorker);
      },
      (why) => {
        throw new Error(`The host sent ${why}.`);
      },
    ),
  );
  link.on("close", () => process.exit(0));

  // Node's channel is there for one message, and gone before any code but this runs.
  const egress = async (): Promise<void> => {
    const server = net.createServer();
    await new Promise<void>((done) => {
      server.listen(0, "127.0.0.1", done);
    });
    process.env["TOOLFENCE_PROXY"] = String((server.address() as network.AddressInfo).port);
    await new Promise<void>((done) => {
      process.once("message", done);
      process.send?.("egress", server);
    });
    server.close();
    await new Promise<void>((done) => {
      process.once("disconnect", done);
      process.disconnect();
    });
    require(preload);
  };

  const boot = async (): Promise<void> => {
    if (process.env["TOOLFENCE_EGRESS"] === "1") await egress();
    delete process.env["TOOLFENCE_EGRESS"];
    exported = await load(process.argv[1] ?? "");
    const names = Object.keys(exported).filter((name) => typeof exported[name] === "function");
    send({ t: "ready", names });
  };
  boot().catch((error: unknown) => {
    send({ t: "failed", error: sent(error) });
  });
}
