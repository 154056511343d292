import type { Machine } from "./machine.ts";
import { optionTexts, urlResources } from "./resources.ts";
import { constantsOf } from "./strings.ts";
import type { Resolver } from "./uses.ts";
import { each, isObject } from "./uses.ts";
import type { Atom, Value } from "./values.ts";
import { isAbsent, NOTHING } from "./values.ts";

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
const BASES = ["baseURL", "baseUrl", "prefixUrl", "prefix"];

/** `fetch(url, options)`, `client.get(url, options)`, `client({ url })`, of a client that may have been made with a base. */
export const fetch: Resolver = (x, args, target) => {
  const [input] = args;
  const isConfig = input !== undefined && isObject(input);
  const methods = httpMethods(x, isConfig ? input : args[1], target.path);
  const address = isConfig ? x.member(input, "url") : input;
  const options = [...args, ...(target.held ?? [])].flatMap((value) => value.filter(({ k }) => k === "obj" || k === "rec"));
  const base = BASES.flatMap((name) => x.member(options, name)).filter((atom) => !isAbsent(atom));
  return { uses: addressed(address, base).map((resource) => ({ capability: "net.connect", resource, methods })) };
};

const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu;
/** A text that begins with something else than the name of a scheme: the part of an address behind its host. */
function isPart(atom: Atom): boolean {
  if (atom.k !== "str") return false;
  const [head = ""] = atom.p;
  return typeof head === "string" && !ABSOLUTE.test(head);
}
const isWritten = (atom: Atom): boolean => atom.k === "str" && typeof atom.p[0] === "string";

/** Where a request goes: an address that says its host goes there, whatever the base; the part of one goes to the base. */
function addressed(address: Value | undefined, base: Value): string[] {
  if (address === undefined || address.length === 0) return urlResources(base.length > 0 ? base : address);
  const whole = address.filter((atom) => !isPart(atom));
  const isBased = whole.length < address.length || !whole.every(isWritten);
  const based = base.length > 0 ? urlResources(base) : whole.length < address.length ? ["{dynamic}"] : [];
  return [...new Set([...(whole.length > 0 ? urlResources(whole) : []), ...(isBased ? based : [])])];
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
