import { elementsOf } from "../meaning/containers.ts";
import type { Machine } from "../machine.ts";
import { optionTexts, pathResources, textResources, urlResources } from "./resources.ts";
import type { Resolver, Uses } from "../domain/uses.ts";
import { constantsOf } from "../domain/strings.ts";
import { each, isObject } from "../domain/uses.ts";
import type { Atom, Value } from "../domain/values.ts";
import { isAbsent, NOTHING } from "../domain/values.ts";

/** The files of a database; one in memory has none. `open({ filename })` names it in an object. */
function databaseFiles(x: Machine, opened: Value | undefined): string[] {
  return pathResources(isObject(opened) ? x.member(opened ?? NOTHING, "filename") : opened).filter(
    (path) => !/^(?:\$WORKSPACE\/)?(?::memory:)?$/u.test(path),
  );
}

const isReadOnly = (x: Machine, options: Value | undefined): boolean =>
  ["readOnly", "readonly"].some((name) => optionTexts(x, options, name, "false").every((text) => text === "true"));

/** Opening a database. */
export const sqlite: Resolver = (x, args) => {
  const files = databaseFiles(x, args[0]);
  return { uses: [...each("fs.read", files), ...(isReadOnly(x, args[1]) ? [] : each("fs.write", files))] };
};

/** One statement that only reads: its first word says so, and no other one follows. */
const READING =
  /^\s*(?:select\b(?!\s[\s\S]*\binto\b)|explain\b(?!\s+analy[sz]e\b|\s*\{)|describe\b|show\b|summarize\b|values\b|pragma\s+\w+\s*(?:;\s*)?$|pragma\s+\w*(?:info|list)\b)[^;]*(?:;\s*)?$/iu;

/** `ATTACH DATABASE …` opens another file. */
const OPENING = /^\s*\{|attach|vacuum\s+into/iu;

/** Running SQL on an open database: `db.exec(sql)`, `db.prepare(sql).run()`. */
export const sql: Resolver = (x, args, { root, path, held = [] }) => {
  const start = path.at(-1) === "pragma" ? "pragma " : "";
  const texts = textResources(root === "type:Statement" ? held.at(-1) : args[0]).map((text) => start + text);
  const files = databaseFiles(x, held[0]);
  const isAny = root !== "type:Statement" && texts.some((text) => OPENING.test(text));
  // What may be several statements may end with any.
  const isSure = (text: string): boolean => READING.test(text) && !(path.at(-1) === "exec" && text.includes("{"));
  const reads = texts.every(isSure) || isReadOnly(x, held[1]);
  const others = isAny ? ["{dynamic}"] : [];
  return { uses: [...each("fs.read", [...files, ...others]), ...each("fs.write", [...(reads ? [] : files), ...others])] };
};

/** By which SQL is run that is given as text, and by which builders of queries only read. */
const RUNNING: ReadonlySet<string> = new Set(["execute", "executeMultiple", "batch", "migrate", "run", "all", "get", "values"]);
const SELECTING: ReadonlySet<string> = new Set(["select", "selectDistinct", "$count", "findFirst", "findMany"]);

/** The addresses of libSQL's databases: of a client, of what it was made with, or of a builder over one. */
function libsqlAddresses(x: Machine, given: Value): Value {
  return x.join(
    ...given.map((atom): Value => {
      if (atom.k === "ext" && atom.root === "type:LibSql") return libsqlAddresses(x, atom.held?.[0] ?? NOTHING);
      if (atom.k !== "obj" && atom.k !== "rec") return isAbsent(atom) ? NOTHING : [atom];
      const [inner = NOTHING, ...own] = ["client", "connection", "url", "syncUrl"].map((name) =>
        x.member([atom], name).filter((one) => one.k !== "wr" && !isAbsent(one)),
      );
      return inner.length > 0 ? libsqlAddresses(x, inner) : x.join(libsqlAddresses(x, own[0] ?? NOTHING), ...own.slice(1));
    }),
  );
}

const FILE = /^file:(?:\/\/)?/u;

/** The database that an address of libSQL is: a file (`file:local.db`), one in memory, or what a server has. */
function libsqlPlace(x: Machine, atom: Atom): { readonly files: string[]; readonly servers: string[] } {
  const [start, ...rest] = atom.k === "str" ? atom.p : [];
  if (start === ":memory:") return { files: [], servers: [] };
  if (typeof start !== "string" || !FILE.test(start)) return { files: [], servers: urlResources([atom]) };
  const [name = ""] = start.replace(FILE, "").split("?");
  return { files: databaseFiles(x, [x.in.atom({ k: "str", p: name === "" ? rest : [name, ...rest] })]), servers: [] };
}

/** Asking a database of libSQL. What a builder over one goes on with is said where it begins: `db.insert(table).values(row)`. */
export const libsql: Resolver = (x, args, { path, held = [] }) => {
  if (path.filter((step) => step === "()").length > 1) return { uses: [] };
  const name = path.at(-1) ?? "";
  const given = (args[0] ?? NOTHING).flatMap((atom) => (atom.k === "arr" || atom.k === "list" ? elementsOf(x, [atom]) : [atom]));
  const asked = x.join(...given.map((atom) => (isObject([atom]) ? x.member([atom], "sql") : [atom])));
  const texts = RUNNING.has(name) ? textResources(asked) : [];
  const reads = SELECTING.has(name) || (texts.length > 0 && texts.every((text) => READING.test(text)));
  const places = libsqlAddresses(x, held[0] ?? NOTHING).map((atom) => libsqlPlace(x, atom));
  const files = places.flatMap((one) => one.files);
  const servers = places.length === 0 ? ["{dynamic}"] : places.flatMap((one) => one.servers);
  const isHere = places.some((one) => one.servers.length === 0);
  const others = isHere && texts.some((text) => OPENING.test(text)) ? ["{dynamic}"] : [];
  return {
    uses: [
      ...each("fs.read", [...files, ...others]),
      ...each("fs.write", [...(reads ? [] : files), ...others]),
      ...each("net.connect", servers),
    ],
  };
};

/** A browser that is started here, unless its options name the service where it runs: `new Stagehand({ env: "BROWSERBASE" })`. */
export const launched: Resolver = (x, args) => {
  const where = constantsOf(x.member(args[0] ?? NOTHING, "env"));
  const isElsewhere = where !== undefined && where.length > 0 && where.every((one) => one === "BROWSERBASE");
  return { uses: isElsewhere ? [] : [...each("exec.spawn", ["{dynamic}"]), ...each("fs.write", ["{dynamic}"])] };
};

export const heldRead: Resolver = (_x, _args, { held = [] }) => ({ uses: each("fs.read", pathResources(held[0])) });
export const heldWrite: Resolver = (_x, _args, { held = [] }) => ({ uses: each("fs.write", pathResources(held[0])) });
export const heldUrl: Resolver = (_x, _args, { held = [] }) => ({ uses: each("net.connect", urlResources(held[0])) });

/** `fs.writeSync(descriptor, …)`: what the descriptor was opened on. */
const described = (capability: string, args: readonly Value[]): Uses => ({
  uses: (args[0] ?? []).flatMap((atom) =>
    atom.k === "ext" && atom.root === "type:Descriptor" ? each(capability, pathResources(atom.held?.[0])) : [],
  ),
});
export const descriptorRead: Resolver = (_x, args) => described("fs.read", args);
export const descriptorWrite: Resolver = (_x, args) => described("fs.write", args);
