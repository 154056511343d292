import type { Room } from "../report/github.ts";

/** What a command may say: results on stdout, everything else on stderr. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly cwd: string;
  /** Shows how far long work is, in one line of a terminal that the next one replaces; absent where nobody looks. */
  readonly progress?: (text: string) => void;
  /** What the reports of several packages share in one step of a workflow. */
  readonly room?: Room;
  /** Asks on a terminal; absent where there is none. */
  readonly ask?: (question: string) => Promise<string>;
}

/** Today, as YYYY-MM-DD of universal time: what days in files are compared with. */
export const utcDay = (): string => new Date().toISOString().slice(0, 10);

/** Something that the user can mend: one line, no stack, exit code 2 unless said otherwise. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
