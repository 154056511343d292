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
    const [name = "", ...value] = arg.startsWith("--") ? arg.split("=") : [arg.slice(0, 2), ...(arg.length > 2 ? [arg.slice(2)] : [])];
    const reroute = REROUTES.get(name);
    if (reroute) out.push(...reroute(value.length > 0 ? value.join("=") : (args[++index] ?? "")));
    else if (arg.startsWith("--") ? value.length === 0 && long.has(name.slice(2)) : takesNext(arg, letters)) index++;
  }
  return [...out, ...(addresses === "all" ? operands : operands.filter((word) => !/^[A-Z]+$/u.test(word)).slice(0, 1))].filter(
    (word) => word !== "" && word !== "-",
  );
}

/** Whether a bundle of short options ends in one that takes the next word: of `-sSo` the `o`, and not of `-ofile`. */
function takesNext(bundle: string, letters: string): boolean {
  const at = Array.from(bundle).findIndex((letter, index) => index > 0 && letters.includes(letter));
  return at !== -1 && at === bundle.length - 1;
}
