import { describe, expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

/** What a tool with a body does. */
const does = (imports: string, body: string): string | undefined =>
  toolsOf({
    "package.json":
      '{ "name": "x", "dependencies": { "sharp": "*", "exceljs": "*", "archiver": "*", "jimp": "*", "unzipper": "*", "playwright": "*", "puppeteer": "*", "@sentry/node": "*", "@azure/identity": "*", "node-fetch": "*" } }',
    "t.ts": `${imports}
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1.0.0" });
server.registerTool("t", { description: "d", inputSchema: {} }, async (a: any) => { ${body}; return { content: [] }; });`,
  })["t"];

describe("what a package hands back works on files", () => {
  test.each([
    ['import sharp from "sharp";', "await sharp(a.b).resize(1).toFile(a.o)", "fs.read {param:b}, fs.write {param:o}"],
    [
      'import sharp from "sharp";',
      "const s = sharp(a.b); const t = s.rotate().png(); await t.toFile(a.o)",
      "fs.read {param:b}, fs.write {param:o}",
    ],
    ['import ExcelJS from "exceljs";', "const w = new ExcelJS.Workbook(); await w.xlsx.writeFile(a.q)", "fs.write {param:q}"],
    ['import archiver from "archiver";', 'archiver("zip").directory(a.d, false)', "fs.read {param:d}"],
    ['import { Jimp } from "jimp";', "const i = await Jimp.read(a.b); await i.write(a.o)", "fs.read {param:b}, fs.write {param:o}"],
    [
      'import unzipper from "unzipper";',
      "await (await unzipper.Open.file(a.p)).extract({ path: a.q })",
      "fs.read {param:p}, fs.write {dynamic}",
    ],
    ['import { fileFrom } from "node-fetch";', "await fileFrom(a.p)", "fs.read {param:p}"],
  ])("%s %s", (imports, body, found) => {
    expect(does(imports, body)).toBe(found);
  });
});

describe("a browser reads and writes files", () => {
  const PAGE = "const b = await chromium.launch(); const page = await b.newPage();";
  const BROWSER = "exec.spawn {dynamic}";
  test.each([
    ["await page.pdf({ path: a.o })", `${BROWSER}, fs.write {param:o}, net.connect {dynamic}`],
    ["await page.screenshot()", `${BROWSER}, net.connect {dynamic}`],
    ["await page.locator('#f').setInputFiles(a.f)", `${BROWSER}, fs.read {param:f}, net.connect {dynamic}`],
    ["await page.setInputFiles('#f', a.f)", `${BROWSER}, fs.read {param:f}, net.connect {dynamic}`],
    ["const d = await page.waitForEvent('download'); await d.saveAs(a.o)", `${BROWSER}, fs.write {param:o}, net.connect {dynamic}`],
    ["await page.addScriptTag({ path: a.p })", `${BROWSER}, fs.read {param:p}, net.connect {dynamic}`],
    ["await b.newContext({ recordVideo: { dir: a.d } })", `${BROWSER}, fs.write {param:d}, net.connect {dynamic}`],
  ])("%s", (body, found) => {
    expect(does('import { chromium } from "playwright";', `${PAGE} ${body}`)).toBe(found);
  });

  test("and one that keeps its profile writes that", () => {
    expect(does('import { chromium } from "playwright";', "await chromium.launchPersistentContext(a.d)")).toBe(
      `${BROWSER}, fs.write {param:d}`,
    );
  });
});

test("what telemetry sends does not stand for what the tool sends", () => {
  const report = 'import * as Sentry from "@sentry/node";';
  expect(does(report, "Sentry.captureMessage('x')")).toBe("net.connect {telemetry}");
  expect(does(report, "Sentry.captureMessage('x'); await fetch(a.u)")).toBe("net.connect {param:u}, net.connect {telemetry}");
});

test("a credential of Azure may ask its command line", () => {
  expect(does('import { AzureCliCredential } from "@azure/identity";', "await new AzureCliCredential().getToken('x')")).toContain(
    "exec.spawn az",
  );
});

describe("connections by position and by options", () => {
  test.each([
    ["tls.connect(443, a.host, { servername: 'x' })", "net.connect {param:host}:443"],
    ["tls.connect(443, 'evil.example', {}, () => {})", "net.connect evil.example:443"],
    ["tls.connect(443, { host: a.host })", "net.connect {param:host}:443"],
    ["tls.connect(443)", "net.connect localhost:443"],
    ["tls.connect({ host: a.host, port: 1 })", "net.connect {param:host}:1"],
    ["tls.connect({ socket: net.connect(443, a.host) })", "net.connect {param:host}:443"],
    ["net.connect('/run/x.sock')", "net.connect unix:/run/x.sock"],
  ])("%s", (body, found) => {
    expect(does('import tls from "node:tls"; import net from "node:net";', body)).toBe(found);
  });
});

test.each([
  [
    "a package without effects makes callable",
    'import { createSafeActionClient } from "next-safe-action";',
    "createSafeActionClient().schema({}).action(run)",
  ],
  ["a package with effects wraps", 'import { wrapTraced } from "braintrust";', "wrapTraced(run)"],
])("a function that %s is what is called", (_, imports, made) => {
  const found = toolRunning(
    `${imports} import { writeFileSync } from "node:fs"; const run = async () => { writeFileSync("/kept", ""); }; const act: any = ${made};`,
    "act(a)",
  );
  expect(found?.split(", ")).toContain("fs.write /kept");
});

test("a function that data is given says nothing against a declared type", () => {
  const found = toolRunning(
    `import { writeFileSync } from "node:fs"; class Store { save(a: any) { writeFileSync("/kept", a); } } const known = JSON.parse("{}");
function pick(): Store { return known.provide(() => 1); }`,
    "pick().save(a)",
  );
  expect(found).toBe("fs.write /kept");
});
