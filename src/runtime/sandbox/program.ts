/** Where bubblewrap makes the program that is put in front of Node programs. */
export const PRELOAD = "/run/toolfence/preload.cjs";

type Program = (require: NodeJS.Require, process: NodeJS.Process, preload: string, load: never) => void;

/**
 * A function that runs in another Node, as the text of a program. The text is all that goes along, so the
 * function must use nothing but its parameters.
 *
 * @param f is given `preload`, and what imports a module by its URL.
 * @param preload where the program stands that is put in front of Node programs.
 */
export const asProgram = (f: Program, preload: string): string =>
  `(${f.toString()})(require, process, ${JSON.stringify(preload)}, (url) => import(url))`;
