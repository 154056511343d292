import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseHost } from "../../../src/model/host.ts";
import type { Door } from "../../../src/runtime/egress/door.ts";
import { openDoor } from "../../../src/runtime/egress/door.ts";
import type { Egress, EgressDecision } from "../../../src/runtime/egress/proxy.ts";
import { createEgress } from "../../../src/runtime/egress/proxy.ts";
import { siphash } from "../../../src/runtime/egress/siphash.ts";

const server = createServer((_request, response) => response.end("hello"));
const decisions: EgressDecision[] = [];
let egress: Egress;
let door: Door;
const portOf = (): number => (server.address() as AddressInfo).port;
beforeAll(async () => {
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const host = parseHost(`127.0.0.1:${portOf()}`);
  if (!host.ok) throw new Error(host.error.message);
  egress = createEgress({ scope: { allow: [host.value], deny: [] }, onDecision: (one) => decisions.push(one) });
  door = await openDoor(egress);
});
afterAll(() => {
  door.close();
  egress.close();
  server.close();
});

/** What comes back to who answers so, behind the question. */
const said = (answer: (question: Buffer) => readonly (string | Buffer)[]): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(door.port, "127.0.0.1");
    const chunks: Buffer[] = [];
    const say = ([piece, ...rest]: readonly (string | Buffer)[]): void => {
      if (piece !== undefined) socket.write(piece, () => setTimeout(say, 20, rest));
    };
    socket.once("data", (first: Buffer) => {
      say(answer(first.subarray(0, 8)));
      socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      resolve(Buffer.concat(chunks).toString());
    });
  });
const request = (): string => `GET http://127.0.0.1:${portOf()}/ HTTP/1.1\r\nHost: 127.0.0.1:${portOf()}\r\nConnection: close\r\n\r\n`;
const right = (question: Buffer): Buffer => siphash(Buffer.from(door.key, "hex"), question);

test("who answers by the key is heard, in whatever pieces it comes", async () => {
  const served = /^HTTP\/1\.1 200 OK[\s\S]*hello/u;
  expect(await said((question) => [Buffer.concat([right(question), Buffer.from(request())])])).toMatch(served);
  expect(await said((question) => [right(question), request()])).toMatch(served);
  expect(await said((question) => [right(question).subarray(0, 3), right(question).subarray(3), request()])).toMatch(served);
  expect(decisions.splice(0).map(({ verdict }) => verdict)).toEqual(["allow", "allow", "allow"]);
});

test("who does not is not answered, and nothing is decided for it; what answered one question answers no other", async () => {
  let once: Buffer = Buffer.alloc(8);
  await said((question) => ((once = right(question)), [once, request()]));
  decisions.splice(0);
  const wrong: readonly ((question: Buffer) => readonly (string | Buffer)[])[] = [
    () => [request()],
    () => ["00000000", request()],
    (question) => [question, request()],
    () => [once, request()],
    (question) => [siphash(Buffer.alloc(16), question), request()],
  ];
  for (const answer of wrong) expect(await said(answer)).toBe("");
  expect(decisions).toEqual([]);
});

test("each door has a key of its own", async () => {
  const other = await openDoor(egress);
  other.close();
  expect(other.key).toMatch(/^[\da-f]{32}$/u);
  expect(other.key).not.toBe(door.key);
});

test("the hash is the published one", () => {
  const key = Buffer.from(Array.from({ length: 16 }, (_, i) => i));
  const message = Buffer.from(Array.from({ length: 8 }, (_, i) => i));
  expect(siphash(key, message).toString("hex")).toBe("6224939a79f5f593");
});

test("however many knock and say nothing, few are waited for, and who answers is heard", async () => {
  const strangers = Array.from({ length: 400 }, () => connect(door.port, "127.0.0.1").on("error", () => undefined));
  const ended = strangers.map(
    (one) =>
      new Promise<void>((done) => {
        one.resume().on("close", () => {
          done();
        });
      }),
  );
  await Promise.all(ended.slice(0, 200));
  expect(await said((question) => [right(question), request()])).toMatch(/^HTTP\/1\.1 200 OK/u);
  expect(strangers.filter((one) => !one.destroyed).length).toBeLessThanOrEqual(128);
  for (const one of strangers) one.destroy();
  decisions.splice(0);
});

test("who waits outside keeps no process from ending, and is let go of with the door", async () => {
  const path = (name: string): string => JSON.stringify(new URL(`../../../dist/src/runtime/egress/${name}`, import.meta.url).href);
  const script = `
    const { connect } = await import("node:net");
    const { createEgress } = await import(${path("proxy.js")});
    const { openDoor } = await import(${path("door.js")});
    const open = await openDoor(createEgress({ scope: { allow: [], deny: [] } }));
    process.stdout.write(String(open.port));
    await new Promise((done) => process.stdin.once("data", done));
    process.stdin.destroy();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const stranger = connect(Number(port), "127.0.0.1").on("error", () => undefined);
  await once(stranger, "data");
  const start = performance.now();
  child.stdin.write("x");
  await once(child, "close");
  expect(performance.now() - start).toBeLessThan(5000);
  stranger.destroy();
});
