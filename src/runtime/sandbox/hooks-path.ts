import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

const MOST_BYTES = 1024 * 1024;

/** The text of a configuration, through a link as git reads it; "" where it is no file. Whatever else stands there is not waited for. */
function textOf(path: string): string {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return "";
  }
  try {
    const status = fstatSync(fd);
    if (!status.isFile()) return "";
    if (status.size > MOST_BYTES) throw new Error("a configuration of git that is too long to be read");
    const room = Buffer.alloc(status.size);
    return room.toString("utf8", 0, readSync(fd, room, 0, room.length, 0));
  } finally {
    closeSync(fd);
  }
}

/**
 * Where a repository's own configuration has git look for hooks, if that is a folder below its work tree.
 *
 * @param git the folder `.git`.
 * @throws where the configuration is too long to be read.
 */
export function hooksOf(git: string): string | undefined {
  const [, path = ""] = /^\s*hooksPath\s*=\s*"?([^"\n#;]+)/imu.exec(textOf(join(git, "config"))) ?? [];
  const hooks = path.trim() === "" ? undefined : resolve(dirname(git), path.trim());
  return hooks?.startsWith(dirname(git) + sep) === true ? hooks : undefined;
}
