import type { Machine } from "../machine.ts";
import { optionTexts, urlResources } from "./resources.ts";
import { constantsOf } from "../domain/strings.ts";
import type { Resolver } from "../domain/uses.ts";
import { each, isObject } from "../domain/uses.ts";
import type { Atom, Value } from "../domain/values.ts";
import { isAbsent, isHandedIn, isVague, NOTHING } from "../domain/values.ts";

const METHOD = /^(get|head|options|post|put|patch|del)(?:ete)?(?:Form)?$/u;

/** The method of an HTTP request: an option's, else the called function's name, else GET. */
function httpMethods(x: Machine, options: Value | undefined, path: readonly string[]): readonly string[] {
  const objects = (options ?? NOTHING).filter((atom) => atom.k === "obj" || atom.k === "rec");
  const given = x.member(objects, "method");
  const named = METHOD.exec(path.at(-1) ?? "")?.[1]?.replace("del", "delete");
  const open = options?.some((atom) => atom.k !== "obj" && atom.k !== "rec" && atom.k !== "prim" && atom.k !== "fn") === true;
  const written = given.filter((atom) => !(atom.k === "prim" && atom.v === undefined));
  if (written.length === 0) return named === undefined && open ? ["*"] : [(named ?? "get").toUpperCase()];
  return constantsOf(written)?.map((method) => method.toUpperCase()) ?? ["*"];
}

/** Options of clients by which an address is completed. */
const BASES: Readonly<Record<string, readonly string[]>> = {
  "pkg:axios": ["baseURL"],
  "pkg:redaxios": ["baseURL"],
  "pkg:ofetch": ["baseURL"],
  "pkg:got": ["prefixUrl"],
  "pkg:ky": ["prefixUrl", "prefix"],
  "pkg:ky-universal": ["prefixUrl"],
  "pkg:request": ["baseUrl"],
  "pkg:request-promise": ["baseUrl"],
};
/** Clients whose `post(url, body, options)` takes what is sent before its options. */
const BODY_FIRST: ReadonlySet<string> = new Set(["pkg:axios", "pkg:redaxios"]);
/** Options by which code of the sources may change where a request goes. */
const CHANGING = ["hooks", "adapter", "beforeRequest", "fetch"];

interface Base {
  readonly of: Value;
  /** Whether it may be another one, which nobody knows. */
  readonly isOpen: boolean;
}

/** The base of a request: what its own options say, or else those that the client was made with, the last first. */
function baseOf(x: Machine, names: readonly string[], levels: readonly (Value | undefined)[]): Base {
  let of: Value = NOTHING;
  let isOpen = names.some((name) => x.mayAssign(name));
  for (const level of levels) {
    if (!level) continue;
    const objects = level.filter(({ k }) => k === "obj" || k === "rec");
    isOpen ||=
      level.some((atom) => isVague(atom) || isHandedIn(atom)) ||
      CHANGING.some((name) => x.member(objects, name).some((atom) => !isAbsent(atom)));
    const found = objects.map((one) => names.flatMap((name) => x.member([one], name)).filter((atom) => !isAbsent(atom)));
    of = x.join(of, ...found);
    if (found.length === level.length && found.length > 0 && found.every((one) => one.length > 0)) break;
  }
  return { of, isOpen };
}

/** `fetch(url, options)`, `client.get(url, options)`, `client({ url })`, of a client that may have been made with a base. */
export const fetch: Resolver = (x, args, target) => {
  const [input] = args;
  const isConfig = input !== undefined && isObject(input);
  const methods = httpMethods(x, isConfig ? input : args[1], target.path);
  const address = isConfig ? x.member(input, "url") : input;
  const own = isConfig ? 0 : BODY_FIRST.has(target.root) && /^(?:post|put|patch)/u.test(target.path.at(-1) ?? "") ? 2 : 1;
  const base = baseOf(x, BASES[target.root] ?? [], [args[own], ...[...(target.held ?? [])].reverse()]);
  return { uses: addressed(address, base).map((resource) => ({ capability: "net.connect", resource, methods })) };
};

const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu;
/** A text that begins with something else than the name of a scheme, or what may become one: the part of an address behind its host. */
function isPart(atom: Atom): boolean {
  if (atom.k !== "str") return false;
  const [head = "", ...more] = atom.p;
  return typeof head === "string" && !ABSOLUTE.test(head) && !(more.length > 0 && /^[a-z][a-z0-9+.-]*$/iu.test(head));
}
const isWritten = (atom: Atom): boolean => atom.k === "str" && typeof atom.p[0] === "string" && ABSOLUTE.test(atom.p[0]);

/** Where a request goes: an address that says its host goes there, whatever the base; the part of one goes to the base. */
function addressed(address: Value | undefined, { of, isOpen }: Base): string[] {
  const hasBase = of.length > 0;
  const based = hasBase ? [...urlResources(of), ...(isOpen ? ["{dynamic}"] : [])] : [];
  if (address === undefined || address.length === 0) return hasBase ? based : urlResources(address);
  const parts = address.filter(isPart);
  // A text that may begin with a scheme, and does not yet: `http${s}://...`.
  const unclear = address.filter((atom) => atom.k === "str" && typeof atom.p[0] === "string" && !isPart(atom) && !isWritten(atom));
  const whole = address.filter((atom) => !parts.includes(atom) && !unclear.includes(atom));
  const isBased = whole.length < address.length || !whole.every(isWritten);
  return [
    ...new Set([
      ...(whole.length > 0 ? urlResources(whole) : []),
      ...(isBased ? based : []),
      ...(unclear.length > 0 || (parts.length > 0 && !hasBase) ? ["{dynamic}"] : []),
    ]),
  ];
}

/** `http.request(url)`, `http.request({ hostname, port, socketPath })`. */
export const request: Resolver = (x, args, target) => {
  const options = args.find(isObject);
  const [input] = args;
  if (input && !isObject(input) && !input.every((atom) => atom.k === "fn")) return { uses: each("net.connect", urlResources(input)) };
  const [scheme, usual] = target.root === "node:https" ? ["https", "443"] : ["http", "80"];
  const named = optionTexts(x, options, "hostname", "");
  const hosts = [...named, ...(named.includes("") ? optionTexts(x, options, "host", "") : [])].filter((host) => host !== "");
  const ports = optionTexts(x, options, "port", usual);
  const sockets = optionTexts(x, options, "socketPath", "");
  const byName = hosts.flatMap((host) => ports.map((port) => `${scheme}://${host.replace(/:\d+$/u, "")}:${port}`));
  return {
    uses: each("net.connect", [
      ...sockets.flatMap((socket) => (socket === "" ? [] : [`unix:${socket}`])),
      ...(!sockets.includes("") ? [] : byName.length > 0 ? byName : ["{dynamic}"]),
    ]),
  };
};
