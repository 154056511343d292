/** How far a repetition without an end is let go: longer secrets than this are redacted up to here. */
const FARTHEST = 1024;
/** The most ways in which a pattern may go on from one place, and the farthest that it may repeat in all. */
const MOST = 4096;

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

/** Only ASCII: elsewhere two characters may be one where case is ignored. */
const isLiteral = (part: Part | undefined): boolean =>
  part?.k === "atom" && /^(?:[^.^$\\[]|\\[^\dA-Za-z])$/u.test(part.text) && /^\p{ASCII}+$/u.test(part.text);

/** Whether a repetition can end in one place only: what must follow it is a character that it does not repeat. */
function endsOnce(parts: readonly Part[], index: number, flags: string): boolean {
  const [repeated, next, after] = [parts[index - 1], parts[index + 1], parts[index + 2]];
  if (repeated?.k !== "atom" || !isLiteral(next) || (after?.k === "times" && after.low === 0) || flags.includes("v")) return false;
  return !new RegExp(`^(?:${repeated.text})$`, flags.replace(/[gy]/gu, "")).test(next?.text.slice(-1) ?? "");
}

/** Whether of some alternatives only one can begin at any place: each does with a character of its own. */
const areApart = (first: readonly (Part | undefined)[]): boolean =>
  first.every(isLiteral) && new Set(first.map((part) => part?.text.slice(-1).toLowerCase())).size === first.length;

/** What is known of a group that is open: whether it may be matched in several ways, how each alternative begins, how far it repeats. */
interface Group {
  varies: boolean;
  readonly first: (Part | undefined)[];
  size: number;
}

/**
 * A pattern that does the same in time linear in the text: repetitions without an end go a thousand characters far. Undefined
 * where it could take long all the same: back-references, looks behind, repetitions in repetitions, or too many ways to go on.
 */
export function boundedPattern({ source, flags }: RegExp): RegExp | undefined {
  if (source.length > 1000 || /\\[1-9k]/u.test(source)) return undefined;
  const parts = partsOf(source);
  if (!parts) return undefined;
  let [ways, cost, size] = [1, 0, 1];
  let group: Group = { varies: false, first: [parts[0]], size: 1 };
  const around: Group[] = [];
  const out: string[] = [];
  for (const [index, part] of parts.entries()) {
    out.push(part.text);
    if (part.k === "atom") size = 1;
    else if (part.k === "open") {
      around.push(group);
      group = { varies: false, first: [parts[index + 1]], size: 1 };
    } else if (part.k === "or") {
      group.varies = true;
      group.first.push(parts[index + 1]);
      if (around.length === 0) ways = 1;
    } else if (part.k === "times") {
      const high = part.high === Infinity ? Math.max(part.low, FARTHEST) : part.high;
      group.size = Math.max(group.size, size * high);
      if (group.size > MOST) return undefined;
      if (part.low === part.high) continue;
      group.varies = true;
      cost += ways * (high - part.low + 1);
      if (!endsOnce(parts, index, flags)) ways *= high - part.low + 1;
      if (part.high === Infinity) out[out.length - 1] = `{${part.low},${high}}${/.\?$/u.test(part.text) ? "?" : ""}`;
    } else {
      const outer = around.pop();
      if (!outer || (group.varies && parts[index + 1]?.k === "times")) return undefined;
      if (!areApart(group.first)) ways *= group.first.length;
      size = group.size;
      outer.varies ||= group.varies;
      outer.size = Math.max(outer.size, size);
      group = outer;
    }
    if (cost > MOST || (ways > MOST && index + 1 < parts.length)) return undefined;
  }
  return new RegExp(out.join(""), `${flags.replace(/[gy]/gu, "")}g`);
}
