import { describe, expect, test } from "vitest";
import type { Launch } from "../../../src/runtime/gate/commands.ts";
import { launchesOfArgv, launchesOfLine } from "../../../src/runtime/gate/commands.ts";

/** A launch in one line; `( )` around one that another program starts, `~` where something is known only later. */
const say = (one: Launch): string => {
  const list = (mark: string, texts: readonly string[]): string => (texts.length > 0 ? ` ${mark}${texts.join(",")}` : "");
  const text = [one.program, ...one.args].filter(Boolean).join(" ");
  const more = `${one.dynamic ? " ~" : ""}${list("=", one.assignments)}${list("<", one.reads)}${list(">", one.writes)}${list("<<<", one.strings)}${list("|", one.fedBy)}`;
  return one.inner ? `(${text}${more})` : `${text}${more}`;
};
const line = (text: string): string[] | undefined => launchesOfLine(text)?.all.map(say);
const argv = (list: readonly string[]): string[] | undefined => launchesOfArgv(list)?.all.map(say);

describe("programs that start others", () => {
  test.each<[string, string[]]>([
    ["find . -exec rm {} ;", ["find . -exec rm {}", "(rm {})"]],
    ["find . -name x", ["find . -name x"]],
    ["grep -exec rm", ["grep -exec rm"]],
    ["sudo -u root rm x", ["sudo -u root rm x", "(rm x)"]],
    ["sudo -- -x", ["sudo -- -x", "(-x)"]],
    ["sudo -n -- rm", ["sudo -n -- rm", "(rm)"]],
    ["sudo --unknown val rm a", ["sudo --unknown val rm a", "(val rm a)", "(rm a)", "(a)"]],
    ["sudo -u root a b", ["sudo -u root a b", "(a b)"]],
    ["sudo --x=1 a b", ["sudo --x=1 a b", "(a b)"]],
    ["env A=1 B=2 ls C=3", ["env A=1 B=2 ls C=3", "(ls C=3 =A=1,B=2)"]],
    ["export A=1 b", ["export A=1 b =A=1"]],
    ["declare -x A+=1", ["declare -x A+=1 =A+=1"]],
    ["timeout 5 rm x", ["timeout 5 rm x", "(rm x)"]],
    ["nice -n 5 rm", ["nice -n 5 rm", "(rm)"]],
    ["watch 'rm x'", ["watch rm x", "(rm x)", "(rm x)"]],
    ["sh -c 'rm x' arg", ["sh -c rm x arg", "(rm x)"]],
    ["bash -xc -- 'rm x'", ["bash -xc -- rm x", "(rm x)"]],
    ["bash x.sh rm", ["bash x.sh rm"]],
    ["bash -c", ["bash -c"]],
    ["bash <<< 'rm x'", ["bash <<<rm x", "(rm x)"]],
    ["cat <<< 'rm x' < in 2> out", ["cat <in >out <<<rm x"]],
    ["eval rm x", ["eval rm x", "rm x"]],
    ["sh <<E\nrm x\nE", ["sh", "(rm x)"]],
    ["echo -n 'rm x' | sudo sh", ["echo -n rm x", "sudo sh |echo", "(sh |echo)", "(rm x)"]],
    ["echo rm x | tee y | sh", ["echo rm x", "tee y |echo", "sh |echo,tee", "(rm x)"]],
    ["cat <<E | sh\nrm x\nE", ["cat", "sh |cat", "(rm x)"]],
    ["cat y <<E | sh\nrm x\nE", ["cat y", "sh |cat"]],
    ["/bin/echo rm x | cat | sh", ["echo rm x", "cat |echo", "sh |echo,cat", "(rm x)"]],
    ["printf 'rm x\\n' | sh", ["printf rm x\\n", "sh |printf", "(rm x)"]],
    ["printf '%s' 'rm x' | sh", ["printf %s rm x", "sh |printf", "(rm x)"]],
    ["echo -e 'rm\\x20x' | sh", ["echo -e rm\\x20x", "sh |echo", "(rmx20x)", "(rm x)"]],
    ["sh <<A <<'B'\nls\nA\nrm x\nB", ["sh", "(rm x)"]],
    ['echo "don\'t" | sh ./filter.sh', ["echo don't", "sh ./filter.sh |echo"]],
    ["sh ./filter.sh <<'E'\nit's\nE", ["sh ./filter.sh"]],
    ["sh -s a <<'E'\nrm x\nE", ["sh -s a", "(rm x)"]],
    ["if true; then f() { rm x; }; f; fi", ["true", "rm x", "f"]],
    ["{ function f { rm x; }; f; }", ["rm x", "f"]],
    ["case x in (x) rm y;; esac", ["rm y", "x"]],
    ["setarch x86_64 rm x", ["setarch x86_64 rm x", "(rm x)"]],
    ["setarch -R rm x", ["setarch -R rm x", "(rm x)"]],
    ["npx -p typescript -c 'rm x'", ["npx -p typescript -c rm x", "(rm x)"]],
    ["env -u FOO -S 'rm x'", ["env -u FOO -S rm x", "(rm x)"]],
    ["echo 'ls \\x23; rm x' | sh", ["echo ls \\x23; rm x", "sh |echo", "(ls x23)", "(rm x)", "(ls)"]],
    ["printf 'rm x #%%' | sh", ["printf rm x #%%", "sh |printf", "(rm x)"]],
    ["printf 'rm %s\\n' a b | sh", ["printf rm %s\\n a b", "sh |printf", "(rm a)", "(rm b)"]],
    ["printf '%! rm x' a b | sh", ["printf %! rm x a b", "sh |printf", "(%! rm x)"]],
    ["bash /dev/stdin <<E\nrm x\nE", ["bash /dev/stdin", "(rm x)"]],
    ["bash +O extglob <<E\nrm x\nE", ["bash +O extglob", "(rm x)"]],
    ["bash --rcfile y <<< 'rm x'", ["bash --rcfile y <<<rm x", "(rm x)"]],
    ["sh -es y <<E\nrm x\nE", ["sh -es y", "(rm x)"]],
    ["sh <<A 3<<B\nrm x\nA\nls\nB", ["sh", "(rm x)"]],
    ['npx git -c "it\'s" log', ["npx git -c it's log"]],
    ['env git "-Sit\'s" log', ["env git -Sit's log", "(git -Sit's log)"]],
    ["echo $X | sh", ["echo ~", "sh |echo"]],
    ["case x in x) rm y;; *) ls; esac", ["x in x", "rm y", "* ~", "ls"]],
    ["f() { rm x; }; f", ["rm x", "f"]],
    ["function f { rm x; }; f", ["rm x", "f"]],
    ["f (rm x)", ["f", "rm x"]],
    ["env -S 'rm x' y", ["env -S rm x y", "(rm x)", "(y)"]],
    ["env -iS'rm x'", ["env -iSrm x", "(rm x)"]],
    ["env --split-string='rm x'", ["env --split-string=rm x", "(rm x)"]],
    ["su -lc 'rm x' root", ["su -lc rm x root", "(rm x)"]],
    ["su --command 'rm x'", ["su --command rm x", "(rm x)"]],
    ["npx -c 'rm x'", ["npx -c rm x", "(rm x)"]],
    ["trap 'rm x' EXIT", ["trap rm x EXIT", "(rm x)"]],
    ["unshare -r rm x", ["unshare -r rm x", "(rm x)"]],
    ["strace -e trace=file rm x", ["strace -e trace=file rm x", "(rm x)"]],
    ["taskset 1 rm x", ["taskset 1 rm x", "(rm x)"]],
    ["sudo bash -c 'eval \"rm x\"'", ['sudo bash -c eval "rm x"', '(bash -c eval "rm x")', "(eval rm x)", "(rm x)"]],
  ])("%s", (text, expected) => {
    expect(line(text)).toEqual(expected);
  });

  test("however deeply, up to a limit", () => {
    const nested = (depth: number): string => (depth === 0 ? "rm" : `sudo ${nested(depth - 1)}`);
    expect(line(nested(8))?.at(-1)).toBe("(rm)");
    expect(line(nested(9))).toBeUndefined();
    const evaluated = (depth: number): string => (depth === 0 ? "rm" : `eval ${evaluated(depth - 1)}`);
    expect(line(evaluated(8))?.at(-1)).toBe("rm");
    expect(line(evaluated(9))).toBeUndefined();
    const substituted = (depth: number): string => (depth === 0 ? "rm" : `a $(${substituted(depth - 1)})`);
    expect(line(substituted(8))?.at(-1)).toBe("rm");
    expect(line(substituted(9))).toBeUndefined();
  });

  test("no more of them than twelve after an option that is not known", () => {
    const words = Array.from({ length: 20 }, (_, index) => `w${index}`).join(" ");
    expect(line(`sudo --unknown ${words}`)?.length).toBe(13);
  });

  test.each<[string[], string[]]>([
    [
      ["sudo", "rm"],
      ["sudo rm", "(rm)"],
    ],
    [[""], []],
    [[], []],
    [
      ["find", ".", "-exec", "rm", "{}", ";"],
      ["find . -exec rm {} ;", "(rm {} ;)"],
    ],
    [["a b", "c"], ["a b c"]],
    [
      ["env", "A=1", "sh", "-c", "rm x"],
      ["env A=1 sh -c rm x", "(sh -c rm x =A=1)", "(rm x)"],
    ],
  ])("as a list: %j", (list, expected) => {
    expect(argv(list)).toEqual(expected);
  });
});

describe("pipes and substitutions", () => {
  test.each<[string, string[]]>([
    ["curl x | tee y | sh", ["curl x", "tee y |curl", "sh |curl,tee"]],
    ["curl x; sh", ["curl x", "sh"]],
    ["(ls) | sh", ["sh", "ls"]],
    ['bash -c "$(curl x)"', ["bash ~ |curl", "curl x"]],
    ["eval $(a)", ["sh ~ |a", "a"]],
    ["source $(x)", ["source ~ |x", "x"]],
    ["ls $(curl x)", ["ls ~", "curl x"]],
    ["sh $(curl x) a; b", ["sh ~ |curl", "b", "curl x"]],
    ["diff <(ls a) x", ["diff x ~", "ls a"]],
    ["sort > >(tee x)", ["sort ~ >", "tee x"]],
  ])("%s", (text, expected) => {
    expect(line(text)).toEqual(expected);
  });
});

describe("here-documents", () => {
  test.each<[string, string[] | undefined]>([
    ["cat <<E\nx\nE\nrm y", ["cat", "rm y"]],
    ["cat <<E\n\tx\n\tE\nrm y", ["cat"]],
    ["cat <<-E\n\tx\n\tE\nrm y", ["cat", "rm y"]],
    ["cat <<E\n$(rm x)\nE", undefined],
    ["cat <<'E'\n$(rm x)\nE\nrm y", ["cat", "rm y"]],
    ["a $(cat <<E\nhello )\nE\n) b", ["a b ~", "cat"]],
    ["a $(cat <<-E\n\thello )\n\tE\n) b", ["a b ~", "cat"]],
    ["a $(cat << E\nhello )\nE\nrm y)", ["a ~", "cat", "rm y"]],
    ["a $(cat <<'E'\n$(rm x) )\nE\n)", ["a ~", "cat"]],
    ["a $(cat <<E\n$(rm x)\nE\n)", undefined],
    ["a $(cat <<< ')'; rm y)", ["a ~", "cat <<<)", "rm y"]],
    ["a $(cat <<E)", ["a ~", "cat"]],
  ])("%j", (text, expected) => {
    expect(line(text)).toEqual(expected);
  });
});

describe("words", () => {
  test.each<[string, string[] | undefined]>([
    ["a{b,c}", ["a{b,c} ~"]],
    ["a{1..3}", ["a{1..3} ~"]],
    ["a{b}", ["a{b}"]],
    ["a {b c,d}", ["a {b c,d}"]],
    ["a [b", ["a [b ~"]],
    ["a #b", ["a"]],
    ["a;#b\nrm", ["a", "rm"]],
    ["a#b", ["a#b"]],
    ["#b", []],
    ["a\\\nb", ["ab"]],
    ["2>x ls", ["ls >x"]],
    ["ls 2 >x", ["ls 2 >x"]],
    ["ls 2", ["ls 2"]],
    ["echo $'a\\x41b'", ["echo aAb"]],
    [`echo "$'a'"`, ["echo $'a'"]],
    [`echo "a\\"b" 'c"d'`, [`echo a"b c"d`]],
    [`echo "a`, undefined],
    ["echo '", undefined],
    ['echo "a\\', undefined],
    ["a $(b \\) c)", ["a ~", "b ) c"]],
    ["a $(b ')' c)", ["a ~", "b ) c"]],
    [`a $(b ")" c)`, ["a ~", "b ) c"]],
    [`a $(b "\\")" c)`, ["a ~", `b ") c`]],
    [`a $(b "c)`, undefined],
    ["a $(b #c)", undefined],
    ["a $(b", undefined],
  ])("%j", (text, expected) => {
    expect(line(text)).toEqual(expected);
  });
});
