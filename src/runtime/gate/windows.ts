import type { Path } from "../../model/path.ts";

const DRIVE = /^(?:\\\\[?.]\\|\/\/[?.]\/)?(?<letter>[A-Za-z]):(?:[\\/]|$)/u;
const SHARE = /^(?:\\\\|\/\/)(?:[?.][\\/]UNC[\\/])?[^\\/?.][^\\/]*[\\/][^\\/]/u;
/** Names that are devices in every folder, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:[ .:].*)?$/iu;

/** Whether a text can only be a path of Windows: it has a drive, or names a share. */
export const isWindowsPath = (text: string): boolean => DRIVE.test(text) || /^\\\\[^\\]/u.test(text);

/**
 * The one spelling of an absolute Windows path: `c:/a/b`, or `//server/share/a`; undefined
 * where it is not absolute, or has no one meaning (a stream, a device, a name that ends in a
 * dot or space). Not run on Windows by us: a pure function, held by tests alone.
 */
export function canonicalWindows(text: string): string | undefined {
  const drive = DRIVE.exec(text);
  const share = drive ? null : SHARE.exec(text);
  if (!drive && !share) return undefined;
  const rest = drive ? text.slice(drive[0].length) : text.replace(/^(?:\\\\|\/\/)(?:[?.][\\/]UNC[\\/])?/u, "");
  const out: string[] = [];
  const floor = drive ? 0 : 2;
  for (const part of rest.split(/[\\/]+/u)) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (out.length > floor) out.pop();
      continue;
    }
    if (/[. ]$/u.test(part) || /[:*?"<>|\u0000-\u001f]/u.test(part) || DEVICE.test(part)) return undefined;
    out.push(part.toLowerCase());
  }
  const letter = drive?.groups?.["letter"]?.toLowerCase();
  return letter === undefined ? `//${out.join("/")}` : [`${letter}:`, ...out].join("/");
}

/** A canonical Windows path as the algebra writes it: below `/`, the drive or server first. */
export const windowsPath = (canonical: string): Path => ({ root: "/", segments: canonical.split("/").filter(Boolean) });
