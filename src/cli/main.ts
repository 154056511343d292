#!/usr/bin/env node
import { cli } from "./cli.ts";

const write = (stream: NodeJS.WriteStream) => (text: string) => {
  stream.write(text);
};
process.exitCode = await cli(process.argv.slice(2), { out: write(process.stdout), err: write(process.stderr), cwd: process.cwd() });
