import type { InputShape, Property } from "./shape.ts";

const PARAMETER = /\{param:([^{}.[]*)/gu;

/** The names of the arguments that get into a resource. */
export const boundNames = (capabilities: readonly string[]): ReadonlySet<string> =>
  new Set(capabilities.flatMap((line) => [...line.matchAll(PARAMETER)].map(([, name = ""]) => name)));

/** Whether an argument gets into a resource: a name may itself have what members are told by. */
export const isBoundName = (bound: ReadonlySet<string>, name: string): boolean =>
  bound.has(name) || bound.has(name.split(/[.[]/u)[0] ?? "");

/** What the arguments may be that get into a resource: part of what a tool can do where no policy bounds it. */
export function boundProperties(input: InputShape | null, capabilities: readonly string[]): Property[] {
  const bound = boundNames(capabilities);
  return input?.kind === "object" ? input.properties.filter(({ name }) => isBoundName(bound, name)) : [];
}
