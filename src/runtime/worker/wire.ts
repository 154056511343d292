import type * as clone from "node:v8";

/** How host and worker write and read what they say: frames of a length (four bytes, big-endian) and a body. */
export interface Wire {
  /** @throws when the message cannot be copied. */
  readonly frame: (message: object) => Buffer;
  /**
   * What reads chunks of frames.
   *
   * @param maxBytes longest body that is taken.
   * @param hear what is done with a message.
   * @param broken what is done, once and for all, where what comes is no message or one too long.
   */
  readonly reader: (maxBytes: number, hear: (message: unknown) => void, broken: (why: string) => void) => (chunk: Buffer) => void;
}

/**
 * Bodies are JSON where that says the same and is short, and structured clones else: to make and to read a clone costs a third of
 * a call. Its text goes into the worker too, so it uses nothing but its parameter.
 */
export function wire(v8: Pick<typeof clone, "serialize" | "deserialize">): Wire {
  const MOST_TEXT = 8192;
  const MOST_OBJECTS = 64;
  const BRACE = 0x7b;

  /** JSON that means what a structured clone of it would mean; undefined where there is none, or not surely. */
  const text = (value: unknown, seen: object[]): string | undefined => {
    if (typeof value === "string") return value.length > MOST_TEXT ? undefined : JSON.stringify(value);
    if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? String(value) : undefined;
    if (typeof value === "boolean" || value === null) return String(value);
    // One that is met twice is one on the other side too.
    if (typeof value !== "object" || seen.length === MOST_OBJECTS || seen.includes(value)) return undefined;
    seen.push(value);
    const keys = Object.keys(value);
    const parts: string[] = [];
    if (Array.isArray(value)) {
      if (Object.getPrototypeOf(value) !== Array.prototype || keys.length !== value.length) return undefined;
      for (const [index, key] of keys.entries()) {
        const part = key === String(index) ? text(value[index], seen) : undefined;
        if (part === undefined) return undefined;
        parts.push(part);
      }
      return `[${parts.join(",")}]`;
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
    for (const key of keys) {
      const part = text((value as Readonly<Record<string, unknown>>)[key], seen);
      if (part === undefined) return undefined;
      parts.push(`${JSON.stringify(key)}:${part}`);
    }
    return `{${parts.join(",")}}`;
  };

  const framed = (length: number): Buffer => {
    const out = Buffer.allocUnsafe(4 + length);
    out.writeUInt32BE(length);
    return out;
  };
  const frame = (message: object): Buffer => {
    const short = text(Object.fromEntries(Object.entries(message).filter(([, one]) => one !== undefined)), []);
    if (short !== undefined && short.length <= MOST_TEXT) {
      const out = framed(Buffer.byteLength(short));
      out.write(short, 4);
      return out;
    }
    const body = v8.serialize(message);
    const out = framed(body.length);
    body.copy(out, 4);
    return out;
  };
  const read = (body: Buffer): unknown => {
    if (body[0] !== BRACE) return v8.deserialize(body);
    // Longer ones are not written so, and could be nested deeper than a clone can be.
    if (body.length > 4 * MOST_TEXT) throw new TypeError("too long");
    return JSON.parse(body.toString());
  };

  const reader: Wire["reader"] = (maxBytes, hear, broken) => {
    let held: Buffer[] = [];
    let length = 0;
    let wanted = 4;
    return (chunk) => {
      held.push(chunk);
      length += chunk.length;
      if (length < wanted) return;
      let rest = held.length === 1 ? chunk : Buffer.concat(held);
      const give = (): boolean => {
        if (rest.length < 4) return false;
        const size = rest.readUInt32BE(0);
        if (size > maxBytes) {
          broken(`a message of ${size} bytes, where ${maxBytes} may be sent`);
          return false;
        }
        wanted = 4 + size;
        if (rest.length < wanted) return false;
        const body = rest.subarray(4, wanted);
        rest = rest.subarray(wanted);
        wanted = 4;
        try {
          hear(read(body));
        } catch {
          broken("what is no message");
          return false;
        }
        return true;
      };
      while (give());
      held = [rest];
      length = rest.length;
    };
  };
  return { frame, reader };
}
