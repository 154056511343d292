import { readdirSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { expandRows, parseEntry } from "../../src/extract/tables/format.ts";
import { lookup, tableOf } from "../../src/extract/tables/index.ts";
import { packageFamilies } from "../../src/extract/tables/packages/families.ts";
import { packageModels } from "../../src/extract/tables/packages/index.ts";
import { HANDING_BACK } from "../../src/extract/tables/handing-on.ts";
import { CHECKED_PACKAGES } from "../../src/extract/tables/checked-packages.ts";
import { PURE_PACKAGES } from "../../src/extract/tables/pure-packages.ts";
import { specialEffects } from "../../src/extract/eval/effects/special-effects.ts";
import { CAPABILITIES } from "../../src/model/capability.ts";

const known = (capability: string): boolean =>
  Object.keys(CAPABILITIES).some((name) => name === capability || name.startsWith(`${capability}.`));

describe("builtin tables", () => {
  const modules = builtinModules.filter((name) => !name.startsWith("_")).map((name) => name.replace(/^node:/u, ""));

  test.each(modules)("node:%s: every export is classified, and every row names an export", async (name) => {
    const table = tableOf(`node:${name}`);
    expect(table, `no table for node:${name}`).toBeDefined();
    const exported = (await import(`node:${name}`)) as Record<string, unknown>;
    for (const member of Object.keys(exported)) expect(lookup(`node:${name}`, [member])).toBeDefined();
  });

  test.each(["fs", "fs/promises", "child_process", "net", "dns", "http", "https", "http2", "vm", "dgram", "tls"])(
    "node:%s: what touches the world is not taken for pure by default",
    async (name) => {
      const exported = (await import(`node:${name}`)) as Record<string, unknown>;
      const suspicious = Object.keys(exported).filter((member) =>
        /^(?:read|write|append|open|unlink|rm|mkdir|rename|copy|exec|spawn|fork|connect|request|get$|resolve|lookup|run|link|symlink|truncate|chmod|chown)/u.test(
          member,
        ),
      );
      const pure = suspicious.filter((member) => {
        const found = lookup(`node:${name}`, [member]);
        return !found?.exact && found?.entry.call.length === 0;
      });
      expect(pure).toEqual([]);
    },
  );
});

describe("package models", () => {
  test("no package is modelled in two files: the second would quietly replace the first", async () => {
    const folder = join(import.meta.dirname, "../../src/extract/tables/packages");
    const names: string[] = [];
    for (const file of readdirSync(folder).filter((one) => one.endsWith(".ts") && !["index.ts", "kinds.ts", "families.ts"].includes(one)))
      for (const models of Object.values((await import(pathToFileURL(join(folder, file)).href)) as Record<string, object>))
        names.push(...Object.keys(models));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.sort()).toEqual(Object.keys(packageModels).sort());
  });

  test("every row speaks of capabilities, special resolvers and results that exist", () => {
    for (const [name, model] of [...Object.entries(packageModels), ...Object.entries(packageFamilies)]) {
      for (const row of [...expandRows(model.rows).values(), ...(model.rest === "unlisted" ? [] : [model.rest])]) {
        const entry = parseEntry(row);
        for (const use of entry.call) expect(known(use.capability), `${name}: ${use.capability}`).toBe(true);
        if (entry.special !== undefined) expect(specialEffects[entry.special], `${name}: ${entry.special}`).toBeDefined();
      }
      expect(model.range, name).toMatch(/^>=\d/u);
    }
  });

  test("what reads credentials from a file is no call of a service", () => {
    const uses = (path: string[]): string[] => lookup("pkg:aws-sdk", path)?.entry.call.map(({ capability }) => capability) ?? [];
    expect(uses(["IniLoader", "new", "loadFrom"])).toEqual(["fs.read"]);
    expect(uses(["S3", "new", "listBuckets"])).toEqual(["net.connect"]);
  });

  test("a line of the models by row is a model", () => {
    expect(lookup("pkg:jspdf", ["jsPDF", "new", "save"])?.entry.call).toEqual([{ capability: "fs.write", arg: 0 }]);
    expect(lookup("pkg:is-wsl", ["default"])?.entry.call).toEqual([{ capability: "fs.read", fixed: "/proc/version" }]);
    expect(tableOf("pkg:jwks-rsa")).toEqual({ range: ">=0", rest: "net.connect", rows: {} });
  });

  test("a family is known by its names, an exact model goes before, and the longer pattern before the shorter", () => {
    const rest = (name: string): string | undefined => tableOf(`pkg:${name}`)?.rest;
    expect(rest("@aws-sdk/client-anything-new")).toBe("net.connect");
    expect(rest("ai-sdk-provider-x")).toBe("->self");
    expect(rest("x-ai-provider")).toBe("->self");
    expect(rest("-ai-provider")).toBeUndefined();
    expect(rest("@tanstack/ai-x")).toBe("->self");
    expect(rest("@google-cloud/local-auth")).toBe(packageModels["@google-cloud/local-auth"]?.rest);
    expect(rest("@azure/unheard-of")).toBeUndefined();
  });

  test("a cache of a platform is reached over the network", () => {
    expect(lookup("pkg:@vercel/functions", ["getCache", "()", "get"])?.entry.call.map(({ capability }) => capability)).toEqual([
      "net.connect",
    ]);
    expect(lookup("pkg:@vercel/functions", ["waitUntil"])?.entry.call).toEqual([]);
  });

  test("no package is both modelled and pure", () => {
    const pure = [...PURE_PACKAGES, ...CHECKED_PACKAGES];
    expect(pure.filter((name) => Object.hasOwn(packageModels, name))).toEqual([]);
    expect(CHECKED_PACKAGES.filter((name) => PURE_PACKAGES.includes(name))).toEqual([]);
    expect(CHECKED_PACKAGES.filter((name, index) => CHECKED_PACKAGES.indexOf(name) !== index)).toEqual([]);
  });
});

test("packages that hand on what they are given are known, and have no effects by themselves", () => {
  expect([...HANDING_BACK].filter((name) => tableOf(`pkg:${name}`)?.rest !== "pure")).toEqual([]);
});
