import type { PackageModel } from "./kinds.ts";

/** A line as a model: `name | rest | a b: tokens; c: tokens`. */
function modelOf(line: string): readonly [string, PackageModel] {
  const [name = "", rest = "", rows = ""] = line.split(" | ");
  const entries = rows.split("; ").filter(Boolean);
  return [name, { range: ">=0", rest, rows: Object.fromEntries(entries.map((one) => one.split(": ") as [string, string])) }];
}

/** Packages of which a few words say all, a line each. */
export const modelsOf = (lines: string): Readonly<Record<string, PackageModel>> =>
  Object.fromEntries(
    lines
      .split("\n")
      .filter(Boolean)
      .map((line) => modelOf(line)),
  );
