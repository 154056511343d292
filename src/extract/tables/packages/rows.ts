import type { PackageModel } from "./kinds.ts";

/** What a line says of some members: `a b: tokens; c: tokens`. */
export const rowsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split("; ")
      .filter(Boolean)
      .map((one) => one.split(": ") as [string, string]),
  );

/** A line as a model: `name | rest | a b: tokens; c: tokens`. */
function modelOf(line: string): readonly [string, PackageModel] {
  const [name = "", rest = "", rows = ""] = line.split(" | ");
  return [name, { range: ">=0", rest, rows: rowsOf(rows) }];
}

/** Packages of which a few words say all, a line each. */
export const modelsOf = (lines: string): Readonly<Record<string, PackageModel>> =>
  Object.fromEntries(
    lines
      .split("\n")
      .filter(Boolean)
      .map((line) => modelOf(line)),
  );
