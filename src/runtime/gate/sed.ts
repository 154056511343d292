/** Skips what lies between delimiters, with escapes: gives back where it ends, behind the last delimiter. */
function behind(script: string, from: number, delimiter: string, times: number): number {
  let at = from;
  for (let left = times; left > 0 && at < script.length; at++) {
    const c = script[at];
    if (c === "\\") at++;
    else if (c === delimiter) left--;
  }
  return at;
}

/** Skips one address: a number, `$`, `+N`, `~N`, or a pattern. */
function behindAddress(script: string, from: number): number {
  const c = script[from] ?? "";
  if (c === "/") return behind(script, from + 1, "/", 1);
  if (c === "\\") return behind(script, from + 2, script[from + 1] ?? "", 1);
  let at = from;
  while (/[\d$+~]/u.test(script[at] ?? "")) at++;
  return at;
}

const lineEnd = (script: string, from: number): number => {
  const at = script.indexOf("\n", from);
  return at === -1 ? script.length : at;
};

/**
 * Whether a script of sed runs something, or reads or writes a file that no word of the command names: the commands `e`, `r`, `R`,
 * `w` and `W`, and the flags `e` and `w` of `s`. Reads the script as sed does, command by command, in one pass.
 */
export function sedLeadsOut(script: string): boolean {
  let at = 0;
  const skip = (pattern: RegExp): void => {
    while (pattern.test(script[at] ?? "")) at++;
  };
  while (at < script.length) {
    skip(/[\s;{}]/u);
    for (let before = -1; before !== at;) {
      before = at;
      at = behindAddress(script, at);
      skip(/[\s,!I]/u);
    }
    const command = script[at++] ?? "";
    if (/[erRwW]/u.test(command)) return true;
    if (command === "s" || command === "y") {
      at = behind(script, at + 1, script[at] ?? "", 2);
      const flags = /^[gpIiMme\dw]*/u.exec(script.slice(at, at + 32))?.[0] ?? "";
      if (command === "s" && /[ew]/u.test(flags)) return true;
      at += flags.length;
    } else if (/[aic#]/u.test(command)) at = lineEnd(script, at);
    else if (/[btT:]/u.test(command)) skip(/[^;\n]/u);
  }
  return false;
}
