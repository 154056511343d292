import { dirname, join, resolve, sep } from "node:path";
import { exists, readText } from "./files.ts";
import { memberOf, pnpmOverrides } from "./members.ts";

/** A package of the repository under analysis. */
export interface WorkspacePackage {
  readonly name: string;
  readonly version?: string;
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** The packages below a root, found by their `package.json`, nearest first for any file. */
export class Workspace {
  readonly #byFolder = new Map<string, WorkspacePackage | null>();
  readonly #byName = new Map<string, WorkspacePackage>();
  readonly #members = new Map<string, (folder: string) => boolean>();
  readonly root: string;

  #overrides: { readonly list: unknown } | undefined;

  constructor(root: string, files: readonly string[]) {
    this.root = root;
    for (const folder of new Set(files.map((file) => dirname(file)))) this.#climb(folder);
  }

  named(name: string): WorkspacePackage | undefined {
    return this.#byName.get(name);
  }

  /** The package of the repository that `from`'s package depends on by folder (`file:../core`); null where there is none in that folder. */
  linked(from: string, name: string): WorkspacePackage | null | undefined {
    for (const [folder, target] of this.#asked(from, name)) {
      if (/^workspace:(?![./~])/u.test(target)) return undefined;
      const path = /^(?:(?:file|link|portal):)?((?:[./~]|(?<=:)).*)$/iu.exec(target)?.[1];
      if (path === undefined || path.endsWith(".tgz")) continue;
      const asked = resolve(folder, path);
      const found = this.#climb(asked);
      return found?.folder === asked ? found : null;
    }
    return undefined;
  }

  /** What a file's package, the one at the top and pnpm's own file ask of a package, with the folder that each speaks of. */
  #asked(from: string, name: string): (readonly [folder: string, range: string])[] {
    const owner = this.ownerOf(from);
    const top = this.#climb(this.root);
    this.#overrides ??= { list: pnpmOverrides(this.root) };
    return [
      ...[...new Set([owner, top])].flatMap((one) => (one ? rangeIn(one.manifest, name).map((range) => [one.folder, range] as const) : [])),
      ...overridesOf(this.#overrides.list, name).map((range) => [this.root, range] as const),
    ];
  }

  /**
   * Whether what a file's package imports by a name comes from a registry: it depends on a range of versions of it, and
   * no folder above the package of the repository that has the name (if there is one) names that as one of its own.
   */
  isFromRegistry(from: string, name: string): boolean {
    const owner = this.ownerOf(from);
    if (!owner || owner.name === name) return false;
    const asked = this.#asked(from, name);
    if (asked.length === 0 || asked.some(([, range]) => LOCAL.test(range))) return false;
    const own = this.#byName.get(name);
    return !own || !this.#isMember(own.folder);
  }

  #isMember(folder: string): boolean {
    for (let above = folder; above !== this.root && above.startsWith(this.root + sep);) {
      above = dirname(above);
      let isIn = this.#members.get(above);
      if (!isIn) this.#members.set(above, (isIn = memberOf(above)));
      if (isIn(folder)) return true;
    }
    return false;
  }

  get packages(): WorkspacePackage[] {
    return [...this.#byName.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
  }

  ownerOf(file: string): WorkspacePackage | undefined {
    return this.#climb(dirname(file));
  }

  #climb(folder: string): WorkspacePackage | undefined {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known ?? undefined;
    if (folder !== this.root && !folder.startsWith(this.root + sep)) return undefined;
    const own = readPackage(folder);
    const found = own ?? (folder === this.root ? undefined : this.#climb(dirname(folder)));
    this.#byFolder.set(folder, found ?? null);
    if (own && own.name !== "" && !this.#byName.has(own.name)) this.#byName.set(own.name, own);
    return found;
  }
}

/** A range that is a place in the repository: package managers take a bare path for one, and do not mind capitals. */
const LOCAL = /^(?:(?:workspace|file|link|portal):|\.{0,2}\/|~\/|\.{1,2}$)/iu;

const ASKING = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
const INSTEAD = ["resolutions", "overrides", "pnpm.overrides"];

const within = (manifest: WorkspacePackage["manifest"], field: string): Readonly<Record<string, unknown>> => {
  const list = field
    .split(".")
    .reduce<unknown>((at, part) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[part] : undefined), manifest);
  return typeof list === "object" && list !== null ? (list as Record<string, unknown>) : {};
};

/** Whether an override's key speaks of a package: by its name, some versions of it, or as the end of a path of packages. Too often rather than not. */
const speaksOf = (key: string, name: string): boolean =>
  key.split(">").some((part) => {
    const piece = part.trim();
    const at = piece.indexOf("@", 1);
    return [piece, at === -1 ? piece : piece.slice(0, at)].some((one) => one === name || one.endsWith(`/${name}`));
  });

/** What a list of overrides puts in place of a package, however deep it says so. */
const overridesOf = (list: unknown, name: string, isOf = false): string[] =>
  typeof list === "string"
    ? isOf
      ? [list]
      : []
    : typeof list === "object" && list !== null
      ? Object.entries(list).flatMap(([key, inner]) => overridesOf(inner, name, key === "." ? isOf : speaksOf(key, name)))
      : [];

/** What a package asks of another one, by each field that may say so. */
const rangeIn = (manifest: WorkspacePackage["manifest"], name: string): string[] => [
  ...ASKING.flatMap((field) => {
    const range = within(manifest, field)[name];
    return typeof range === "string" ? [range] : [];
  }),
  ...INSTEAD.flatMap((field) => overridesOf(within(manifest, field), name)),
];

function readPackage(folder: string): WorkspacePackage | undefined {
  const text = readText(join(folder, "package.json"));
  if (text === undefined) return undefined;
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest !== "object" || manifest === null) return undefined;
    const { name, version } = manifest as Record<string, unknown>;
    return {
      name: typeof name === "string" ? name : "",
      folder,
      manifest: manifest as Record<string, unknown>,
      ...(typeof version === "string" ? { version } : {}),
    };
  } catch {
    return undefined;
  }
}

const BUILT = /^(?:\.\/)?(?:dist|lib|build|out|esm|cjs|output)\//u;

/** Source file behind a workspace import, whether or not the package has been built. */
export function workspaceEntry(pkg: WorkspacePackage, sub: string): string | undefined {
  for (const target of targetsOf(pkg, sub)) {
    for (const candidate of sourcesOf(target)) {
      const path = join(pkg.folder, candidate);
      if (exists(path) && /\.[cm]?[jt]sx?$/u.test(path) && !path.endsWith(".d.ts")) return path;
    }
  }
  return undefined;
}

function targetsOf(pkg: WorkspacePackage, sub: string): string[] {
  const { exports: map, main, module, types, source } = pkg.manifest;
  const out: string[] = [];
  const key = sub === "" ? "." : `.${sub}`;
  if (typeof map === "string" && sub === "") out.push(map);
  else if (typeof map === "object" && map !== null) {
    const table = map as Record<string, unknown>;
    const isConditions = !Object.keys(table).some((name) => name.startsWith("."));
    collect(isConditions ? (sub === "" ? table : undefined) : table[key], out);
    for (const [pattern, target] of Object.entries(table)) {
      const [before = "", after] = pattern.split("*");
      if (after === undefined || !key.startsWith(before) || !key.endsWith(after)) continue;
      const found: string[] = [];
      collect(target, found);
      out.push(...found.map((one) => one.replaceAll("*", key.slice(before.length, key.length - after.length))));
    }
  }
  if (sub === "") for (const field of [source, module, main, types]) if (typeof field === "string") out.push(field);
  out.push(
    ...(sub === ""
      ? ["src/index.ts", "index.ts", "src/index.js", "index.js", "src/main.ts"]
      : [`.${sub}`, `src${sub}`, `src${sub}/index.ts`]),
  );
  return out;
}

function collect(target: unknown, out: string[]): void {
  if (typeof target === "string") out.push(target);
  else if (Array.isArray(target)) for (const one of target) collect(one, out);
  else if (typeof target === "object" && target !== null) for (const one of Object.values(target)) collect(one, out);
}

/** Every file that a package names as a way in for who imports it, under whatever conditions. */
export function everyEntry(pkg: WorkspacePackage): string[] {
  const { exports: map, main, module, browser } = pkg.manifest;
  return [...new Set([...filesNamed(pkg, [map, main, module, browser]), join(pkg.folder, "index.js")])].filter(exists);
}

/** Every file that a package names as what is started. */
export const startedBy = (pkg: WorkspacePackage): string[] => [...everyEntry(pkg), ...filesNamed(pkg, [pkg.manifest["bin"]])];

function filesNamed(pkg: WorkspacePackage, named: readonly unknown[]): string[] {
  const out: string[] = [];
  for (const one of named) collect(one, out);
  return out
    .flatMap((target) => ["", ".js", ".cjs", ".mjs", "/index.js"].map((end) => join(pkg.folder, `${target}${end}`)))
    .filter(
      (path) => path.startsWith(`${pkg.folder}${sep}`) && exists(path) && /\.[cm]?[jt]sx?$/u.test(path) && !/\.d\.[cm]?ts$/u.test(path),
    );
}

/** Where the source of a (perhaps built) file may be. */
function sourcesOf(target: string): string[] {
  const bare = target.replace(/\.d\.([cm]?)ts$/u, ".$1js");
  const stem = bare.replace(/\.[cm]?[jt]sx?$/u, "");
  const moved = BUILT.test(stem)
    ? [stem.replace(BUILT, "src/"), stem.replace(BUILT, ""), stem.replace(/^(?:\.\/)?[^/]+\/(?:src|esm|cjs)\//u, "src/")]
    : [];
  const stems = [...new Set([...moved, stem])];
  return [
    ...stems.flatMap((one) => [`${one}.ts`, `${one}.tsx`, `${one}.mts`, `${one}.cts`]),
    target,
    ...stems.flatMap((one) => [`${one}.js`, `${one}.mjs`, `${one}.cjs`, `${one}/index.ts`, `${one}/index.js`]),
  ];
}
