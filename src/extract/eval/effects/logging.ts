import { isCut } from "../fixpoint/budget.ts";
import { namedSitesOf } from "../elsewhere/callers-elsewhere.ts";
import { elementsOf, entriesOf } from "../meaning/containers.ts";
import { chain, constructorArgs } from "../meaning/inheritance.ts";
import type { Machine } from "../machine.ts";
import { optionTexts, pathResources, urlResources } from "./resources.ts";
import { constantOf } from "../domain/strings.ts";
import type { Resolver, Use, Uses } from "../domain/uses.ts";
import { each } from "../domain/uses.ts";
import type { Atom, AtomOf, Value } from "../domain/values.ts";
import { isAbsent, NOTHING } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

/** A transport of winston's or Mastra's, by its class: the file that it writes, or the address that it sends to. */
const TRANSPORTS: Readonly<Record<string, (x: Machine, options: Value) => Use[]>> = {
  File: (x, options) => each("fs.write", fileOf(x, options)),
  DailyRotateFile: (x, options) => each("fs.write", fileOf(x, options)),
  FileTransport: (x, options) => each("fs.write", pathResources(x.member(options, "path"))),
  HttpTransport: (x, options) => each("net.connect", urlResources(x.member(options, "url"))),
  UpstashTransport: () => each("net.connect", ["{dynamic}"]),
  Http: (x, options) => each("net.connect", optionTexts(x, options, "host", "localhost")),
};
const fileOf = (x: Machine, options: Value): string[] => pathResources(x.member(options, "filename"));

/** Logging writes to the transports that the logger was made with, and to those that are added to one later. */
export const logged: Resolver = (x, _args, { root, held = [] }) => {
  const isWinston = root === "pkg:winston";
  if (!isWinston && root !== "pkg:@mastra/loggers") return pinoLogs(x, held);
  const all = x.join(...held.map((options) => transportsIn(x, options)), ...(isWinston ? addedLater(x) : []));
  return { uses: all.flatMap((transport) => writtenBy(x, transport)) };
};

/** The transports in the options of a logger: one, some, or some by their names. */
function transportsIn(x: Machine, options: Value): Value {
  const given = x.member(options, "transports");
  const several = given.filter((atom) => !isTransport(atom));
  const isNamed = ({ k }: Atom): boolean => k === "obj" || k === "rec" || k === "wr";
  return x.join(
    given.filter(isTransport),
    elementsOf(
      x,
      several.filter((atom) => !isNamed(atom)),
    ),
    ...entriesOf(x, several.filter(isNamed)).map((pair) => (pair.k === "arr" ? (pair.e[1] ?? NOTHING) : NOTHING)),
  );
}

const isTransport = ({ k }: Atom): boolean => k === "ext" || k === "inst";

/** What a transport writes; one of a class of the program's own writes what the class does that this extends. */
function writtenBy(x: Machine, transport: Atom): Use[] {
  if (transport.k === "inst")
    return chain(x, transport.cls).flatMap((level) => {
      const [options = NOTHING] = constructorArgs(x, transport, level) ?? [x.data()];
      return level.k === "ext" ? writtenTo(x, level, options) : [];
    });
  return transport.k === "ext" ? writtenTo(x, transport, transport.held?.[0] ?? NOTHING) : [];
}

function writtenTo(x: Machine, { root, path }: AtomOf<"ext">, options: Value): Use[] {
  if (!LIBRARIES.test(root)) return [];
  const name = root === "pkg:winston-daily-rotate-file" ? "DailyRotateFile" : path.filter((step) => step !== "new").at(-1);
  return TRANSPORTS[name ?? ""]?.(x, options) ?? [];
}

/** The libraries, and packages of more transports for winston. */
const LIBRARIES = /^pkg:(?:winston(?:$|-)|@mastra\/loggers$)/u;

/** What finding out may take what one call adds. */
const MAX_STEPS = 2000;
const later = new WeakMap<Machine, readonly Value[]>();

/** Transports that some logger is given once it is made, `logger.add(new transports.File(…))`; any may be meant. */
function addedLater(x: Machine): readonly Value[] {
  const known = later.get(x);
  if (known) return known;
  later.set(x, []); // While it is being found out.
  try {
    const found = x.world.saying("winston").flatMap((file) => addedIn(x, file));
    later.set(x, found);
    return found;
  } catch (error) {
    later.delete(x);
    throw error;
  }
}

function addedIn(x: Machine, file: string): Value[] {
  const mod = x.glance(file);
  if (!mod) return [];
  // What takes too long to find out may be a file.
  const any: Value = [x.ext("pkg:winston", ["transports", "File"])];
  const given = (name: string, i: number): Value[] =>
    (namedSitesOf(mod).get(name) ?? []).flatMap(({ call, f }) => {
      const one = call.a[i];
      const value = one && (x.attempt(MAX_STEPS, () => x.value(one, genericFrame(x, mod, f, x.top(mod)))) ?? any);
      return value ? [value.some(isCut) ? any : value] : [];
    });
  const options = [...given("configure", 0), ...given("add", 1)];
  return [
    ...given("add", 0).map((value) => value.filter(isTransport)),
    ...options.map((value) => (value === any ? any : transportsIn(x, value))),
  ];
}

/**
 * The files that a logger of pino's or bunyan's writes: the destinations of its transports (`pino({ transport: { targets: [{ options: { destination } }] } })`,
 * `pino(pino.transport(…))`), a destination or a path that it was handed, or what its streams are of.
 */
function pinoLogs(x: Machine, held: readonly Value[]): Uses {
  const given = x.join(...held);
  const written = given.filter(({ k }) => k !== "ext" && k !== "str" && k !== "prim");
  const said = (of: Value, name: string): Value => x.member(of, name).filter((atom) => !isAbsent(atom));
  const transports = x.join(said(written, "transport"), madeBy(x, given, "transport"));
  const targets = x.join(transports, elementsOf(x, said(transports, "targets")));
  const options = said(targets, "options");
  const streams = elementsOf(x, said(written, "streams"));
  const uses = openedOn(
    x,
    x.join(
      x.member(options, "destination"),
      x.member(options, "file"),
      x.member(streams, "path"),
      x.join(x.member(written, "stream"), x.member(streams, "stream")).filter(({ k }) => k === "ext"),
      given.filter(({ k }) => k === "str" || k === "ext"),
    ),
  );
  const unknown = unknownTarget(said(targets, "target"));
  return { uses, ...(unknown !== undefined && { unknown }) };
}

/** Modules that write to what their options say, or to the standard output. */
const WRITES_AS_TOLD: ReadonlySet<string> = new Set(["pino-pretty", "pino/file", "pino-roll", "pino-princess", "pino-colada"]);

/** Why it is not known what a module does that pino loads to write with: one of another package, or of the program's own. */
function unknownTarget(targets: Value): string | undefined {
  const names = targets.flatMap((atom) => (atom.k === "str" ? [constantOf(atom) ?? ""] : []));
  const other = names.find((name) => !WRITES_AS_TOLD.has(name));
  if (other === undefined) return undefined;
  return /^(?:@[\w.-]+\/)?[\w.-]+$/u.test(other) && !other.startsWith(".") ? `unknown.package:${other}` : "unknown.import";
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
