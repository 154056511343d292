import type { Machine } from "../eval/machine.ts";
import type { Mod } from "../eval/domain/values.ts";
import type { FoundTool } from "./make.ts";

/** Whether a tool is declared or run by a module, or by one that either of both imports. */
export const belongs = (x: Machine, { mod, executor }: FoundTool, other: Mod): boolean =>
  [mod, executor?.mod ?? mod].some((one) => isBeside(x, one, other));

/** Whether two modules are one, or one of them imports the other. */
export const isBeside = (x: Machine, one: Mod, other: Mod): boolean => one === other || imports(x, one, other) || imports(x, other, one);

const imports = (x: Machine, from: Mod, to: Mod): boolean =>
  from.sum.imports.some((specifier) => {
    const found = x.world.resolve(from.file, specifier);
    return found.k === "file" && found.file === to.file;
  });
