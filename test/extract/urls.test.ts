import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const HEAD = `import { tool } from "ai"; import { mkdir } from "node:fs/promises"; import { dirname, format, join } from "node:path";\n`;
const effects = (body: string): string[] => {
  const code = `${HEAD}export const t = tool({ description: "d", inputSchema: {}, execute: async ({ q }) => { ${body}; } });\n`;
  const { tools } = scanFolder(folder({ "package.json": '{ "name": "x", "type": "module" }', "t.ts": code })).scan;
  return (tools[0]?.effects ?? []).map(({ capability, resource }) => `${capability} ${resource}`);
};
const A = "net.connect https://a.com:443";
const U = 'const u = new URL("https://a.com/v1");';
const OPEN = "net.connect {dynamic}";

test.each<[string, string, string[]]>([
  ["as it is", `${U} return fetch(u)`, [A]],
  ["by its text", `${U} return fetch(u.toString())`, [A]],
  ["by `href`", `${U} return fetch(u.href)`, [A]],
  ["by `String`", `${U} return fetch(String(u))`, [A]],
  ["in a template", `${U} return fetch(\`\${u}?x\`)`, [A]],
  ["by its origin", `${U} return fetch(u.origin + "/y" + q)`, [A]],
  ["by its parts", `${U} return fetch(\`\${u.protocol}//\${u.hostname}/y\`)`, [A]],
  [
    "by its host, with a port",
    `const u = new URL("http://a.com:81/"); return fetch(\`http://\${u.host}/y\`)`,
    ["net.connect http://a.com:81"],
  ],
  ["with a query", `${U} u.searchParams.set("q", q); return fetch(u)`, [A]],
  ["with a query, by its text", `${U} u.searchParams.append("q", q); return fetch(u.toString())`, [A]],
  ["with all that stands behind the host", `${U} u.search = q; u.hash = q; u.pathname = "/x/" + q; return fetch(u)`, [A]],
  ["in a request", `return fetch(new Request("https://a.com/x", { method: "POST" }))`, [A]],
  ["from a base", `return fetch(new URL("/v1", "https://a.com"))`, [A]],
  ["from a base with a path", `return fetch(new URL(\`v1/\${q}\`, "https://a.com/x/").toString())`, [A]],
  ["from a URL as its base", `return fetch(new URL("v1", new URL("https://a.com")))`, [A]],
  ["another host", `${U} u.host = q; return fetch(u)`, [A, OPEN]],
  ["another port", `${U} u.port = "8080"; return fetch(u)`, [A, OPEN]],
  ["another address as a whole", `${U} u.href = q; return fetch(u)`, [A, OPEN]],
  ["whatever is put upon it", `${U} Object.assign(u, { host: q }); return fetch(u)`, [OPEN]],
  ["another host, by its text", `${U} u.host = q; return fetch(u.href)`, [A, OPEN]],
  ["another host, by `toString`", `${U} u.hostname = q; return fetch(u.toString())`, [A, OPEN]],
  ["another host, by its origin", `${U} u.host = q; return fetch(u.origin)`, [A, OPEN]],
  [
    "another protocol and port, by its parts",
    `${U} u.port = q; return fetch(\`https://\${u.host}/\`)`,
    [A, "net.connect https://{dynamic}"],
  ],
  ["a path that is an address in capitals", `return fetch(new URL("HTTPS://b.com/x", "https://a.com"))`, ["net.connect https://b.com:443"]],
  ["a path that names a host behind a tab", `return fetch(new URL("/\\t/b.com/", "https://a.com"))`, [A, OPEN]],
  ["a path that names a host behind a blank", `return fetch(new URL(" //b.com/", "https://a.com"))`, [A, OPEN]],
  ["a path that may be an address", `return fetch(new URL(q, "https://a.com"))`, [A, "net.connect {param:q}"]],
  ["a path that may name a host", `return fetch(new URL(\`/\${q}\`, "https://a.com"))`, [A, OPEN]],
  ["a path that names a host", `return fetch(new URL("//b.com/", "https://a.com"))`, [A, OPEN]],
  ["a host that goes on", `const u = new URL("https://a.com" + q); return fetch(u.origin)`, [OPEN]],
])("a URL: %s", (_name, body, expected) => {
  expect(effects(body)).toEqual(expected);
});

test.each<[string, string, string[]]>([
  ["the folder of a path below a folder", `return mkdir(dirname(join("/srv/out", q)))`, ["fs.write.create /srv/out/{dynamic}"]],
  ["the folder of any path", `return mkdir(dirname(q))`, ["fs.write.create {dynamic}"]],
  ["a path of its parts", `return mkdir(format({ dir: "/srv", base: q }))`, ["fs.write.create /srv/{param:q}"]],
])("a path: %s", (_name, body, expected) => {
  expect(effects(body)).toEqual(expected);
});
