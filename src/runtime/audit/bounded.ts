/** How far a repetition without an end is let go: longer secrets than this are redacted up to here. */
const FARTHEST = 1024;
/** The most ways in which a pattern may go on from one place. */
const MOST = 131_072;

type Part =
  | { readonly k: "atom" | "open" | "close" | "or"; readonly text: string }
  | { readonly k: "times"; readonly low: number; readonly high: number; readonly text: string };

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/u;
const ATOM = /^(?:\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|\[(?:\\.|[^\]\\])*\]|[^\\[(){|*+?])/su;

/** The parts of a pattern; undefined where it has any that are not known to be quick. */
function partsOf(source: string): Part[] | undefined {
  const out: Part[] = [];
  for (let rest = source; rest !== "";) {
    const open = /^\((?:\?(?:[:=!]|<(?![=!])[^>]*>))?/u.exec(rest)?.[0];
    const times = QUANTIFIER.exec(rest);
    const atom = ATOM.exec(rest)?.[0];
    let part: Part;
    if (open !== undefined) part = { k: "open", text: open };
    else if (rest.startsWith(")")) part = { k: "close", text: ")" };
    else if (rest.startsWith("|")) part = { k: "or", text: "|" };
    else if (times) part = repetition(times);
    else if (atom !== undefined) part = { k: "atom", text: atom };
    else return undefined;
    if (part.text === "(" && rest.startsWith("(?")) return undefined;
    out.push(part);
    rest = rest.slice(part.text.length);
  }
  return out;
}

function repetition([text, low, comma, high]: RegExpExecArray): Part {
  if (low !== undefined)
    return {
      k: "times",
      text,
      low: Number(low),
      high: comma === undefined ? Number(low) : high === "" || high === undefined ? Infinity : Number(high),
    };
  return { k: "times", text, low: text.startsWith("+") ? 1 : 0, high: text.startsWith("?") ? 1 : Infinity };
}

/**
 * A pattern that does the same in time linear in the text: repetitions without an end go a thousand characters far. Undefined
 * where it could take long all the same: back-references, looks behind, repetitions in repetitions, or too many ways to go on.
 */
export function boundedPattern({ source, flags }: RegExp): RegExp | undefined {
  if (source.length > 1000 || /\\[1-9k]/u.test(source)) return undefined;
  const parts = partsOf(source);
  if (!parts) return undefined;
  let ways = 1;
  // Whether what is open at each depth may be matched in several ways.
  const varies = [false];
  const vary = (): void => void (varies[varies.length - 1] = true);
  const out: string[] = [];
  for (const [index, part] of parts.entries()) {
    out.push(part.text);
    if (part.k === "open") varies.push(false);
    else if (part.k === "or") vary();
    else if (part.k === "close") {
      const inner = varies.pop() ?? false;
      if (varies.length === 0) return undefined;
      if (inner && parts[index + 1]?.k === "times") return undefined;
      if (inner) vary();
    } else if (part.k === "times" && part.low !== part.high) {
      vary();
      const high = Math.min(part.high, Math.max(part.low, FARTHEST));
      ways *= high - part.low + 1;
      if (part.high === Infinity) out[out.length - 1] = `{${part.low},${high}}${/.\?$/u.test(part.text) ? "?" : ""}`;
    }
  }
  return ways > MOST ? undefined : new RegExp(out.join(""), `${flags.replace(/[gy]/gu, "")}g`);
}
