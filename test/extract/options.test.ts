import { expect, test } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { folder } from "../support/folder.ts";

const IMPORTS = `import { tool } from "ai"; import fs from "node:fs"; import net from "node:net"; import http from "node:http"; import https from "node:https";
import { DatabaseSync } from "node:sqlite"; import { spawn, execFile } from "node:child_process";`;

/** What one tool may do whose executor is a body over `h`, an argument that the caller gives. */
function effects(body: string): string[] {
  const text = `${IMPORTS}\nexport const one = tool({ description: "d", inputSchema: {}, execute: async ({ h }) => { ${body} } });\n`;
  const { scan } = scanFolder(folder({ "package.json": '{ "name": "x" }', "t.ts": text }));
  return scan.tools.flatMap((one) => one.effects.map((effect) => `${effect.capability} ${effect.resource}`));
}

test.each([
  // Every program with every list of arguments.
  ['spawn(h ? "git" : "rm", ["x"])', ["exec.spawn git x", "exec.spawn rm x"]],
  ['spawn("git", [h ? "log" : "push", "x"])', ["exec.spawn git log x", "exec.spawn git push x"]],
  ['spawn("git", h ? ["log"] : ["push"])', ["exec.spawn git log", "exec.spawn git push"]],
  ['spawn(h ? "sh" : "git", ["-c", "x"])', ["exec.shell sh -c x", "exec.spawn git -c x"]],
  ['const args = ["log"]; if (h) args.push("--all"); spawn("git", args)', ["exec.spawn git log", "exec.spawn git {dynamic}"]],
  ['execFile("git", ["commit", "-m", "a b", "", h])', ['exec.spawn git commit -m "a b" "" {param:h}']],
  ['execFile("git")', ["exec.spawn git"]],
  // An option that is not known is not the one that is left out.
  ['spawn("git", ["x"], { shell: h })', ["exec.shell git x"]],
  ['spawn("git", ["a b"], { shell: false, cwd: h })', ['exec.spawn git "a b"']],
  ['fs.readFileSync("x", { flag: h ? "r" : "w+" })', ["fs.read $WORKSPACE/x", "fs.write $WORKSPACE/x"]],
  ['fs.readFileSync("x", { flag: h })', ["fs.read $WORKSPACE/x", "fs.write $WORKSPACE/x"]],
  ['fs.readFileSync("x", { encoding: "utf8" })', ["fs.read $WORKSPACE/x"]],
  ["net.connect({ host: h, port: 80 })", ["net.connect {param:h}:80"]],
  ['net.connect({ host: h ? "a.example" : undefined, port: 80 })', ["net.connect a.example:80", "net.connect localhost:80"]],
  ['net.connect({ path: h ? "/a.sock" : undefined, port: 80 })', ["net.connect localhost:80", "net.connect unix:/a.sock"]],
  ['net.connect(h ? 80 : 81, "a.example")', ["net.connect a.example:80", "net.connect a.example:81"]],
  ["net.createServer().listen(h ? 1 : 2)", ["net.listen 1", "net.listen 2"]],
  ["http.request({ host: h, port: 80 })", ["net.connect http://{param:h}:80"]],
  [
    'https.request({ hostname: h ? "a.example" : "b.example" })',
    ["net.connect https://a.example:443", "net.connect https://b.example:443"],
  ],
  ['http.request({ socketPath: "/a.sock" })', ["net.connect unix:/a.sock"]],
  ["http.request({ port: 80 })", ["net.connect {dynamic}"]],
  ['new DatabaseSync("x", { readOnly: true })', ["fs.read $WORKSPACE/x"]],
  ['new DatabaseSync("x", { readOnly: h })', ["fs.read $WORKSPACE/x", "fs.write $WORKSPACE/x"]],
  ['new DatabaseSync(":memory:").exec(h ? "SELECT 1" : "ATTACH DATABASE \'x\'")', ["fs.read {dynamic}", "fs.write {dynamic}"]],
  ['Bun.spawn([h ? "ls" : "rm", "-l"])', ["exec.spawn ls -l", "exec.spawn rm -l"]],
])("%s", (body, expected) => {
  expect(effects(body).sort()).toEqual(expected);
});
