import type { Launch, Launches } from "./commands.ts";
import { FETCHES } from "./data/commands.ts";
import type { Fetcher } from "./data/fetchers.ts";
import { FETCHERS, REROUTES } from "./data/fetchers.ts";
import type { Reached } from "./endpoints.ts";
import { endpointOfHost, endpointOfUrl } from "./endpoints.ts";
import { entryOf } from "./own-value.ts";
import type { Use } from "./use.ts";

/** Hosts that a command line hands to programs which fetch: URLs among their words, and to those that fetch by HTTP every address. */
export function fetchedBy(launches: Launches, mustBeGranted: boolean): Use[] {
  return launches.all.flatMap((one): Use[] => {
    if (!FETCHES.has(one.program)) return [];
    const use = (text: string, reached: Reached): Use[] =>
      reached.k === "none" ? [] : [{ k: "host", text, endpoint: reached.k === "endpoint" ? reached.endpoint : null, mustBeGranted }];
    const fetcher = entryOf(FETCHERS, one.program);
    return [
      ...one.args.flatMap((text) => use(text, endpointOfUrl(text.replace(/^-[^=]*=/u, "")))),
      ...(fetcher ? addressesOf(one, fetcher).flatMap((text) => use(text, endpointOfHost(text))) : []),
    ];
  });
}

/** Words that are addresses, and values of options that lead elsewhere. An option that is not known takes no value: what follows it counts. */
function addressesOf({ args }: Launch, { letters, long, addresses }: Fetcher): string[] {
  const out: string[] = [];
  const operands: string[] = [];
  let onlyOperands = false;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (onlyOperands || !arg.startsWith("-") || arg === "-") {
      operands.push(arg);
      continue;
    }
    if (arg === "--") onlyOperands = true;
    const [name = "", ...value] = arg.startsWith("--") ? arg.split("=") : unbundled(arg, letters);
    const reroute = REROUTES.get(name);
    if (reroute) out.push(...reroute(value.length > 0 ? value.join("=") : (args[++index] ?? "")));
    else if (value.length === 0 && (arg.startsWith("--") ? long.has(name.slice(2)) : letters.includes(name.slice(1)))) index++;
  }
  return [...out, ...(addresses === "all" ? operands : firstAddress(operands))].filter((word) => word !== "" && word !== "-");
}

/** Of a bundle of short options the one that takes a value, with what is stuck to it; else the last. */
function unbundled(bundle: string, letters: string): string[] {
  const at = Array.from(bundle).findIndex((letter, index) => index > 0 && letters.includes(letter));
  if (at === -1) return [bundle];
  const rest = bundle.slice(at + 1);
  return [`-${bundle.charAt(at)}`, ...(rest === "" ? [] : [rest])];
}

const METHOD = /^(?:get|post|put|patch|delete|head|options)$/iu;
/** `[METHOD] URL`; a URL that begins with a port is one of this machine. */
function firstAddress([first = "", second]: readonly string[]): string[] {
  const address = METHOD.test(first) && second !== undefined ? second : first;
  return [address.startsWith(":") ? `localhost${address}` : address];
}
