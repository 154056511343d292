/** Where bubblewrap makes the program that is put in front of Node programs. */
export const PRELOAD = "/run/toolfence/preload.cjs";

type Program = (require: NodeJS.Require, process: NodeJS.Process, preload: string, load: never, shared: never) => void;

/**
 * A function that runs in another Node, as the text of a program. The text is all that goes along, so the
 * function must use nothing but its parameters.
 *
 * @param f is given `preload`, what imports a module by its URL, and `shared`.
 * @param preload where the program stands that is put in front of Node programs.
 * @param shared a function that goes along, and uses nothing but its parameters either.
 */
export const asProgram = (f: Program, preload: string, shared?: (...args: never[]) => unknown): string =>
  `(${f.toString()})(require, process, ${JSON.stringify(preload)}, (url) => import(url), ${String(shared)})`;
