import type { Mod, Value } from "../eval/domain/values.ts";
import { fileShapes } from "../shapes/declarations.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";
import { namesOf, pathValue } from "./selectors.ts";

/** The tools that a file is by where it lies. */
export function fileTools(d: Discovery, mod: Mod): FoundTool[] {
  const { x } = d;
  const path = mod.file.replaceAll("\\", "/");
  const shape = fileShapes.find(
    (one) => one.path.test(path) && (one.dependency === undefined || x.world.depends(mod.file, one.dependency)),
  );
  if (!shape) return [];
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/u, "");
  const exported = shape.exports === "default" ? ["default"] : [...new Set(mod.sum.exports.map((one) => one.n))];
  return exported.flatMap((name): FoundTool[] => {
    const tool = x.exportOf(mod, name);
    const exec = x.join(...shape.exec.map((one) => pathValue(x, tool, one))).filter((atom) => atom.k === "fn");
    if (exec.length === 0) return [];
    const [head = "", ...rest] = (shape.name ?? "").split(".");
    const given: Value = head === "" ? [] : pathValue(x, x.exportOf(mod, head), rest.join("."));
    const fallback = name === "default" ? stem : `${stem}_${name}`;
    const names = given.length > 0 ? namesOf(x, "name", () => given) : { names: [fallback], dynamic: false };
    const first = exec.find((atom) => atom.k === "fn");
    const at = first?.k === "fn" && first.mod === mod ? (mod.sum.fns[first.f]?.at ?? 0) : 0;
    return makeTools(x, { names, framework: shape.framework, mod, at, exec, config: tool, guards: tool });
  });
}
