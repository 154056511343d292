import { elementsOf } from "./containers.ts";
import type { Machine } from "./machine.ts";
import { constantOf } from "./strings.ts";
import { optionTexts, pathResources, textResources, urlResources } from "./resources.ts";
import type { Resolver, Use, Uses } from "./uses.ts";
import { each, isObject } from "./uses.ts";
import type { Value } from "./values.ts";
import { NOTHING } from "./values.ts";

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
  /^\s*(?:select\b(?!\s[\s\S]*\binto\b)|explain\b|values\b|pragma\s+\w+\s*(?:;\s*)?$|pragma\s+\w*(?:info|list)\b)[^;]*(?:;\s*)?$/iu;

/** `ATTACH DATABASE …` opens another file. */
const OPENING = /^\s*\{|attach|vacuum\s+into/iu;

/** Running SQL on an open database: `db.exec(sql)`, `db.prepare(sql).run()`. */
export const sql: Resolver = (x, args, { root, path, held = [] }) => {
  const start = path.at(-1) === "pragma" ? "pragma " : "";
  const texts = textResources(root === "type:Statement" ? held.at(-1) : args[0]).map((text) => start + text);
  const files = databaseFiles(x, held[0]);
  const isAny = root !== "type:Statement" && texts.some((text) => OPENING.test(text));
  const reads = texts.every((text) => READING.test(text)) || isReadOnly(x, held[1]);
  const others = isAny ? ["{dynamic}"] : [];
  return { uses: [...each("fs.read", [...files, ...others]), ...each("fs.write", [...(reads ? [] : files), ...others])] };
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

/** A transport of winston's, by its class: the file that it writes, or the address that it sends to. */
const TRANSPORTS: Readonly<Record<string, (x: Machine, options: Value) => Use[]>> = {
  File: (x, options) => each("fs.write", fileOf(x, options)),
  DailyRotateFile: (x, options) => each("fs.write", fileOf(x, options)),
  Http: (x, options) => each("net.connect", optionTexts(x, options, "host", "localhost")),
};
const fileOf = (x: Machine, options: Value): string[] => pathResources(x.member(options, "filename"));

/** Logging writes to the transports that the logger was made with. */
export const logged: Resolver = (x, _args, { held = [] }) => {
  const given = held.flatMap((options) => x.member(options, "transports"));
  const transports = x.join(
    given.filter(({ k }) => k === "ext"),
    elementsOf(
      x,
      given.filter(({ k }) => k !== "ext"),
    ),
  );
  const uses = transports.flatMap((atom) => {
    if (atom.k !== "ext") return [];
    const name = atom.root === "pkg:winston-daily-rotate-file" ? "DailyRotateFile" : atom.path.filter((step) => step !== "new").at(-1);
    return TRANSPORTS[name ?? ""]?.(x, atom.held?.[0] ?? NOTHING) ?? [];
  });
  return { uses: [...uses, ...pinoFiles(x, held)] };
};

/**
 * The files that a logger of pino's or bunyan's writes: the destinations of its transports (`pino({ transport: { targets: [{ options: { destination } }] } })`,
 * `pino(pino.transport(…))`), a destination or a path that it was handed, or what its streams are of.
 */
function pinoFiles(x: Machine, held: readonly Value[]): Use[] {
  const given = x.join(...held);
  const written = given.filter(({ k }) => k !== "ext" && k !== "str" && k !== "prim");
  const transports = x.join(x.member(written, "transport"), madeBy(x, given, "transport"));
  const options = x.member(x.join(transports, elementsOf(x, x.member(transports, "targets"))), "options");
  const streams = elementsOf(x, x.member(written, "streams"));
  return openedOn(
    x,
    x.join(
      x.member(options, "destination"),
      x.member(options, "file"),
      x.member(streams, "path"),
      x.join(x.member(written, "stream"), x.member(streams, "stream")).filter(({ k }) => k === "ext"),
      given.filter(({ k }) => k === "str" || k === "ext"),
    ),
  );
}

/** What something was made with, by the function that made it. */
const madeBy = (x: Machine, value: Value, name: string): Value =>
  x.join(
    ...value.map((atom) =>
      atom.k === "ext" && atom.path.filter((step) => step !== "()").at(-1) === name ? (atom.held?.[0] ?? NOTHING) : NOTHING,
    ),
  );

/** How deep streams of streams are looked into. */
const MAX_STREAMS = 4;

/** The files that a destination leads to: a path, what is handed over as `dest`, one of several. A number is an open descriptor, such as that of the standard output. */
function openedOn(x: Machine, value: Value, depth = 0): Use[] {
  const made = madeBy(x, value, "destination");
  const several = x.member(elementsOf(x, madeBy(x, value, "multistream")), "stream");
  const places = x
    .join(value, made, destOf(x, made))
    .filter((atom) => (atom.k === "str" && !/^[0-2]$/u.test(constantOf(atom) ?? "")) || atom.k === "data" || atom.k === "unk");
  const streams = value.flatMap((atom) => (atom.k === "ext" && atom.root === "type:FileWriter" ? pathResources(atom.held?.[0]) : []));
  const inner = depth < MAX_STREAMS && several.length > 0 ? openedOn(x, several, depth + 1) : [];
  return [...each("fs.write", [...streams, ...(places.length > 0 ? pathResources(places) : [])]), ...inner];
}

/** What is handed over as `dest`. */
const destOf = (x: Machine, options: Value): Value =>
  x.member(
    options.filter(({ k }) => k === "obj" || k === "rec" || k === "wr"),
    "dest",
  );

/** Opening a destination of pino's opens the file that it leads to. */
export const destination: Resolver = (x, [given = NOTHING]) => ({ uses: openedOn(x, x.join(given, destOf(x, given))) });
