import { bun, deno, globals, globalTypes, PURE_GLOBALS } from "./globals.ts";
import { extensionApi } from "./extensions.ts";
import type { Entry, SummaryRows, Table } from "./format.ts";
import { expandRows, parseEntry } from "./format.ts";
import { handleTables } from "./handles.ts";
import { nitro } from "./nitro.ts";
import { fs, fsPromises } from "./node-fs.ts";
import { dgram, dns, dnsPromises, http, http2, net, netTypes, tls } from "./node-net.ts";
import { childProcess, miscModules, moduleTable, processTable, processTypes, PURE_MODULES, vm } from "./node-process.ts";
import { packageFamilies } from "./packages/families.ts";
import { packageModels, packageTypes } from "./packages/index.ts";
import { CHECKED_PACKAGES } from "./checked-packages.ts";
import { PURE_PACKAGES } from "./pure-packages.ts";

const PURE: Table = { rest: "pure", rows: {} };

const tables: Record<string, Table> = {
  pure: PURE,
  global: globals,
  "global:Bun": bun,
  "global:Deno": deno,
  "global:chrome": extensionApi,
  "node:fs": fs,
  "node:fs/promises": fsPromises,
  "node:child_process": childProcess,
  "node:process": processTable,
  "node:module": moduleTable,
  "node:vm": vm,
  "node:http": http,
  "node:https": http,
  "node:_http_client": http,
  "node:http2": http2,
  "node:net": net,
  "node:tls": tls,
  "node:dgram": dgram,
  "node:dns": dns,
  "node:dns/promises": dnsPromises,
  bun,
  "bun:sqlite": { rest: "pure", rows: { Database: "!sqlite ->type:Database" } },
  "bun:ffi": { rest: "code.native", rows: {} },
  ...miscModules,
  ...netTypes,
  ...processTypes,
  ...globalTypes,
  ...handleTables,
  "type:Nitro": nitro,
  ...packageTypes,
};
tables["node:tls"] = tls;
for (const name of PURE_MODULES) tables[`node:${name}`] ??= PURE;
for (const [name, model] of Object.entries(packageModels)) {
  tables[`pkg:${name}`] = model;
}

/** Tables of summarised packages, by roots that say of which content they are: the same root always has the same table. */
const summaries = new Map<string, Table>();

/** Makes a package's summary known under a root of its own. `?` is something that could not be seen through. */
export function addSummary(root: string, { rest, rows }: SummaryRows): void {
  const row = (tokens: readonly string[]): string => tokens.map((one) => (one === "?" ? "!unseen" : one)).join(" ") || "pure";
  const table = Object.fromEntries(Object.entries(rows).map(([path, tokens]) => [path, row(tokens)]));
  summaries.set(root, rest.length === 0 ? PURE : { isStrict: true, rest: row(rest), rows: table });
}

/** Whether a root is of a summarised package. */
export const isSummary = (root: string): boolean => summaries.has(root);

/** Whether a package has a model, or is known to do nothing. */
export const isModelled = (name: string): boolean => tableOf(`pkg:${name}`) !== undefined;

/** The name of a package, whether its root is of a model or of a summary (`pkg:name@1.2.0#digest`). */
export const packageOf = (root: string): string => root.slice(4).replace(/(?!^)@[^@/]*#\w+$/u, "");

/** The root of what a specifier of a package leads to: an entry of its own has one where it does something else. @param sub with its slash */
export const rootOf = ({ name, sub }: { readonly name: string; readonly sub: string }): string =>
  sub !== "" && Object.hasOwn(tables, `pkg:${name}${sub}`) ? `pkg:${name}${sub}` : `pkg:${name}`;

/** Where the knowledge of a root comes from. */
export const provenanceOf = (root: string): string =>
  root.startsWith("pkg:") ? (isSummary(root) ? `summary:${root.slice(4).replace(/#\w+$/u, "")}` : `model:${root.slice(4)}`) : root;

const pureNames = new Set([...PURE_PACKAGES, ...CHECKED_PACKAGES]);

const rowsOf = new Map<Table, Map<string, string>>();
function rows(table: Table): Map<string, string> {
  let known = rowsOf.get(table);
  if (!known) {
    known = expandRows(table.rows);
    rowsOf.set(table, known);
  }
  return known;
}

const transporting = new WeakMap<Table, boolean>();

/** Whether what a package makes may be a client, whose requests go through what it was made with; what keeps more than that says so itself. */
export function isTransporting(root: string): boolean {
  const table = root.startsWith("pkg:") ? tableOf(root) : undefined;
  if (table === undefined || table.isKeeper === true) return false;
  const known = transporting.get(table);
  if (known !== undefined) return known;
  const answer = [table.rest, ...rows(table).values()].some((row) => row.includes("net.connect"));
  transporting.set(table, answer);
  return answer;
}

/** The first words of the rows of a root by which it is given something that it keeps. */
export function rowsThatKeep(root: string): readonly string[] {
  const table = tableOf(root);
  if (table?.isKeeper !== true) return [];
  return [...new Set([...rows(table)].flatMap(([name, row]) => (parseEntry(row).keeps ? [name.split(".")[0] ?? name] : [])))];
}

const GIVEN_IN: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const out = new Map<string, Set<string>>();
  for (const [root, table] of Object.entries(tables))
    for (const [path, row] of rows(table))
      if (parseEntry(row).is !== undefined) out.set(root, (out.get(root) ?? new Set()).add(path.slice(path.lastIndexOf(".") + 1)));
  return out;
})();

/** Whether types of a root say by their arguments what a member of them is. */
export const hasGivenMembers = (root: string): boolean => GIVEN_IN.has(root);

/** What says which a member is that a program gives a package's type to hold; undefined for any other member. */
export const givenMember = (root: string, path: readonly string[]): Entry["is"] =>
  GIVEN_IN.get(root)?.has(path.at(-1) ?? "") === true ? lookup(root, path)?.entry.is : undefined;

/** The table of a root such as `node:fs`, `global`, `pkg:axios` or `type:Server`; undefined when there is no knowledge. */
export function tableOf(root: string): Table | undefined {
  const table = tables[root] ?? summaries.get(root);
  if (table) return table;
  if (!root.startsWith("pkg:")) return root.startsWith("node:") ? undefined : root.startsWith("type:") ? PURE : undefined;
  const name = root.slice(4);
  const scope = name.startsWith("@") ? `${name.slice(0, name.indexOf("/"))}/*` : "";
  return pureNames.has(name) || pureNames.has(scope) ? PURE : familyOf(name);
}

const families = Object.keys(packageFamilies)
  .map((pattern) => ({ pattern, start: pattern.slice(0, pattern.indexOf("*")), end: pattern.slice(pattern.indexOf("*") + 1) }))
  .sort((a, b) => b.pattern.length - a.pattern.length);

/** The model of the family that a name belongs to by how it is written. */
function familyOf(name: string): Table | undefined {
  const family = families.find(({ start, end }) => name.startsWith(start) && name.endsWith(end) && name.length > start.length + end.length);
  return family && packageFamilies[family.pattern];
}

/** Whether a package is known to do nothing at all, so that whatever it makes is data. */
export const isPure = (root: string): boolean => tableOf(root) === PURE;

export interface Found {
  readonly entry: Entry;
  /** Whether the row names this member, rather than being the table's default. */
  readonly exact: boolean;
}

/** A root and path after following links (`fs.promises.x` is `node:fs/promises` `x`) and dropping `default`. */
export function canonical(root: string, path: readonly string[]): { root: string; path: readonly string[] } {
  let here = root;
  let rest = path;
  for (let guard = 0; guard < 8; guard++) {
    const [head] = rest;
    if (head === undefined) break;
    const links = tables[here]?.links;
    const link = links && Object.hasOwn(links, head) ? links[head] : undefined;
    if (link !== undefined) here = link;
    else if (!(head === "default" && (here.startsWith("node:") || rest.length > 1))) break;
    rest = rest.slice(1);
  }
  return { root: here, path: rest };
}

/** What the tables say of calling a member; undefined when nothing is known of its root. */
export function lookup(root: string, path: readonly string[]): Found | undefined {
  const at = canonical(root, path);
  const table = tableOf(at.root);
  if (!table) return undefined;
  const known = rows(table);
  const plain = at.path.filter((step) => step !== "()" && step !== "new");
  const isPackage = at.root.startsWith("pkg:");
  const candidates = table.isStrict
    ? [plain.join(".") || "default"]
    : isPackage
      ? [
          at.path.join("."),
          at.path.slice(-2).join("."),
          ...(plain.length === 0 ? ["default"] : plain.map((_, from) => plain.slice(from).join("."))),
        ]
      : [plain.join(".") || "default", ...(at.root.startsWith("type:") ? [plain.at(-1) ?? ""] : [])];
  for (const candidate of candidates) {
    const row = known.get(candidate);
    if (row !== undefined) return { entry: parseEntry(row), exact: true };
  }
  if (at.root === "global" && plain.length > 1) {
    const head = known.get(plain[0] ?? "");
    if (head !== undefined)
      return { entry: parseEntry(plain[1] === "call" || plain[1] === "apply" || plain[1] === "bind" ? head : "pure"), exact: false };
  }
  if (table.rest === "unlisted") return PURE_GLOBALS.has(plain[0] ?? "") ? { entry: parseEntry("pure"), exact: false } : undefined;
  return { entry: parseEntry(table.rest), exact: false };
}
