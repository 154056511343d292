/** What can be changed in a source file, and the file with every change in it at once, each behind its number. */
import ts from "typescript";

/** One small fault. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The line that it stands in, without indentation. */
  readonly source: string;
  readonly was: string;
  readonly text: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  /** What stands there while the fault is on: plain text, since one fault is on at a time. */
  readonly faulty: string;
  /** How the choice is written around what stands there otherwise. */
  readonly choose: (flag: string, faulty: string, sound: string) => string;
}

const SWAPS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "??": "&&",
};

const asExpression = (flag: string, faulty: string, sound: string): string => `(${flag}?(${faulty}):(${sound}))`;
const asName = (flag: string, faulty: string, sound: string): string => `[${flag}?"${faulty}":"${sound}"]`;

type Found = Edit & Pick<Mutant, "was" | "text"> & { readonly at: number };

/** The faults that start at one node. */
function faultsOf(node: ts.Node, source: ts.SourceFile): Found[] {
  const at = (of: ts.Node): number => of.getStart(source);
  const text = (of: ts.Node): string => of.getText(source);
  const short = (of: ts.Node): string => text(of).replaceAll(/\s+/gu, " ").slice(0, 60);
  const swap = (of: ts.Node, faulty: string): Found => ({
    at: at(of),
    start: at(of),
    end: of.end,
    faulty,
    choose: asExpression,
    was: short(of),
    text: faulty,
  });
  if (ts.isBinaryExpression(node)) {
    const operator = text(node.operatorToken);
    const other = SWAPS[operator];
    if (other === undefined) return [];
    const faulty = `(${text(node.left)}) ${other} (${text(node.right)})`;
    return [{ at: at(node.operatorToken), start: at(node), end: node.end, faulty, choose: asExpression, was: operator, text: other }];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) return [swap(node, text(node.operand))];
  if (ts.isConditionalExpression(node)) return [swap(node.condition, "true")];
  if (ts.isIfStatement(node)) return [swap(node.expression, "false")];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [swap(node, "false")];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [swap(node, "true")];
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, questionDotToken } = node.expression;
    const other = name.text === "some" ? "every" : name.text === "every" ? "some" : undefined;
    if (other === undefined) return [];
    // `a.some` and `a?.some`: the dot goes where a bracket stands, the question mark stays.
    const start = questionDotToken ? at(name) : at(name) - 1;
    const choose = (flag: string, faulty: string): string => asName(flag, faulty, name.text);
    return [{ at: at(name), start, end: name.end, faulty: other, choose, was: name.text, text: other }];
  }
  return [];
}

const isErased = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node);

/** The text with each choice written into it; the edits nest or lie apart. */
function withChoices(text: string, edits: readonly (Edit & { readonly flag: string })[]): string {
  const outerFirst = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  let next = 0;
  const upTo = (from: number, end: number): string => {
    let out = "";
    let position = from;
    for (let edit = outerFirst[next]; edit && edit.start < end; edit = outerFirst[next]) {
      next++;
      out += text.slice(position, edit.start) + edit.choose(edit.flag, edit.faulty, upTo(edit.start, edit.end));
      position = edit.end;
    }
    return out + text.slice(position, end);
  };
  return upTo(0, text.length);
}

/**
 * Every mutant of one file, and the file with all of them (mutant schemata: Untch, Offutt and Harrold, 1993).
 * `is(n)` says in the text whether mutant `first + n` is on.
 */
export function mutantsOf(
  file: string,
  text: string,
): { readonly mutants: Mutant[]; instrument(chosen: (n: number) => number | undefined): string } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split("\n");
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (isErased(node)) return;
    found.push(...faultsOf(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  const mutants = found.map(({ at, was, text: faulty }) => {
    const line = source.getLineAndCharacterOfPosition(at).line + 1;
    return { file, line, source: (lines[line - 1] ?? "").trim(), was, text: faulty };
  });
  const instrument = (chosen: (n: number) => number | undefined): string =>
    withChoices(
      text,
      found.flatMap((edit, n) => {
        const id = chosen(n);
        return id === undefined ? [] : [{ ...edit, flag: `$mutant(${id})` }];
      }),
    );
  return { mutants, instrument };
}
