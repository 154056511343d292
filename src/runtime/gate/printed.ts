const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\" };

/** A text with its escapes written out, as `printf` and `echo -e` do. */
const written = (text: string): string =>
  text.replace(/\\(?:x([\da-f]{1,2})|0?([0-7]{1,3})|(.))/giu, (all, hex?: string, octal?: string, one?: string) =>
    hex !== undefined || octal !== undefined
      ? String.fromCharCode(parseInt(hex ?? octal ?? "", hex === undefined ? 8 : 16))
      : (ESCAPES[one ?? ""] ?? all),
  );

const HOLE = /%(?:%|[-+ #0-9.]*[a-zA-Z])/gu;

/** A format of `printf` with its arguments put in, as often as there are some. */
function formatted(format: string, args: readonly string[]): string {
  const given = [...args];
  // Without a hole for any of them, they are left over.
  const holes = (format.match(HOLE) ?? []).filter((hole) => hole !== "%%").length;
  const times = holes === 0 ? 1 : Math.max(1, Math.ceil(given.length / holes));
  return Array.from({ length: times }, () =>
    written(format).replace(HOLE, (hole) => (hole === "%%" ? "%" : written(given.shift() ?? ""))),
  ).join("");
}

/**
 * What a program may print that a shell behind it would run: the words of `echo`, what `cat` is given. None where that is not known.
 *
 * @param given what it is fed itself.
 */
export function printedBy(program: string, args: readonly string[], given: readonly string[]): readonly string[] {
  switch (program) {
    case "echo": {
      // Which shells write escapes out without being asked is theirs.
      const text = args.filter((arg) => !/^-[neE]+$/u.test(arg)).join(" ");
      return [...new Set([text, written(text)])];
    }
    case "printf": {
      const [format = "", ...more] = args[0] === "--" ? args.slice(1) : args;
      return [formatted(format, more)];
    }
    case "cat":
      return args.every((arg) => arg.startsWith("-")) ? given : [];
    case "tee":
      return given;
    default:
      return [];
  }
}
