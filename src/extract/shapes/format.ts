/**
 * How a framework declares a tool, as data.
 *
 * Selectors: `A0` is argument 0, `A0.name` a property of it, `LAST` the last argument
 * (the last function, where only options stand behind it),
 * `KEY` the property or variable that receives the result, `FN:A0.execute` the name of that
 * function, `THIS.name` a member of the instance, `SUPER0` an argument of the `super(...)` call,
 * `FILE` the file's name, `RECV.A0` an argument of the call that made the receiver, `=name` a constant. Alternatives are separated by `|`, first that exists wins.
 */
export interface CallShape {
  readonly framework: string;
  readonly packages: readonly string[];
  /** Name of the exported function, or of the method on an exported class or factory. */
  readonly callee: string;
  readonly name: string;
  readonly exec: readonly string[];
  /** Functions that run beside the executor, on the model's behalf: approvals, transformers, event handlers. */
  readonly hooks?: readonly string[];
  /** Where metadata stands; of several places, all. */
  readonly config?: string;
  /** One of the arguments between the first and the last is the input schema itself. */
  readonly positional?: true;
  /** The first argument must be one of these (an exported name or a constant) for the call to count. */
  readonly first?: readonly string[];
  /** With fewer arguments it is handed a tool that another call has declared. */
  readonly least?: number;
  /** One handler for all tools: their names are found by exploring it. */
  readonly dispatch?: true;
  /** Accept a call on a receiver that could not be resolved, when the arguments look right. */
  readonly loose?: "named-function" | "definition" | "request";
  readonly normalise?: "underscores";
  /** What the executor is given, by position; the rest is framework context. */
  readonly input?: number;
  /** What the tool does that a package has ready, in the notation of the tables: there is no executor in the sources then. */
  readonly does?: string;
}

export interface ClassShape {
  readonly framework: string;
  readonly packages: readonly string[];
  readonly base: string;
  readonly name: string;
  readonly exec: readonly string[];
  /** Nobody else calls a base so: forks of the framework are packages of other names. */
  readonly isUnmistakable?: true;
}

/** A call that is handed a collection of tools; what it knows of their names wins over what the tools say. */
export interface SinkShape {
  readonly framework: string;
  readonly packages: readonly string[];
  readonly callee: string;
  /** Its tools are always declared elsewhere; it is known so that handing them over is not taken for running them. */
  readonly keeps?: true;
  /** The collection; a function in its place is called. */
  readonly at: string;
  /** `KEY`: a map from name to tool. Else a list, and what selects the name from an element. */
  readonly name: string;
  readonly exec: readonly string[];
}

/** A file that is a tool by where it lies. */
export interface FileShape {
  readonly framework: string;
  /** The package that must be a dependency of the file's package; none where the folder says enough. */
  readonly dependency?: string;
  /** Tested against the POSIX path. */
  readonly path: RegExp;
  /** Exports that are executors (or tools with an executor below `exec`); `*` is any. */
  readonly exports: "default" | "*";
  readonly exec: readonly string[];
  /** An export that names the tool. */
  readonly name?: string;
}

/** `MEMBER` is the method's name, `SNAKE` the same in snake case. */
export interface DecoratorShape {
  readonly framework: string;
  readonly packages: readonly string[];
  readonly decorator: string;
  readonly name: string;
}
