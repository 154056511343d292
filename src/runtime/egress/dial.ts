import { lookup } from "node:dns/promises";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import type { HostPattern } from "../../model/host.ts";
import { parseAddress, printAddress } from "../../model/ip.ts";
import type { Scope } from "../../model/scope.ts";
import type { Form } from "./rules.ts";
import { judgeAddress, judgeTarget } from "./rules.ts";
import type { Target } from "./target.ts";

/** All addresses of a name, in the order to try them. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/** Why nothing was dialled: refused by the policy, or not reachable. */
export class NotDialled extends Error {
  override readonly name = "NotDialled";
  readonly isRefusal: boolean;
  constructor(message: string, isRefusal: boolean) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

/** Nobody waits for the connection any more: there is nothing to tell, and nobody to tell it to. */
export class Unwanted extends NotDialled {
  constructor() {
    super("nobody waits for it any more", false);
  }
}

/** For all addresses of a name together. */
const CONNECT_MS = 15_000;
/** How long one address is waited for before the next one is tried beside it (RFC 8305). */
const NEXT_MS = 250;
const RESOLVE_MS = 10_000;

const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address }) => address.replace(/%.*$/u, "")),
  );

/** One spelling of an address, so that what was checked is what is compared. */
function plain(address: string): string {
  const parsed = parseAddress(address.replace(/%.*$/u, ""));
  return parsed ? printAddress(parsed) : address;
}

/**
 * Connects to a target if the policy lets it: judged by name, resolved once, judged by
 * address, and the address that was judged is the one that is dialled.
 *
 * @param before is told when all is judged and nothing has been sent to the target; what it throws is thrown.
 * @param isWanted whether somebody still waits for the connection; it is not made, nor told, for nobody.
 * @throws {NotDialled}
 */
export async function dial(
  scope: Scope<HostPattern>,
  target: Target,
  form: Form,
  resolve: Resolve,
  before: () => void,
  isWanted: () => boolean = () => true,
): Promise<Socket> {
  const refusal = judgeTarget(scope, target, form);
  if (refusal !== undefined) throw new NotDialled(refusal, true);
  const isAddress = parseAddress(target.host) !== undefined;
  const addresses = isAddress ? [target.host] : await resolved(target.host, resolve);
  if (!isWanted()) throw new Unwanted();
  const own = ownAddresses();
  const judged = addresses.map((address) => ({ address, why: judgeAddress(scope, target, address, own) }));
  // A granted name that also leads inside is an attack or a mistake; either way its public half is not worth the risk.
  const refused = judged.find(({ why }) => why !== undefined);
  if (refused) throw new NotDialled(refused.why ?? "", true);
  before();
  // A server that has said all may still listen, but in a connection that is kept for another request.
  const socket = await firstOf(addresses, target.port, form === "tunnel");
  if (!socket) throw new NotDialled("it cannot be reached", false);
  if (isWanted()) return socket;
  socket.destroy();
  throw new Unwanted();
}

async function resolved(name: string, resolve: Resolve): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, RESOLVE_MS, new Error("late"));
    });
    return (await Promise.race([resolve(name), late])).map(plain);
  } catch {
    throw new NotDialled("the name cannot be resolved", false);
  } finally {
    clearTimeout(timer);
  }
}

/** The first connection that is made to one of some addresses, each tried a little after the one before; undefined where none is. */
const firstOf = (addresses: readonly string[], port: number, allowHalfOpen: boolean): Promise<Socket | undefined> =>
  new Promise((done) => {
    const tried = new Set<Socket>();
    const left = [...addresses];
    let timer: NodeJS.Timeout | undefined;
    const settle = (socket: Socket | undefined): void => {
      clearTimeout(timer);
      clearTimeout(late);
      left.length = 0;
      for (const other of tried) if (other !== socket) other.destroy();
      done(socket);
    };
    const late = setTimeout(settle, CONNECT_MS, undefined);
    const next = (): void => {
      clearTimeout(timer);
      const host = left.shift();
      if (host === undefined) {
        if (tried.size === 0) settle(undefined);
        return;
      }
      const socket = connect({ host, port, noDelay: true, allowHalfOpen });
      tried.add(socket);
      const gone = (): void => {
        tried.delete(socket);
        next();
      };
      socket.once("error", () => undefined);
      socket.once("close", gone);
      socket.once("connect", () => {
        socket.off("close", gone);
        settle(socket);
      });
      timer = setTimeout(next, NEXT_MS);
    };
    next();
  });
