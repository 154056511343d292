import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { swapped } from "./check.ts";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
// Windows has none of these.
const flag = (value: number | undefined): number => value ?? 0;
const SAFE = flag(O_NOFOLLOW) | flag(O_NONBLOCK);

/** Where an open file lies, asked of the kernel; undefined where the system has no way to say. */
async function placeOf(handle: FileHandle): Promise<string | undefined> {
  if (process.platform !== "linux") return undefined;
  return readlink(`/proc/self/fd/${handle.fd}`);
}

/** Whether what is open is what was checked. */
async function isAt(handle: FileHandle, place: string): Promise<boolean> {
  const found = await placeOf(handle);
  if (found !== undefined) return found === place;
  const [mine, there, real] = await Promise.all([handle.stat(), lstat(place), realpath(place)]);
  return mine.dev === there.dev && mine.ino === there.ino && real === place;
}

async function opened(place: string, flags: number, shown: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(place, flags | SAFE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") throw swapped(shown);
    throw error;
  }
  try {
    if (await isAt(handle, place)) return handle;
  } catch {
    // Gone in the meantime: not what was checked either.
  }
  await handle.close();
  throw swapped(shown);
}

async function regular(handle: FileHandle, shown: string, links: boolean): Promise<FileHandle> {
  const status = await handle.stat();
  if (status.isFile() && (!links || status.nlink === 1)) return handle;
  await handle.close();
  throw swapped(shown);
}

/** Opens a regular file for reading, at exactly the place that was checked. */
export const openForReading = async (place: string, shown: string): Promise<FileHandle> =>
  regular(await opened(place, O_RDONLY, shown), shown, false);

/** Opens a folder at exactly the place that was checked. */
export const openFolder = (place: string, shown: string): Promise<FileHandle> => opened(place, O_RDONLY | flag(O_DIRECTORY), shown);

/** Opens an existing file for writing without changing it yet; truncate it once this has returned. */
export const openForWriting = async (place: string, shown: string): Promise<FileHandle> =>
  regular(await opened(place, O_WRONLY, shown), shown, true);

/** Makes a file that is not there, below a folder that is held open while it is made. */
export async function create(place: string, shown: string): Promise<FileHandle> {
  const folder = await openFolder(dirname(place), shown);
  try {
    const below = process.platform === "linux" ? join(`/proc/self/fd/${folder.fd}`, basename(place)) : place;
    return await open(below, O_WRONLY | O_CREAT | O_EXCL | SAFE, 0o644);
  } finally {
    await folder.close();
  }
}
