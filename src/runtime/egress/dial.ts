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

const CONNECT_MS = 15_000;

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
 * @throws {NotDialled}
 */
export async function dial(scope: Scope<HostPattern>, target: Target, form: Form, resolve: Resolve, before: () => void): Promise<Socket> {
  const refusal = judgeTarget(scope, target, form);
  if (refusal !== undefined) throw new NotDialled(refusal, true);
  const isAddress = parseAddress(target.host) !== undefined;
  let addresses: readonly string[];
  try {
    addresses = isAddress ? [target.host] : (await resolve(target.host)).map(plain);
  } catch {
    throw new NotDialled("the name cannot be resolved", false);
  }
  const own = ownAddresses();
  const judged = addresses.map((address) => ({ address, why: judgeAddress(scope, target, address, own) }));
  const fine = judged.filter(({ why }) => why === undefined);
  // A granted name that also leads inside is an attack or a mistake; either way its public half is not worth the risk.
  const refused = judged.find(({ why }) => why !== undefined);
  if (refused) throw new NotDialled(refused.why ?? "", true);
  before();
  for (const { address } of fine) {
    const socket = await tryAddress(address, target.port);
    if (socket) return socket;
  }
  throw new NotDialled("it cannot be reached", false);
}

const tryAddress = (host: string, port: number): Promise<Socket | undefined> =>
  new Promise((done) => {
    const socket = connect({ host, port, noDelay: true });
    socket.setTimeout(CONNECT_MS, () => {
      socket.destroy();
    });
    socket.once("close", () => {
      done(undefined);
    });
    socket.once("error", () => undefined);
    socket.once("connect", () => {
      socket.setTimeout(0);
      socket.removeAllListeners("close");
      done(socket);
    });
  });
