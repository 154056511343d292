/** One word of a command line, quotes removed. */
export interface Word {
  readonly text: string;
  /** Whether part of it is only known when the shell runs: `$X`, `$(…)`, a glob. */
  readonly dynamic: boolean;
}

export interface Redirect {
  readonly operator: string;
  readonly target: Word;
  /** The text of a here-document. */
  body?: string;
}

/** One program that a command line starts. */
export interface SimpleCommand {
  readonly assignments: readonly string[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** Number of the pipeline that it is part of. */
  readonly pipeline: number;
}

export interface CommandLine {
  readonly commands: readonly SimpleCommand[];
  /** The texts of `$(…)`, backticks, `<(…)` and parentheses, which are command lines of their own. */
  readonly nested: readonly string[];
  /** Whether a shell is needed: operators, expansion or redirection. */
  readonly needsShell: boolean;
}
