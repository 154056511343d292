import type { Duplex } from "node:stream";
import { printAddress } from "../../model/ip.ts";
import type { Target } from "./target.ts";
import { hostOf } from "./target.ts";

const VERSION = 5;
const NO_METHOD = 0xff;
const ATYP = { v4: 1, name: 3, v6: 4 } as const;
export const REPLY = { granted: 0, refused: 2, unreachable: 4, unsupported: 7, badAddress: 8 } as const;

export const reply = (code: number): Buffer => Buffer.from([VERSION, code, 0, ATYP.v4, 0, 0, 0, 0, 0, 0]);

/** Reads from a stream in exact portions. */
async function* portions(stream: Duplex): AsyncGenerator<Buffer, void, number> {
  let held = Buffer.alloc(0);
  let wanted: number = yield held;
  for (;;) {
    while (held.length < wanted) {
      const chunk = stream.read() as Buffer | null;
      if (chunk === null) {
        const open = await new Promise<boolean>((done) => {
          const settle = (isOpen: boolean) => (): void => {
            stream.off("readable", readable).off("end", ended).off("close", ended);
            done(isOpen);
          };
          const readable = settle(true);
          const ended = settle(false);
          stream.once("readable", readable).once("end", ended).once("close", ended);
        });
        if (!open) return;
        continue;
      }
      held = Buffer.concat([held, chunk]);
    }
    const out = held.subarray(0, wanted);
    held = held.subarray(wanted);
    if (held.length > 0) {
      stream.unshift(held);
      held = Buffer.alloc(0);
    }
    wanted = yield out;
  }
}

export type SocksRequest = { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly code: number | undefined };

/**
 * Reads a SOCKS5 request (RFC 1928, `CONNECT` without authentication) up to where data begins.
 * A name is compared as what it is: bytes that no host may have refuse it, NUL among them.
 */
export async function readSocks(stream: Duplex): Promise<SocksRequest> {
  const read = portions(stream);
  await read.next(0);
  const take = async (count: number): Promise<Buffer | undefined> => {
    const { value, done } = await read.next(count);
    return done === true ? undefined : value;
  };
  const hello = await take(2);
  const methods = hello && (await take(hello[1] ?? 0));
  if (!methods) return { ok: false, code: undefined };
  const accepted = methods.includes(0);
  stream.write(Buffer.from([VERSION, accepted ? 0 : NO_METHOD]));
  const head = accepted ? await take(4) : undefined;
  if (head?.[0] !== VERSION) return { ok: false, code: undefined };
  const host = await readHost(head[3] ?? 0, take);
  const port = host === undefined ? undefined : (await take(2))?.readUInt16BE(0);
  if (head[1] !== 1) return { ok: false, code: REPLY.unsupported };
  return host === undefined || host === "" || port === undefined || port === 0
    ? { ok: false, code: REPLY.badAddress }
    : { ok: true, target: { host, port } };
}

async function readHost(kind: number, take: (count: number) => Promise<Buffer | undefined>): Promise<string | undefined> {
  if (kind === ATYP.v4 || kind === ATYP.v6) {
    const bytes = await take(kind === ATYP.v4 ? 4 : 16);
    // Read anew from its spelling, so that an IPv4 address inside an IPv6 one is what it is.
    return bytes && hostOf(`[${printAddress({ family: kind === ATYP.v4 ? 4 : 6, value: BigInt(`0x${bytes.toString("hex")}`) })}]`);
  }
  const length = kind === ATYP.name ? await take(1) : undefined;
  const name = length && (await take(length[0] ?? 0));
  return name && (hostOf(name.toString("utf8")) ?? "");
}
