#!/usr/bin/env node
import { writeSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { cli } from "./cli.ts";

function write(stream: NodeJS.WriteStream): (text: string) => void {
  // Whoever reads may have read enough (`| head`); the work goes on, for its exit code.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return (text) => {
    stream.write(text);
  };
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Work that takes longer is told about. */
const PATIENCE_MS = 1000;
/** How often, at most. */
const EVERY_MS = 100;
let told = 0;

/** Writes at once: the analysis leaves no room for what waits its turn. */
function progress(text: string): void {
  const now = performance.now();
  if (now < PATIENCE_MS || (text !== "" && now - told < EVERY_MS) || (text === "" && told === 0)) return;
  told = now;
  try {
    writeSync(2, `\r\u001B[K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
  } catch {
    // Nobody looks any more.
  }
}

const isWatched = process.stderr.isTTY && (process.env["CI"] ?? "") === "";

process.exitCode = await cli(process.argv.slice(2), {
  out: write(process.stdout),
  err: write(process.stderr),
  cwd: process.cwd(),
  ...(process.stdin.isTTY ? { ask } : {}),
  ...(isWatched ? { progress } : {}),
});
