import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { randomUUID } from "node:crypto";
import type { AuditEvent } from "../../schema/audit.ts";
import { AUDIT_VERSION } from "../../schema/audit.ts";
import { sealLine, sha256 } from "./chain.ts";

export interface AuditOptions {
  /** The log, JSON Lines; made if it is not there. */
  readonly file: string;
  /** Waits for the disk after each decision: survives a power failure, and costs milliseconds. Off by default. */
  readonly sync?: boolean;
  /** The log is put aside as `FILE.1`, `FILE.2` … when it is larger. 64 MiB by default. */
  readonly rotateBytes?: number;
}

/** The record could not be written; what it speaks of must not happen. */
export class AuditUnavailableError extends Error {
  override readonly name = "AuditUnavailableError";
}

const ROTATE = 64 * 1024 * 1024;
const TAIL = 64 * 1024;
const LOCK_MS = 10_000;

/**
 * An append-only log in which each record holds the hash of the one before it in its run. A
 * record is written, in one `write(2)`, before the call returns. A torn last line of an earlier
 * run is closed and reported; nothing is overwritten.
 */
export class AuditLog {
  readonly run: string;
  readonly #options: AuditOptions;
  readonly #manifest: string | null;
  readonly #now: () => Date;
  #fd: number;
  #size: number;
  #inode: number;
  #seq = 0;
  #prev: string;
  #lost = 0;
  /** A write stopped in the middle of a line. */
  #open = false;
  #lostInAll = 0;
  #closed = false;

  /** @throws {AuditUnavailableError} when the log cannot be opened. */
  constructor(options: AuditOptions, manifest: string | null, identity: { readonly run?: string; readonly now?: () => Date } = {}) {
    this.#options = options;
    this.#manifest = manifest;
    this.run = identity.run ?? randomUUID();
    this.#now = identity.now ?? ((): Date => new Date());
    try {
      mkdirSync(dirname(options.file), { recursive: true });
      this.#fd = openSync(options.file, "a+", 0o600);
      const { size, ino } = fstatSync(this.#fd);
      this.#size = size;
      this.#inode = ino;
      this.#prev = tailOf(this.#fd, this.#size).prev;
      this.#repair();
    } catch (error) {
      throw new AuditUnavailableError(`The audit log \`${options.file}\` cannot be opened: ${messageOf(error)}.`);
    }
  }

  /** How many records could not be written. */
  get lost(): number {
    return this.#lostInAll;
  }

  /** Writes a record. @throws {AuditUnavailableError} when it is not in the log afterwards. */
  write(event: AuditEvent): void {
    try {
      if (this.#closed) throw new Error("it is closed");
      this.#follow();
      if (this.#open) this.#repair();
      if (this.#size > (this.#options.rotateBytes ?? ROTATE)) this.#rotate();
      if (this.#lost > 0) {
        const records = this.#lost;
        this.#seal({ kind: "log.lost", records });
        this.#lost = 0;
      }
      this.#seal(event);
    } catch (error) {
      this.#lost++;
      this.#lostInAll++;
      throw new AuditUnavailableError(`The audit log \`${this.#options.file}\` cannot be written: ${messageOf(error)}.`);
    }
  }

  /** Writes a record of something that has already happened; a failure is counted and told by the next record. */
  note(event: AuditEvent): void {
    try {
      this.write(event);
    } catch {
      // Counted by `write`.
    }
  }

  close(calls: number): void {
    if (this.#closed) return;
    this.note({ kind: "run.end", calls, lost: this.#lostInAll });
    this.#closed = true;
    closeSync(this.#fd);
  }

  /**
   * Speaks of what stands behind the last record and is none: lines that were torn, and the one that still is, which ends with the
   * record that says so, in one write. Whoever wrote the first part of it may be us, or somebody who died at it.
   */
  #repair(): void {
    const { lines, torn } = tailOf(this.#fd, fstatSync(this.#fd).size);
    const speak = (line: string, before: string): void => {
      this.#seal({ kind: "log.repaired", torn: sha256(line), bytes: Buffer.byteLength(line) }, before);
    };
    // The end first: whatever is written next would become part of it.
    if (torn !== "") speak(torn, "\n");
    for (const line of lines) speak(line, "");
    this.#open = false;
  }

  #seal(event: AuditEvent, before = ""): void {
    const { kind, ...rest } = event;
    const record = {
      v: AUDIT_VERSION,
      seq: this.#seq,
      time: this.#now().toISOString(),
      run: this.run,
      manifest: this.#manifest,
      kind,
      ...rest,
    };
    const { line, hash } = sealLine(record, this.#prev);
    this.#append(`${before}${line}`);
    if (this.#options.sync === true && kind !== "result") fsyncSync(this.#fd);
    this.#seq++;
    this.#prev = hash;
  }

  #append(text: string): void {
    const bytes = Buffer.from(text);
    let done = 0;
    while (done < bytes.length) {
      const written = writeSync(this.#fd, bytes, done);
      if (written > 0) this.#open = true;
      done += written;
    }
    this.#open = false;
    this.#size += bytes.length;
  }

  /** Where the log was taken away or put aside, it goes on in a new one: records that are gone are a gap in the chain of this run. */
  #follow(): void {
    const { file } = this.#options;
    if (statSync(file, { throwIfNoEntry: false })?.ino === this.#inode) return;
    mkdirSync(dirname(file), { recursive: true });
    this.#reopen();
  }

  #reopen(): void {
    // The old one is given up once there is a new one: a number that is closed twice may be somebody else's by then.
    const [old, fresh] = [this.#fd, openSync(this.#options.file, "a+", 0o600)];
    const { size, ino } = fstatSync(fresh);
    this.#fd = fresh;
    this.#size = size;
    this.#inode = ino;
    this.#open = false;
    closeSync(old);
  }

  /** Puts the log aside. One process does; the others see that their file is another one, and open the new one. */
  #rotate(): void {
    const { file } = this.#options;
    const lock = `${file}.lock`;
    try {
      closeSync(openSync(lock, "wx"));
    } catch {
      // Somebody else is at it, or died at it: after a while the lock is nobody's.
      const status = statSync(lock, { throwIfNoEntry: false });
      if (status && Date.now() - status.mtimeMs > LOCK_MS) rmSync(lock, { force: true });
      return;
    }
    try {
      let number = 1;
      while (existsSync(`${file}.${number}`)) number++;
      const here = statSync(file, { throwIfNoEntry: false })?.ino;
      const moved = here === this.#inode;
      // A link never replaces a file, as a renaming would. Somebody may have died between the two.
      if (moved) {
        if (number > 1 && statSync(`${file}.${number - 1}`).ino === here) number--;
        else linkSync(file, `${file}.${number}`);
        unlinkSync(file);
      }
      this.#reopen();
      if (moved) this.#seal({ kind: "log.rotated", from: `${number}` });
    } finally {
      rmSync(lock, { force: true });
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Tail {
  /** The hash of the last whole record. */
  readonly prev: string;
  /** Whole lines behind it, which are no records. */
  readonly lines: readonly string[];
  /** What stands at the end, without the end of its line. */
  readonly torn: string;
}

/** Reads a log from its end, as far as its last record. */
function tailOf(fd: number, size: number): Tail {
  let length = Math.min(size, TAIL);
  for (;;) {
    const buffer = Buffer.alloc(length);
    readSync(fd, buffer, 0, length, size - length);
    const text = buffer.toString("utf8");
    const end = text.lastIndexOf("\n");
    const whole = text.slice(0, end + 1);
    const found = [...whole.matchAll(/,"hash":"([0-9a-f]{64})"\}\n/gu)].at(-1);
    const reachesBack = length >= size;
    if (found ?? reachesBack) {
      const after = whole.slice(found ? found.index + found[0].length : 0);
      return { prev: found?.[1] ?? "", lines: after.split("\n").slice(0, -1), torn: text.slice(end + 1) };
    }
    length = Math.min(size, length * 4);
  }
}
