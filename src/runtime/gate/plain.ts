/**
 * Whether a command line is so plain that there is one way to read it: words, quotes, backslashes,
 * `;`, `&&`, `||`, `|`, `&`, line ends and redirections to words. No expansion, no glob, no
 * group, no comment, no here-document. Only then can a list of granted commands hold it: what a
 * shell computes as it runs cannot be told beforehand.
 */
export function isPlainLine(text: string): boolean {
  let quote = "";
  let starts = true;
  for (let at = 0; at < text.length; at++) {
    const c = text.charAt(at);
    if (quote === "'") {
      if (c === "'") quote = "";
      continue;
    }
    if (c === "\\") {
      if (text.charAt(at + 1) === "\n" || at + 1 === text.length) return false;
      at++;
    } else if (c === "$" || c === "`") return false;
    else if (quote === '"') {
      if (c === '"') quote = "";
      // Interactive shells only, and refused all the same: history expansion.
      else if (c === "!" && /[\w!]/u.test(text.charAt(at + 1))) return false;
    } else if (c === "'" || c === '"') quote = c;
    else if (/[(){}*?[\]]/u.test(c)) return false;
    else if (c === "<" && text.charAt(at + 1) === "<") return false;
    else if (starts && (c === "#" || (c === "~" && !/^~(?:\/|$|[ \t\n;|&<>])/u.test(text.slice(at))))) return false;
    starts = /[ \t\n;|&<>]/u.test(c);
  }
  return quote === "";
}
