import { frameworkExports } from "../../shapes/exports.ts";
import { rootOf } from "../../tables/index.ts";
import type { Machine } from "../machine.ts";
import type { Mod, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";
import { genericFrame } from "./variables.ts";

/** Files that hold data and no code; a component (`.vue`, `.svelte`) does hold code. */
const DATA_FILE =
  /\.(?:jsonc?|json5|ya?ml|toml|txt|md|csv|tsv|xml|html?|css|scss|sass|less|svg|png|jpe?g|gif|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|wav|ogg|pdf|glsl|graphql|gql|sql|prompt|hbs|ejs|mustache|tmpl|lock|env)$/iu;

/** What `import { name } from "specifier"` binds; `*` and `=` are the whole module. */
export function importValue(x: Machine, mod: Mod, specifier: string, name: string): Value {
  const whole = name === "*" || name === "=";
  const found = x.world.resolve(mod.file, specifier);
  switch (found.k) {
    case "builtin":
      return [x.ext(`node:${found.name}`, whole || name === "default" ? [] : [name])];
    case "package":
      return [x.ext(rootOf(found), whole ? [] : [name])];
    case "file": {
      const owner = x.world.owner(found.file);
      if (!whole && owner !== undefined && frameworkExports.has(`${owner} ${name}`)) return [x.ext(`pkg:${owner}`, [name])];
      const target = x.module(found.file);
      if (!target) return x.unknown("unknown.module");
      return whole ? namespace(x, target, name === "=") : x.exportOf(target, name);
    }
    case "asset":
      if (/\.(?:node|wasm)$/u.test(found.file)) return [x.ext("asset", [found.file])];
      if (found.file.endsWith(".json")) {
        const target = x.module(found.file);
        if (!target || target.sum.failed) return x.data();
        return whole || name === "default" ? namespace(x, target, true) : x.exportOf(target, name);
      }
      // `require` runs whatever has no ending that it knows.
      return (name === "=" ? /\.json$/iu : DATA_FILE).test(found.file) ? x.data() : x.unknown("unknown.asset");
    case "outside":
      return x.unknown("unknown.outside");
    case "missing":
      return specifier.startsWith("bun")
        ? [x.ext(specifier === "bun" ? "bun" : specifier, whole ? [] : [name])]
        : x.unknown("unknown.module");
  }
}

/** A module as an object: its namespace, or what it assigns to `module.exports`. */
export function namespace(x: Machine, mod: Mod, required: boolean): Value {
  const whole = commonJs(x, mod, []);
  const own: Value = [x.in.atom({ k: "ns", mod })];
  if (whole.length === 0) return own;
  return required ? x.join(whole, mod.sum.cjs.some((one) => one.p.length > 0) ? own : NOTHING) : x.join(own, whole);
}

function commonJs(x: Machine, mod: Mod, path: readonly string[]): Value {
  const top = x.top(mod);
  const same = mod.sum.cjs.filter((one) => one.p.length === path.length && one.p.every((part, index) => part === path[index]));
  return x.join(...same.map((one) => x.value(one.e, genericFrame(x, mod, one.f, top))));
}

/** The value of one export, through re-exports, star exports and CommonJS. */
export function exportOf(x: Machine, mod: Mod, name: string): Value {
  const { sum } = mod;
  if (sum.failed) return x.unknown(sum.failed.reason === "parse" ? "unknown.parse" : "unknown.budget");
  const top = x.top(mod);
  const own: Value[] = [];
  for (const one of sum.exports) {
    if (one.n !== name) continue;
    if (one.v !== undefined) own.push(x.variable(mod, one.v, top));
    else if (one.e) own.push(x.value(one.e, top));
    else if (one.from !== undefined) own.push(importValue(x, mod, one.from, one.src ?? name));
  }
  if (own.length > 0) return x.join(...own);
  if (name !== "default") {
    for (const star of sum.stars) {
      const found = importValue(x, mod, star, name);
      if (found.length > 0) own.push(found);
    }
    const known = own.filter((value) => value.some((atom) => atom.k !== "unk" && atom.k !== "ext"));
    if (known.length > 0) return x.join(...known);
    if (own.length > 0) return x.join(...own);
  }
  if (sum.cjs.length > 0) {
    const direct = commonJs(x, mod, [name]);
    const whole = commonJs(x, mod, []);
    const member = x.member(whole, name);
    if (name === "default" && direct.length === 0 && member.length === 0) return whole.length > 0 ? whole : [x.in.atom({ k: "ns", mod })];
    return x.join(direct, member);
  }
  return NOTHING;
}

/** The names under which a module exports something. @param seen modules that were looked at already. */
export function exportNames(x: Machine, file: string, seen = new Set<string>()): string[] {
  const mod = x.module(file);
  if (!mod || seen.has(file)) return [];
  seen.add(file);
  const stars = mod.sum.stars.flatMap((star) => {
    const found = x.world.resolve(file, star);
    return found.k === "file" ? exportNames(x, found.file, seen).filter((name) => name !== "default") : [];
  });
  return [...new Set([...mod.sum.exports.map((one) => one.n), ...mod.sum.cjs.map((one) => one.p[0] ?? "default"), ...stars])].sort();
}
