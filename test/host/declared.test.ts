import { describe, expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const POLICY = 'export const policy = { risk: "low", fs: { read: ["$WORKSPACE/notes/**"] } };';
const tools = (imports: string, policy: string): string => `import { readFile } from "node:fs/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { definePolicy, withPolicy } from "toolfence";
${imports}
const server = new McpServer({ name: "s", version: "1.0.0" });
server.registerTool("read", { description: "d", inputSchema: {} }, withPolicy(${policy}, async () => ({ content: [{ type: "text", text: await readFile("notes/a.md", "utf8") }] })));
`;

/** What is said of the policy of the only tool. */
function said(files: Readonly<Record<string, string>>): string[] {
  const { scan } = scanFolder(folder({ "package.json": '{ "name": "p" }', ...files }));
  return scan.tools.flatMap(({ findings }) =>
    findings.map(({ id, message }) => `${id} ${/`([^`]*:\d+)`/u.exec(message)?.[1] ?? ""}`.trim()),
  );
}

const shared = (other: string, name = "other.ts"): Record<string, string> => ({
  "policy.ts": POLICY,
  "tools.ts": tools('import { policy } from "./policy.ts"; import "./other.ts";', "policy"),
  [name]: other,
});

describe("a policy that other code may change is not what it says", () => {
  test.each([
    ['const p: any = policy; p.fs = { read: ["/**"] };'],
    ['(policy as any).fs = { read: ["/**"] };'],
    ['policy.fs!.read = ["/**"];'],
    ['(policy as any)["fs"] = { read: ["/**"] };'],
    ['const key = "fs"; (policy as any)[key].read = ["/**"];'],
    ['policy.fs.read.splice(0, 1, "/**");'],
    ['Object.defineProperty(policy, "fs", { value: { read: ["/**"] } });'],
    ['Reflect.set(policy, "fs", { read: ["/**"] });'],
    ['Object.setPrototypeOf(policy.fs, { read: ["/**"] });'],
    ["widen(policy); function widen(p: any) { p.fs.read = ['/**']; }"],
    ["const { fs } = policy; fs.read.length = 0;"],
    ["const held = { a: [policy] }; (held as any).a[0].fs = {};"],
    ["const held = { read: [policy] }; (held as any).read[0].fs = {};"],
    ["for (const p of [policy] as any[]) p.fs = {};"],
    ["export const give = () => policy;"],
    ["(globalThis as any).shared = policy;"],
    ["log(policy); function log(p: any) { p.fs.read.push('/**'); }"],
    ["const q: any = Object.freeze(policy); q.fs.read.push('/**');"],
    ["const q: any = (0, policy); q.fs.read.push('/**');"],
    ["const q: any = await policy; q.fs.read.push('/**');"],
    ["const copy: any = { ...policy }; copy.fs.read.push('/**');"],
    ["widen(); function widen({ p = policy as any } = {}) { p.fs.read.push('/**'); }"],
    ["const { p = policy as any } = {} as any; p.fs.read.push('/**');"],
    ["const all = [policy]; widen(...all); function widen(p: any) { p.fs.read.push('/**'); }"],
    ["(Object.values(policy) as any)[1].read.push('/**');"],
    ["(Object.freeze(policy) as any).fs.read.push('/**');"],
    ["function* give() { yield policy; }"],
    ["JSON.stringify(policy, change); function change(this: any, k: string, v: any) { if (k === 'fs') v.read = ['/**']; return v; }"],
    ["widen({ ...policy }); function widen(p: any) { p.fs.read.push('/**'); }"],
  ])("%s", (text) => {
    expect(said(shared(`import { policy } from "./policy.ts";\n${text}`))).toEqual(["policy-unreadable other.ts:2"]);
  });

  test("as a member of its module, through a barrel, or loaded", () => {
    expect(said(shared('import * as all from "./policy.ts";\n(all as any).policy.fs = {};'))).toEqual(["policy-unreadable other.ts:2"]);
    expect(said(shared('import * as all from "./policy.ts";\nconst held: any = all; held.policy.fs = {};'))).not.toEqual([]);
    expect(said(shared('const all = await import("./policy.ts");\n(all as any).policy.fs = {};'))).toEqual([
      "policy-unreadable other.ts:1",
    ]);
    expect(
      said({
        ...shared('import { given } from "./index.ts";\nconst p: any = given; p.fs = {};'),
        "index.ts": 'export { policy as given } from "./policy.ts";',
      }),
    ).toEqual(["policy-unreadable other.ts:2"]);
  });

  test("a module that is called as ours is not ours", () => {
    const other = 'import { policy } from "./policy.ts";\nimport { createFence } from "./src/index.ts";\ncreateFence(policy);';
    expect(said({ ...shared(other), "src/index.ts": "export const createFence = (p: any) => { p.fs.read.push('/**'); };" })).toEqual([
      "policy-unreadable src/index.ts:1",
    ]);
  });

  test("and so is one that is made of what may be changed", () => {
    expect(
      said({
        "parts.ts": 'export const READS = ["$WORKSPACE/notes/**"];',
        "tools.ts": tools('import { READS } from "./parts.ts"; import "./other.ts";', "{ fs: { read: READS } }"),
        "other.ts": 'import { READS } from "./parts.ts";\nconst all: any = READS; all[0] = "/**";',
      }),
    ).toEqual(["policy-unreadable other.ts:2"]);
  });
});

describe("a policy that is only read is what it says", () => {
  test.each([
    ["console.log(policy.risk, JSON.stringify(policy));"],
    ["export const other = { ...policy, risk: 'high' };"],
    ["if (policy.fs.read.includes('x')) process.exitCode = 1;"],
    ["export const first = () => policy.fs.read[0]; export const is = (s: string) => s.startsWith(policy.fs.read[0]!);"],
    ["export { policy } from './policy.ts'; export type P = typeof policy;"],
    ["import { withPolicy } from 'toolfence'; export const f = withPolicy(policy, () => 1);"],
    ["console.warn(policy); for (const r of policy.fs.read) console.error(r.length);"],
    ["const { fs } = policy; if (fs.read.map((r) => r.length).includes(3)) process.exitCode = 1;"],
    [
      "import { withPolicy } from 'toolfence'; const secured = (p: any, f: any) => withPolicy(p, f); export const g = secured(policy, () => 1);",
    ],
    [
      "import { withPolicy } from 'toolfence'; export const all = [{ name: 'a', policy, run: () => 1 }].map((t) => withPolicy(t.policy, t.run));",
    ],
    [
      "import { withPolicy } from 'toolfence'; const list = [{ name: 'a', policy, run: () => 1 }]; for (const t of list) use(t.name, withPolicy(t.policy, t.run)); function use(..._: any[]) {}",
    ],
    ["export class T { static policy = policy; }"],
    ["const all = { a: policy, b: policy }; import { withPolicy } from 'toolfence'; export const f = withPolicy(all.a, () => 1);"],
  ])("%s", (text) => {
    expect(said(shared(`import { policy } from "./policy.ts";\n${text}`))).toEqual([]);
  });

  test("in a test file, by its type, or where it is frozen", () => {
    const change = 'import { policy } from "./policy.ts";\nconst p: any = policy; p.fs = {};';
    expect(said(shared(change, "other.test.ts"))).toEqual([]);
    expect(said(shared('import type { policy } from "./policy.ts";\nexport const p: typeof policy = null as any; p.risk = "";'))).toEqual(
      [],
    );
    expect(
      said({
        ...shared(change),
        "policy.ts": `import { definePolicy } from "toolfence"; ${POLICY.replace("= {", "= definePolicy({").replace("};", "});")}`,
      }),
    ).toEqual([]);
  });

  test("and words that it is made of are nobody's to change", () => {
    const words = 'const ROOT = "$WORKSPACE/notes/**"; start(ROOT); function start(_: string) {}';
    expect(said({ "tools.ts": tools(words, "{ fs: { read: [ROOT] } }") })).toEqual([]);
    expect(
      said({
        "tools.ts": tools(`${words} const P = definePolicy({ fs: { read: [ROOT] } }); leak(P); function leak(p: any) { p.x = 1; }`, "P"),
      }),
    ).toEqual([]);
  });

  test("where it stands at the tool", () => {
    expect(said({ "tools.ts": tools("", '{ fs: { read: ["$WORKSPACE/notes/**"] } }') })).toEqual([]);
  });
});
