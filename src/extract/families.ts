import { isWithin } from "../model/capability.ts";

/** The coarse families that labelled corpora and other tools speak of, by capability prefix. */
const FAMILIES: readonly (readonly [string, string])[] = [
  ["fs.read", "fs.read"],
  ["fs.write", "fs.write"],
  ["net", "net"],
  ["env", "env"],
  ["exec", "exec"],
  ["control.signal", "exec"],
  ["code.eval", "dynamic"],
  ["code.load", "dynamic"],
  ["code.native", "dynamic"],
];

/** The families that a list of effects touches. */
export function familiesOf(effects: readonly { readonly capability: string }[]): Set<string> {
  const out = new Set<string>();
  for (const { capability } of effects) {
    const found = FAMILIES.find(([prefix]) => isWithin(capability, prefix));
    if (found) out.add(found[1]);
  }
  return out;
}
