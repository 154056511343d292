#!/usr/bin/env node
import { createInterface } from "node:readline/promises";
import { cli } from "./cli.ts";

const write = (stream: NodeJS.WriteStream) => (text: string) => {
  stream.write(text);
};

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
