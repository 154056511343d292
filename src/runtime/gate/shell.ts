import { unescapeAnsi } from "./ansi.ts";
import type { CommandLine, Redirect, SimpleCommand, Word } from "./command-line.ts";

/** Words that make a command line more than a list of commands. */
const KEYWORDS: ReadonlySet<string> = new Set(
  "if then else elif fi for while until do done case esac in function select coproc { } ! [[ ]]".split(" "),
);
const OPERATORS = ["&&", "||", "|&", ";;", ";", "|", "&", "\n"] as const;
const REDIRECTS = ["&>>", "&>", "<<<", "<<-", "<<", ">>", ">|", ">&", "<&", "<>", ">", "<"] as const;
const MAX_LINE = 64 * 1024;
const MAX_DEPTH = 16;

class Unreadable extends Error {}

/**
 * Reads a command line as a POSIX shell would split it, and bash where they differ. Undefined
 * where it cannot be read with certainty (an open quote, too deep, too long).
 */
export function parseShell(text: string, depth = 0): CommandLine | undefined {
  if (text.length > MAX_LINE || depth > MAX_DEPTH || text.includes("\0")) return undefined;
  try {
    return new Reader(text).line();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  readonly #nested: string[] = [];
  #needsShell = false;
  /** Here-documents whose text begins at the next line: their delimiters as written. */
  readonly #pending: { readonly written: string; readonly tabs: boolean; readonly redirect?: Redirect }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  line(): CommandLine {
    const commands: SimpleCommand[] = [];
    let pipeline = 0;
    let words: Word[] = [];
    let assignments: string[] = [];
    let redirects: Redirect[] = [];
    const end = (): void => {
      // `function name { …`: what follows is run where the name is.
      const defined = words.findIndex(
        (word, index) => word.text === "function" && words.slice(0, index).every((one) => KEYWORDS.has(one.text)),
      );
      if (defined !== -1) words = words.slice(defined + 2);
      const start = words.findIndex((word) => !KEYWORDS.has(word.text));
      if (start > 0) this.#needsShell = true;
      const rest = start === -1 ? [] : words.slice(start);
      if (rest.length > 0 || assignments.length > 0 || redirects.length > 0)
        commands.push({ assignments, words: rest, redirects, pipeline });
      words = [];
      assignments = [];
      redirects = [];
    };
    for (;;) {
      this.#blanks();
      if (this.#at >= this.#text.length) break;
      const operator = this.#one(OPERATORS);
      if (operator !== undefined && !this.#text.startsWith("&>", this.#at)) {
        this.#at += operator.length;
        if (operator === "\n") this.#documents();
        else this.#needsShell = true;
        end();
        if (operator !== "|" && operator !== "|&") pipeline++;
        continue;
      }
      if (this.#char() === "(" || this.#char() === ")") {
        this.#needsShell = true;
        if (this.#char() === "(") {
          const inner = this.#balanced("(", ")");
          this.#nested.push(inner);
          // `name() { …`, and `case x in (x) …`: what follows is a command of its own.
          const isFunction = inner.trim() === "" && words.filter((word) => !KEYWORDS.has(word.text)).length === 1;
          if (isFunction || (words.some((word) => word.text === "case") && words.at(-1)?.text === "in")) words = [];
        } else {
          this.#at++;
          // The end of a pattern of `case`.
          end();
          pipeline++;
        }
        continue;
      }
      const descriptor = /^\d+(?=[<>])/u.exec(this.#text.slice(this.#at, this.#at + 12));
      if (descriptor) this.#at += descriptor[0].length;
      const redirect = this.#one(REDIRECTS);
      if (redirect !== undefined && !/^[<>]\(/u.test(this.#text.slice(this.#at, this.#at + 2))) {
        this.#needsShell = true;
        this.#at += redirect.length;
        this.#blanks();
        const from = this.#at;
        const isInput = descriptor === null || descriptor[0] === "0";
        const one: Redirect = { operator: redirect, target: this.#word() };
        redirects.push(one);
        if (redirect === "<<" || redirect === "<<-")
          this.#pending.push({
            written: this.#text.slice(from, this.#at),
            tabs: redirect === "<<-",
            ...(isInput ? { redirect: one } : {}),
          });
        continue;
      }
      if (descriptor) this.#at -= descriptor[0].length;
      const word = this.#word();
      if (words.every((one) => KEYWORDS.has(one.text)) && /^[A-Za-z_]\w*\+?=/u.test(word.text)) {
        this.#needsShell = true;
        assignments.push(word.text);
      } else words.push(word);
    }
    end();
    return { commands, nested: this.#nested, needsShell: this.#needsShell };
  }

  /** Skips the texts of here-documents. Without quotes around the delimiter, the shell expands them. */
  #documents(): void {
    for (const { written, tabs, redirect } of this.#pending.splice(0)) {
      const delimiter = written.replace(/["'\\]/gu, "");
      const body: string[] = [];
      while (this.#at < this.#text.length) {
        const stop = this.#text.indexOf("\n", this.#at);
        const line = this.#text.slice(this.#at, stop === -1 ? undefined : stop);
        this.#at += line.length;
        if ((tabs ? line.replace(/^\t+/u, "") : line) === delimiter) break;
        body.push(line);
        if (stop !== -1) this.#at++;
      }
      if (redirect) redirect.body = body.join("\n");
      if (delimiter === written && /[`$\\]/u.test(body.join("\n"))) throw new Unreadable();
    }
  }

  #char(): string {
    return this.#text.charAt(this.#at);
  }

  #one(list: readonly string[]): string | undefined {
    return list.find((one) => this.#text.startsWith(one, this.#at));
  }

  #blanks(): void {
    for (;;) {
      if (this.#text.startsWith("\\\n", this.#at)) this.#at += 2;
      else if (/[ \t]/u.test(this.#char())) this.#at++;
      else if (this.#char() === "#" && (this.#at === 0 || /[ \t\n;|&()]/u.test(this.#text.charAt(this.#at - 1)))) {
        const stop = this.#text.indexOf("\n", this.#at);
        this.#at = stop === -1 ? this.#text.length : stop;
      } else return;
    }
  }

  /** The text between a bracket and its partner, the brackets left out; quotes inside are respected. */
  #balanced(open: string, close: string): string {
    const start = ++this.#at;
    let depth = 1;
    while (this.#at < this.#text.length) {
      const c = this.#char();
      if (c === "\\") this.#at++;
      else if (c === "'") this.#at = this.#find("'", this.#at + 1);
      else if (c === '"') this.#skipDouble();
      else if (c === "\n") {
        this.#at++;
        this.#documents();
        continue;
      } else if (c === "#" && /[\s;|&(]/u.test(this.#text.charAt(this.#at - 1))) throw new Unreadable();
      else if (this.#text.startsWith("<<", this.#at) && !this.#text.startsWith("<<<", this.#at)) {
        const tabs = this.#text.charAt(this.#at + 2) === "-";
        this.#at += tabs ? 3 : 2;
        this.#blanks();
        const from = this.#at;
        this.#word();
        this.#pending.push({ written: this.#text.slice(from, this.#at), tabs });
        continue;
      } else if (c === open) depth++;
      else if (c === close && --depth === 0) return this.#text.slice(start, this.#at++);
      this.#at++;
    }
    throw new Unreadable();
  }

  #skipDouble(): void {
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      if (this.#char() === "\\") this.#at++;
      else if (this.#char() === '"') return;
    }
    throw new Unreadable();
  }

  #find(mark: string, from: number): number {
    const found = this.#text.indexOf(mark, from);
    if (found === -1) throw new Unreadable();
    return found;
  }

  #word(): Word {
    let text = "";
    let dynamic = false;
    const expansion = (): void => {
      const { literal, known } = this.#expansion();
      text += literal;
      if (!known) dynamic = true;
    };
    while (this.#at < this.#text.length) {
      const c = this.#char();
      if (/[ \t\n;|&()<>]/u.test(c)) {
        if ((c === "<" || c === ">") && this.#text.charAt(this.#at + 1) === "(") {
          this.#at++;
          this.#nested.push(this.#balanced("(", ")"));
          this.#needsShell = dynamic = true;
          continue;
        }
        break;
      }
      if (c === "\\") {
        if (this.#text.charAt(this.#at + 1) !== "\n") text += this.#text.charAt(this.#at + 1);
        this.#at += 2;
      } else if (c === "'") {
        const stop = this.#find("'", this.#at + 1);
        text += this.#text.slice(this.#at + 1, stop);
        this.#at = stop + 1;
      } else if (c === '"') {
        this.#at++;
        while (this.#char() !== '"') {
          if (this.#at >= this.#text.length) throw new Unreadable();
          if (this.#char() === "\\" && /[$`"\\\n]/u.test(this.#text.charAt(this.#at + 1))) {
            text += this.#text.charAt(this.#at + 1);
            this.#at += 2;
            // `$'…'` means nothing in double quotes.
          } else if (/[$`]/u.test(this.#char()) && !this.#text.startsWith("$'", this.#at)) expansion();
          else text += this.#text.charAt(this.#at++);
        }
        this.#at++;
      } else if (/[$`]/u.test(c)) expansion();
      else {
        if (/[*?[]/u.test(c)) this.#needsShell = dynamic = true;
        if (
          c === "{" &&
          /^\{[^{}\s]*\}/u.test(this.#text.slice(this.#at, this.#at + 256)) &&
          /^[^}]*?(?:,|\.\.)/u.test(this.#text.slice(this.#at, this.#at + 256))
        )
          this.#needsShell = dynamic = true;
        text += c;
        this.#at++;
      }
    }
    return { text, dynamic };
  }

  /** `$X`, `${…}`, `$(…)`, `` `…` ``, `$'…'`: what it is known to stand for, else a mark that it is not known. */
  #expansion(): { literal: string; known: boolean } {
    if (this.#char() === "`") {
      const stop = this.#find("`", this.#at + 1);
      this.#nested.push(this.#text.slice(this.#at + 1, stop));
      this.#at = stop + 1;
      this.#needsShell = true;
      return { literal: "", known: false };
    }
    const next = this.#text.charAt(this.#at + 1);
    if (next === "(") {
      this.#at++;
      const inner = this.#balanced("(", ")");
      // `$((1 + 2))` computes; it starts nothing unless it holds a substitution.
      const computes = inner.startsWith("(") && inner.endsWith(")");
      this.#nested.push(computes ? "" : inner);
      if (computes && /[$`]\(|`|\[/u.test(inner.slice(1))) throw new Unreadable();
      this.#needsShell = true;
      return { literal: "", known: false };
    }
    if (next === "'") {
      this.#needsShell = true;
      const quoted = /^\$'((?:[^'\\]|\\.)*)'/su.exec(this.#text.slice(this.#at));
      if (!quoted) throw new Unreadable();
      this.#at += quoted[0].length;
      return { literal: unescapeAnsi(quoted[1] ?? ""), known: true };
    }
    const name = /^\$(?:\{([^}]*)\}|([A-Za-z_]\w*|[0-9@*#?$!-]))/u.exec(this.#text.slice(this.#at, this.#at + 256));
    if (!name) {
      this.#at++;
      return { literal: "$", known: true };
    }
    this.#needsShell = true;
    this.#at += name[0].length;
    if (/[$`'"{@!]/u.test(name[1] ?? "")) throw new Unreadable();
    const variable = name[1] ?? name[2] ?? "";
    // Left in the text as the shell writes it, so that rules on paths can see `$HOME`.
    return { literal: variable === "HOME" ? "~" : variable === "PWD" ? "." : variable === "IFS" ? " " : "", known: false };
  }
}
