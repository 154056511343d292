/**
 * How a framework declares a tool, as data.
 *
 * Selectors: `A0` is argument 0, `A0.name` a property of it, `LAST` the last argument,
 * `KEY` the property or variable that receives the result, `FN:A0.execute` the name of that
 * function, `THIS.name` a member of the instance, `SUPER0` an argument of the `super(...)` call,
 * `FILE` the file's name. Alternatives are separated by `|`, first that exists wins.
 */
export interface CallShape {
  readonly framework: string;
  readonly packages: readonly string[];
  /** Name of the exported function, or of the method on an exported class or factory. */
  readonly callee: string;
  readonly name: string;
  readonly exec: readonly string[];
  readonly config?: string;
  /** The first argument must be one of these (an exported name or a constant) for the call to count. */
  readonly first?: readonly string[];
  /** One handler for all tools: their names are found by exploring it. */
  readonly dispatch?: true;
  /** Accept a call on a receiver that could not be resolved, when the arguments look right. */
  readonly loose?: "named-function" | "definition" | "request";
  readonly normalise?: "underscores";
  /** What the executor is given, by position; the rest is framework context. */
  readonly input?: number;
}

export interface ClassShape {
  readonly framework: string;
  readonly packages: readonly string[];
  readonly base: string;
  readonly name: string;
  readonly exec: readonly string[];
}

export interface DecoratorShape {
  readonly framework: string;
  readonly packages: readonly string[];
  readonly decorator: string;
  readonly name: string;
}
