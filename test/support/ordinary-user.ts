import { readFileSync } from "node:fs";

/** The number of a user who is neither the system's nor nobody: firejail serves no other. Undefined where there is none. */
export function ordinaryUser(): number | undefined {
  const own = process.getuid?.();
  if (own !== undefined && own !== 0) return own;
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => Number(line.split(":")[2] ?? NaN))
    .find((uid) => uid >= 1000 && uid < 60_000);
}
