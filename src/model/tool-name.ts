/** What a protocol lets a tool be called. */
export interface NameRule {
  readonly pattern: RegExp;
  readonly says: string;
}

const MCP: NameRule = { pattern: /^[\w.\-/]{1,128}$/u, says: "1 to 128 letters, digits and `_`, `-`, `.`, `/`" };
const FUNCTION: NameRule = { pattern: /^[\w-]{1,128}$/u, says: "1 to 128 letters, digits, `_` and `-`" };

/** Frameworks that speak the Model Context Protocol; the others hand names to a model's function calling. */
const SPEAKS_MCP = new Set([
  "mcp",
  "fastmcp",
  "tmcp",
  "muppet",
  "litemcp",
  "mcp-framework",
  "mcp-nest",
  "mcp-use",
  "xmcp",
  "claude-agent-sdk",
  "webmcp",
]);

export const nameRule = (framework: string): NameRule => (SPEAKS_MCP.has(framework) ? MCP : FUNCTION);

/** Letters that look like Latin ones (after Unicode's confusables, the part that identifiers meet). */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["аɑα", "a"],
    ["Ьƅ", "b"],
    ["сϲⅽ", "c"],
    ["ԁⅾ", "d"],
    ["еҽ", "e"],
    ["ɡց", "g"],
    ["һհ", "h"],
    ["іıιӏ", "i"],
    ["јϳ", "j"],
    ["κк", "k"],
    ["ⅼ", "l"],
    ["ⅿ", "m"],
    ["ոռ", "n"],
    ["оοσօ", "o"],
    ["рρ", "p"],
    ["ԛ", "q"],
    ["г", "r"],
    ["ѕ", "s"],
    ["τ", "t"],
    ["υս", "u"],
    ["ѵν", "v"],
    ["ԝѡ", "w"],
    ["хχ", "x"],
    ["уγ", "y"],
    ["‐‑‒–—−", "-"],
    ["＿", "_"],
  ].flatMap(([from = "", to = ""]) => Array.from(from, (letter) => [letter, to])),
);

/** What is left of a name for the eye: case, width, invisible characters and look-alikes gone, `-` and `_` one. */
export const skeleton = (name: string): string =>
  Array.from(name.normalize("NFKC").toLowerCase(), (letter) => LOOKALIKES[letter] ?? letter)
    .join("")
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/gu, "")
    .replaceAll("-", "_")
    .replaceAll("1", "l")
    .replaceAll("0", "o");
