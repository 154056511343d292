// Runs every attack twice, free and confined, as whoever it is started as, and prints what came of it as JSON.
// Started with a secret file at descriptor 9, and the folder that holds it at 10. Usage: node driver.mjs WORLD PROBE MODULE CASES BACKEND
import { spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const [world, probe, module, list, backend] = process.argv.slice(2);
const { runConfined } = await import(module);
const { probe: probeOf } = await import(module.replace("run.js", "backend.js"));
const { BACKENDS } = await import(module.replace("run.js", "backends/names.js"));
/** What other sandboxes say here: why there is none, or that there is one. */
const others = async () => Object.fromEntries(await Promise.all(BACKENDS.map(async (name) => [name, (await probeOf(name)).id ?? "works"])));
const cases = JSON.parse(readFileSync(list, "utf8"));
const W = join(world, "w");
const OUT = join(world, "out");
const KEY = join(world, "home/.ssh/id_rsa");
for (const folder of [join(W, ".git/hooks"), join(W, "late"), OUT, join(world, "home/.ssh")]) mkdirSync(folder, { recursive: true });
// What is planted gets a folder of its own each: a folder with something protected in it is held otherwise.
for (const tag of ["free", "held"]) for (const end of ["", "-38", "-39", "-40", "-41", "-42"]) mkdirSync(join(W, `${tag}${end}`));
for (const [file, text] of [
  [join(W, ".git/config"), "[core]\n"],
  [join(W, "toolfence.manifest.json"), "{}\n"],
  [join(OUT, "victim"), "x"],
  [join(OUT, "empty"), ""],
  [join(OUT, "linked"), "x"],
  [join(OUT, "free-move"), "x"],
  [join(OUT, "held-move"), "x"],
  [KEY, "s3cret"],
])
  writeFileSync(file, text);
mkdirSync(join(W, "node_modules"));
linkSync(join(OUT, "linked"), join(W, "linked"));
linkSync(join(OUT, "linked"), join(W, "node_modules/linked"));

const victim = spawn("/bin/sleep", ["600"], { cwd: OUT, env: { VICTIM_TOKEN: "s3cret" }, stdio: ["ignore", "ignore", "ignore", 9] });
const listen = (server, ...where) => new Promise((done) => server.listen(...where, () => done(server.address())));
const talk = () => createServer((socket) => socket.on("error", () => undefined).end("hello"));
const tcp = talk();
const { port } = await listen(tcp, 0, "0.0.0.0");
const unused = talk();
const { port: LISTEN } = await listen(unused, 0, "127.0.0.1");
unused.close();
const byPath = talk();
await listen(byPath, join(W, "host.sock"));
const abstract = `toolfence-${process.pid}`;
const byName = talk();
await listen(byName, `\0${abstract}`).catch(() => undefined);
const udp = createSocket("udp4");
udp.on("message", (_, from) => udp.send("y", from.port, from.address));
await new Promise((done) => udp.bind(0, "127.0.0.1", done));
const shm = String(0x7f00_0000 + (process.pid % 0xffff));
const queue = `/toolfence-${process.pid}`;
const tool = (...args) => spawnSync(probe, args, { encoding: "utf8" });
tool("mkshm", shm);
tool("mkmqueue", queue);
const stack = /^([0-9a-f]+)-.*\[stack\]/mu.exec(readFileSync(`/proc/${victim.pid}/maps`, "utf8"))?.[1] ?? "0";
process.env.HOST_TOKEN = "s3cret";
const SHARED = `toolfence-${process.pid}`;
writeFileSync(join("/dev/shm", SHARED), "s3cret");
writeFileSync(join(OUT, "early.cjs"), 'require("node:fs").writeFileSync(process.env.EARLY, "x");');

const variables = (tag) => ({
  W,
  OUT,
  KEY,
  P: join(W, "probe"),
  T: tag,
  HOSTPID: victim.pid,
  ADDRESS: stack,
  PORT: port,
  UDP: udp.address().port,
  ABSTRACT: abstract,
  SHM: shm,
  QUEUE: queue,
  SHARED,
  LISTEN,
  NODE: process.execPath,
});
const expand = (text, values) => text.replaceAll(/\$(\w+)/gu, (_, name) => String(values[name]));
const script = ({ attack }, tag) =>
  `${Object.entries(variables(tag))
    .map(([name, value]) => `${name}='${value}'`)
    .join(" ")}\n${attack}\n`;

/** Whether somebody answers there before the time is over. */
async function isReached(port, isOver) {
  while (!isOver()) {
    const open = await new Promise((done) => {
      const socket = connect(port, "127.0.0.1", () => done(true)).on("error", () => done(false));
      socket.unref();
    });
    if (open) return true;
    await sleep(20);
  }
  return false;
}
/** Runs an attack, with the variables that the host has for it. */
async function attacked(one, tag, run) {
  const given = Object.fromEntries(Object.entries(one.variables ?? {}).map(([name, value]) => [name, expand(value, variables(tag))]));
  Object.assign(process.env, given);
  let isOver = false;
  const reached = one.reached ? isReached(LISTEN, () => isOver) : undefined;
  try {
    const out = await run(script(one, tag), Object.keys(given));
    isOver = true;
    return { ...out, isOpen: reached ? await reached : await judge(one, tag, out.stdout) };
  } finally {
    isOver = true;
    for (const name of Object.keys(given)) Reflect.deleteProperty(process.env, name);
  }
}

async function judge(one, tag, stdout) {
  if (!one.mark) return /^open$/mu.test(stdout);
  await sleep((one.late ?? 0) * 1000);
  return existsSync(expand(one.mark, variables(tag)));
}
const free = (text) =>
  new Promise((done) => {
    let out = "";
    const child = spawn("/usr/bin/setsid", ["--wait", "/bin/sh", "-c", text], {
      stdio: ["ignore", "pipe", "ignore", "ignore", "ignore", "ignore", "ignore", "ignore", "ignore", 9, 10],
    });
    child.stdout.on("data", (chunk) => (out += chunk));
    child.on("close", () => done(out));
    child.on("exit", () => setTimeout(done, 3000, out));
  });

const policy = {
  fs: { read: [`${W}/**`], write: [`${W}/**`] },
  limits: { memoryMb: 512, fileBytes: 16 * 1024 * 1024, processes: 64, timeMs: 20_000 },
};
const results = [];
for (const one of cases) {
  const { isOpen: control } = await attacked(one, "free", async (text) => ({ stdout: await free(text) }));
  const { isOpen, stdout, stderr, planted } = await attacked(one, "held", (text, env) =>
    runConfined(["/bin/sh", "-c", text], { policy: { ...policy, env }, workspace: W, backend }),
  );
  const said = /^[A-Z]{3,}$/mu.exec(stdout)?.[0] ?? /: ([A-Z][^:\n]+)$/mu.exec(stderr)?.[1] ?? "";
  results.push({ id: one.id, control, verdict: isOpen ? (planted.length > 0 ? "flagged" : "open") : "held", said });
}

// The host ends without a word: nothing of the sandbox may be left.
const lone = spawn(
  process.execPath,
  [
    "--input-type=module",
    "-e",
    `import { runConfined } from ${JSON.stringify(module)}; await runConfined(["/bin/sh", "-c", "echo x > ${W}/late/started; (sleep 2; echo x > ${W}/late/orphan) & sleep 3"], { policy: { fs: { write: ["${W}/**"] } }, backend: ${JSON.stringify(backend)} })`,
  ],
  { stdio: "ignore" },
);
for (let tries = 0; !existsSync(join(W, "late/started")); tries++) {
  if (tries > 500) throw new Error("the command of the lone host never started");
  await sleep(20);
}
lone.kill("SIGKILL");
await sleep(2500);
results.push({ id: "80", control: true, verdict: existsSync(join(W, "late/orphan")) ? "open" : "held", said: "" });

rmSync(join("/dev/shm", SHARED));
process.stdout.write(JSON.stringify({ results, others: await others() }));
victim.kill();
tool("rmshm", shm);
tool("rmmqueue", queue);
process.exit(0);
