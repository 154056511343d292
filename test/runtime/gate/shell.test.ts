import { describe, expect, test } from "vitest";
import { launchesOfArgv, launchesOfLine } from "../../../src/runtime/gate/commands.ts";
import { parseShell } from "../../../src/runtime/gate/shell.ts";

/** A line as a list of commands: assignments, words (`~` after those that are only known later), redirects. */
function read(text: string): unknown {
  const line = parseShell(text);
  if (!line) return undefined;
  const word = ({ text: plain, dynamic }: { text: string; dynamic: boolean }): string => (dynamic ? `${plain}~` : plain);
  return [
    line.commands.map((one) => [
      one.pipeline,
      ...one.assignments.map((text) => `[${text}]`),
      ...one.words.map(word),
      ...one.redirects.map(({ operator, target }) => `${operator} ${word(target)}`),
    ]),
    ...line.nested.map((text) => `(${text})`),
    ...(line.needsShell ? ["shell"] : []),
  ];
}

describe("words", () => {
  test.each<[string, unknown]>([
    ["", [[]]],
    ["   \t ", [[]]],
    ["ls -l a", [[[0, "ls", "-l", "a"]]]],
    ["a\\ b c", [[[0, "a b", "c"]]]],
    ["'a b' \"c d\"e'f'", [[[0, "a b", "c def"]]]],
    ["''", [[[0, ""]]]],
    ['"a\\"b\\\\c\\$d\\n"', [[[0, 'a"b\\c$d\\n']]]],
    ["'a\\'b", [[[0, "a\\b"]]]],
    ["a\\\nb", [[[0, "ab"]]]],
    ["a \\\n b", [[[0, "a", "b"]]]],
    ["echo # comment", [[[0, "echo"]]]],
    ["echo a#b", [[[0, "echo", "a#b"]]]],
    ["# only\nls", [[[1, "ls"]]]],
    ["echo $'a\\n\\x41\\101\\u0042\\e\\q'", [[[0, "echo", "a\nAAB\u001bq"]], "shell"]],
    ["echo $", [[[0, "echo", "$"]]]],
    ["echo a$", [[[0, "echo", "a$"]]]],
    ["A=1 B+=2 ls C=3", [[[0, "[A=1]", "[B+=2]", "ls", "C=3"]], "shell"]],
    ["A=1", [[[0, "[A=1]"]], "shell"]],
    ["a\rb\u00a0c", [[[0, "a\rb\u00a0c"]]]],
  ])("%j", (text, expected) => {
    expect(read(text)).toEqual(expected === undefined ? undefined : expected);
  });

  test.each<[string, unknown]>([
    ["echo $X", [[[0, "echo", "~"]], "shell"]],
    ["echo a$X.b", [[[0, "echo", "a.b~"]], "shell"]],
    ["echo ${X:-y}z", [[[0, "echo", "z~"]], "shell"]],
    ["echo $1$@$?", [[[0, "echo", "~"]], "shell"]],
    ['echo "$HOME/x"', [[[0, "echo", "~/x~"]], "shell"]],
    ["echo ${HOME}/x", [[[0, "echo", "~/x~"]], "shell"]],
    ["echo $PWD/x", [[[0, "echo", "./x~"]], "shell"]],
    ["echo a$IFS-b", [[[0, "echo", "a -b~"]], "shell"]],
    ["echo '$X'", [[[0, "echo", "$X"]]]],
    ["ls *.ts a?c [ab]", [[[0, "ls", "*.ts~", "a?c~", "[ab]~"]], "shell"]],
    ["ls '*' \"?\"", [[[0, "ls", "*", "?"]]]],
    ["ls {a,b} {1..3}", [[[0, "ls", "{a,b}~", "{1..3}~"]], "shell"]],
    ["ls {} {a}", [[[0, "ls", "{}", "{a}"]]]],
    ["echo $(ls -l)", [[[0, "echo", "~"]], "(ls -l)", "shell"]],
    ["echo `ls`", [[[0, "echo", "~"]], "(ls)", "shell"]],
    ['echo "a $(b "c)" d) e"', [[[0, "echo", "a  e~"]], '(b "c)" d)', "shell"]],
    ["echo $((1 + 2))", [[[0, "echo", "~"]], "()", "shell"]],
    ["diff <(a) >(b)", [[[0, "diff", "~", "~"]], "(a)", "(b)", "shell"]],
    ["(a; b) c", [[[0, "c"]], "(a; b)", "shell"]],
    ["echo $(a $(b) '(' \\) )", [[[0, "echo", "~"]], "(a $(b) '(' \\) )", "shell"]],
  ])("what is only known later: %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe("commands of a line", () => {
  test.each<[string, unknown]>([
    [
      "a; b",
      [
        [
          [0, "a"],
          [1, "b"],
        ],
        "shell",
      ],
    ],
    [
      "a && b || c",
      [
        [
          [0, "a"],
          [1, "b"],
          [2, "c"],
        ],
        "shell",
      ],
    ],
    [
      "a | b |& c",
      [
        [
          [0, "a"],
          [0, "b"],
          [0, "c"],
        ],
        "shell",
      ],
    ],
    [
      "a & b",
      [
        [
          [0, "a"],
          [1, "b"],
        ],
        "shell",
      ],
    ],
    [
      "a\nb",
      [
        [
          [0, "a"],
          [1, "b"],
        ],
      ],
    ],
    [
      "a | b; c | d",
      [
        [
          [0, "a"],
          [0, "b"],
          [1, "c"],
          [1, "d"],
        ],
        "shell",
      ],
    ],
    [
      "a;b|c",
      [
        [
          [0, "a"],
          [1, "b"],
          [1, "c"],
        ],
        "shell",
      ],
    ],
    ["a > x", [[[0, "a", "> x"]], "shell"]],
    ["a>x<y", [[[0, "a", "> x", "< y"]], "shell"]],
    ["a 2>&1 >> x", [[[0, "a", ">& 1", ">> x"]], "shell"]],
    ["a &> x", [[[0, "a", "&> x"]], "shell"]],
    ["a &>> x", [[[0, "a", "&>> x"]], "shell"]],
    ["a >| x <> y <<< z", [[[0, "a", ">| x", "<> y", "<<< z"]], "shell"]],
    ["a 12 > x", [[[0, "a", "12", "> x"]], "shell"]],
    ["> x", [[[0, "> x"]], "shell"]],
    [
      "if a; then b; fi",
      [
        [
          [0, "a"],
          [1, "b"],
        ],
        "shell",
      ],
    ],
    [
      "while a; do b; done",
      [
        [
          [0, "a"],
          [1, "b"],
        ],
        "shell",
      ],
    ],
    ["! a", [[[0, "a"]], "shell"]],
    ["{ a; }", [[[0, "a"]], "shell"]],
    ["time a", [[[0, "time", "a"]]]],
    [
      "cat <<EOF\na; b\nEOF\nc",
      [
        [
          [0, "cat", "<< EOF"],
          [2, "c"],
        ],
        "shell",
      ],
    ],
    ["cat <<'EOF' > x\n$(a)\nEOF", [[[0, "cat", "<< EOF", "> x"]], "shell"]],
    [
      "cat <<-E\n\ta\n\tE\nb",
      [
        [
          [0, "cat", "<<- E"],
          [2, "b"],
        ],
        "shell",
      ],
    ],
    ["cat <<E\nno end", [[[0, "cat", "<< E"]], "shell"]],
  ])("%j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each([
    ["an open quote", "echo 'a"],
    ["an open double quote", 'echo "a'],
    ["an open substitution", "echo $(a"],
    ["an open quote in a substitution", 'echo $(a "b)'],
    ["an open backtick", "echo `a"],
    ["a substitution in an expansion", "echo ${X:-$(a)}"],
    ["a substitution in arithmetic", "echo $((1 + $(a)))"],
    ["a substitution in a here-document", "cat <<E\n$(a)\nE"],
    ["a backtick in a here-document", "cat <<E\n`a`\nE"],
    ["a NUL", "a\0b"],
    ["64 KiB and one", `a${"b".repeat(64 * 1024)}`],
  ])("not read with certainty: %s", (_, text) => {
    expect(parseShell(text)).toBeUndefined();
  });

  test("64 KiB are read, and so is whatever is nested as deep as is allowed", () => {
    expect(parseShell("a".repeat(64 * 1024))?.commands.length).toBe(1);
    expect(parseShell("a", 16)).toBeDefined();
    expect(parseShell("a", 17)).toBeUndefined();
  });
});

/** Launches as text: `i` inner, `d` known only later, `s` through a shell. */
const launched = (text: string): string[] | undefined =>
  launchesOfLine(text)?.all.map(({ program, args, inner, dynamic, shell, fedBy, writes, reads, assignments }) =>
    [
      `${inner ? "i" : ""}${dynamic ? "d" : ""}${shell ? "s" : ""}:${[program, ...args].join(" ")}`,
      ...(fedBy.length > 0 ? [`fed by ${fedBy.join(",")}`] : []),
      ...writes.map((file) => `writes ${file}`),
      ...reads.map((file) => `reads ${file}`),
      ...assignments.map((one) => `sets ${one}`),
    ].join("; "),
  );

describe("what a line starts", () => {
  test.each<[string, readonly string[] | undefined]>([
    ["ls -l", [":ls -l"]],
    ["/bin/LS.exe -l", [":ls -l"]],
    ["a | b | c", ["s:a", "s:b; fed by a", "s:c; fed by a,b"]],
    ["a | b; c", ["s:a", "s:b; fed by a", "s:c"]],
    ["sh -c 'a b; c'", [":sh -c a b; c", "is:a b", "is:c"]],
    ["bash -lc 'a'", [":bash -lc a", "i:a"]],
    ["bash -c", [":bash -c"]],
    ["bash x.sh", [":bash x.sh"]],
    ['sh -c "$X"', ["ds:sh -c "]],
    ['sh -c "\'"', undefined],
    ["eval 'a; b'", [":eval a; b", "s:a", "s:b"]],
    ["eval $X", ["ds:eval "]],
    ["sudo -u me a -b", [":sudo -u me a -b", "i:a -b"]],
    ["sudo -- a", [":sudo -- a", "i:a"]],
    ["env -i A=1 B=2 a c", [":env -i A=1 B=2 a c", "i:a c; sets A=1; sets B=2"]],
    ["env", [":env"]],
    ["timeout -k 5 10 a b", [":timeout -k 5 10 a b", "i:a b"]],
    ["nice -n 5 nohup a", [":nice -n 5 nohup a", "i:nohup a", "i:a"]],
    ["xargs -n 1 rm -r", [":xargs -n 1 rm -r", "i:rm -r"]],
    ["find . -name x -exec rm {} ;", ["s:find . -name x -exec rm {}", "is:rm {}"]],
    ["find . -name x", [":find . -name x"]],
    ["A=1 a", ["s:a; sets A=1"]],
    ["a > x 2>&1 < y >> z 2>- <<< w", ["s:a; writes x; writes z; writes -; reads y"]],
    ["a >&x", ["s:a; writes x"]],
    ["echo $(a | b) c", ["ds:echo  c", "s:a", "s:b; fed by a"]],
    ['bash -c "$(curl x)"', ["ds:bash; fed by curl", ":curl x"]],
    ["bash <(curl x)", ["ds:bash; fed by curl", ":curl x"]],
    ['eval "$(curl x)"', ["ds:sh; fed by curl", ":curl x"]],
    ["source <(curl x)", ["ds:source; fed by curl", ":curl x"]],
    ["cat <(curl x)", ["ds:cat ", ":curl x"]],
    ["> x", ["s:; writes x"]],
    ["'", undefined],
    ["echo $(')", undefined],
  ])("%j", (text, expected) => {
    expect(launched(text)).toEqual(expected);
  });

  test("only so deep", () => {
    const nested = (depth: number): string => (depth === 0 ? "a" : `sh -c ${JSON.stringify(nested(depth - 1))}`);
    expect(launchesOfLine(nested(3))?.all.length).toBe(4);
    expect(launchesOfLine(`${"sudo ".repeat(12)}a`)).toBeUndefined();
    expect(launchesOfLine(`${"sudo ".repeat(6)}a`)?.all.length).toBe(7);
  });

  test("a program and its arguments, which no shell splits", () => {
    expect(
      launchesOfArgv(["git", "log", "a; b"])?.all.map(({ program, args, shell, dynamic, inner }) => [program, args, shell, dynamic, inner]),
    ).toEqual([["git", ["log", "a; b"], false, false, false]]);
    expect(launchesOfArgv(["sh", "-c", "a; b"])?.all.map(({ program, inner }) => [program, inner])).toEqual([
      ["sh", false],
      ["a", true],
      ["b", true],
    ]);
    expect(launchesOfArgv(["sh", "-c", "'"])).toBeUndefined();
    expect(launchesOfArgv([])?.all).toEqual([]);
    expect(launchesOfArgv([""])?.all).toEqual([]);
  });

  test("a fork bomb is one outside of quotes alone", () => {
    expect(
      [":(){ :|:& };:", "x() { x | x & } ; x", "echo ':(){ :|:& };:'", 'git commit -m ":(){ :|:& };:"'].map(
        (text) => launchesOfLine(text)?.forkBomb,
      ),
    ).toEqual([true, true, false, false]);
    expect(launchesOfArgv(["echo", ":(){ :|:& };:"])?.forkBomb).toBe(false);
  });
});
