/** Where the program that is put in front of Node programs stands inside a sandbox with an egress. */
export const PRELOAD = "/run/toolfence/preload.cjs";

/**
 * A function that runs in another Node, as the text of a program. The text is all that goes along, so the
 * function must use nothing but its parameters.
 *
 * @param f is given `PRELOAD`, and what imports a module by its URL.
 */
export const asProgram = (f: (require: NodeJS.Require, process: NodeJS.Process, preload: string, load: never) => void): string =>
  `(${f.toString()})(require, process, ${JSON.stringify(PRELOAD)}, (url) => import(url))`;
