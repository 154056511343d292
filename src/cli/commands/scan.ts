import { resolve } from "node:path";
import { escapedJson } from "../../model/json-text.ts";
import { printScan } from "../../report/scan-text.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { scanOrFail } from "../scan.ts";

/** What every tool can touch. */
export async function scan(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(argv, ["json", "format"], 1);
  const found = await scanOrFail(resolve(io.cwd, positionals[0] ?? "."), io);
  io.out(flags.json ? `${escapedJson(JSON.stringify(found, null, 2))}\n` : printScan(found));
  return 0;
}
