#!/usr/bin/env node
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

process.exitCode = await cli(process.argv.slice(2), {
  out: write(process.stdout),
  err: write(process.stderr),
  cwd: process.cwd(),
  ...(process.stdin.isTTY ? { ask } : {}),
});
