import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import type { Endpoint } from "../../model/host.ts";
import { isPublic } from "../../model/host.ts";
import type { CallContext } from "../call/context.ts";
import { PolicyDeniedError } from "../denied.ts";
import { endpointOfUrl } from "../gate/endpoints.ts";
import { hostScope } from "../gate/host-steps.ts";
import { check } from "./check.ts";

export interface FetchOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** `follow` by default: each hop is judged. */
  readonly redirect?: "follow" | "manual" | "error";
}

const HOPS = 10;
const CREDENTIALS: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"]);

/** Requests a URL, as far as the policy goes, and each address that it redirects to. */
export async function gatedFetch(context: CallContext, url: string, options: FetchOptions = {}): Promise<Response> {
  if (/^(?:connect|trace|track)$/iu.test(options.method ?? ""))
    throw new TypeError(`The method \`${options.method ?? ""}\` is not for requests.`);
  let here = new URL(url);
  let { method = "GET", headers = {}, body } = options;
  for (let hop = 0; hop <= HOPS; hop++) {
    const reached = endpointOfUrl(here.href);
    const endpoint = reached.k === "endpoint" ? reached.endpoint : null;
    if (endpoint && endpoint.scheme !== "http" && endpoint.scheme !== "https")
      throw new TypeError(`\`${endpoint.scheme}:\` cannot be fetched.`);
    check(context, { k: "host", text: here.origin, endpoint, mustBeGranted: true }, `fetch ${method}`, here.origin);
    const response = await send(context, here, endpoint as Endpoint, {
      ...options,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const location = response.headers.get("location");
    if (options.redirect === "manual" || response.status < 300 || response.status > 399 || location === null) return response;
    if (options.redirect === "error") throw new TypeError("The answer is a redirect.");
    await response.body?.cancel();
    const next = new URL(location, here);
    if (next.origin !== here.origin)
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())));
    if (response.status === 303 || (response.status < 303 && method === "POST")) {
      method = "GET";
      body = undefined;
    }
    here = next;
  }
  throw new TypeError(`More than ${HOPS} redirects.`);
}

/** One request. The address that is dialled is the one that was checked: nothing is resolved twice. */
function send(context: CallContext, url: URL, endpoint: Endpoint, options: FetchOptions): Promise<Response> {
  const checkedLookup = (
    name: string,
    how: LookupOptions,
    done: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    lookup(name, { ...how, all: true }, (error, addresses) => {
      if (error) {
        done(error, []);
        return;
      }
      const fine = addresses.filter(({ address }) => mayDial(context, endpoint, address));
      if (fine.length === 0) {
        const refusal = new PolicyDeniedError({
          id: "net.outside",
          clause: "net.connect",
          origin: "policy",
          value: endpoint.host,
          reason: `the name \`${endpoint.host}\` leads to this machine or its network`,
          change: "net.connect",
        });
        done(refusal, []);
        return;
      }
      const [first] = fine;
      if (how.all === true) done(null, fine);
      else done(null, first?.address ?? "", first?.family);
    });
  };
  const signals = [context.signal(), ...(options.signal ? [options.signal] : [])];
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(
      url,
      {
        method: options.method ?? "GET",
        headers: { ...options.headers },
        lookup: checkedLookup,
        signal: AbortSignal.any(signals),
        // No pool: a connection to an address that was checked for another tool is not used again.
        agent: false,
      },
      (message) => {
        try {
          resolve(responseOf(message));
        } catch (error) {
          // A status that no `Response` may have.
          message.destroy();
          reject(new TypeError("The answer cannot be read.", { cause: error }));
        }
      },
    );
    request.on("error", reject);
    request.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new TypeError("The server wants another protocol."));
    });
    request.end(options.body);
  });
}

/** A public name must not lead inside; a name that is granted as what it is, a local one, may. */
function mayDial(context: CallContext, endpoint: Endpoint, address: string): boolean {
  if (isPublic(address) || !isPublic(endpoint.host)) return true;
  return context.levels.every(
    ({ grants, isEnforced }) =>
      !isEnforced ||
      hostScope({ k: "host", text: address, endpoint: { ...endpoint, host: address }, mustBeGranted: true }, grants) === undefined,
  );
}

const EMPTY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

function responseOf(message: IncomingMessage): Response {
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2)
    headers.append(message.rawHeaders[index] ?? "", message.rawHeaders[index + 1] ?? "");
  const status = message.statusCode ?? 502;
  if (EMPTY.has(status)) message.resume();
  return new Response(EMPTY.has(status) ? null : (Readable.toWeb(message) as ReadableStream), {
    status: status === 101 ? 502 : status,
    headers,
  });
}
