import type { Path } from "../../src/model/path.ts";

/** Matches by trying everything; shares nothing with the matcher under test. */
export function bruteMatch(pattern: string, path: Path): boolean {
  const root = pattern.startsWith("$WORKSPACE") ? "$WORKSPACE" : "/";
  return braces(pattern).some((alternative) => {
    const own = alternative
      .slice(root === "/" ? 0 : root.length)
      .split("/")
      .slice(1);
    if (root === "/" && own.length > 0 && own.every((one) => one === "**")) return true;
    return path.root === root && list(own, path.segments);
  });
}

function braces(text: string): string[] {
  const match = /^(.*?)\{([^{}]*)\}(.*)$/u.exec(text);
  return match ? (match[2] ?? "").split(",").flatMap((one) => braces(`${match[1] ?? ""}${one}${match[3] ?? ""}`)) : [text];
}

function list(pattern: readonly string[], texts: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return texts.length === 0;
  if (first === "**") return Array.from({ length: texts.length + 1 }, (_, n) => n).some((n) => list(rest, texts.slice(n)));
  return texts[0] !== undefined && chars(first, texts[0]) && list(rest, texts.slice(1));
}

function chars(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  if (pattern.startsWith("*")) return chars(pattern.slice(1), text) || (text !== "" && chars(pattern, text.slice(1)));
  if (pattern.startsWith("\\")) return text !== "" && pattern[1] === text[0] && chars(pattern.slice(2), text.slice(1));
  if (pattern.startsWith("[")) {
    const end = /(?<!\\)\]/u.exec(pattern)?.index ?? -1;
    const body = pattern.slice(1, end).replaceAll("\\", "");
    const hit = body.startsWith("!") ? !body.slice(1).includes(text[0] ?? "/") : body.includes(text[0] ?? "/");
    return text !== "" && hit && chars(pattern.slice(end + 1), text.slice(1));
  }
  return text !== "" && (pattern.startsWith("?") || pattern[0] === text[0]) && chars(pattern.slice(1), text.slice(1));
}
