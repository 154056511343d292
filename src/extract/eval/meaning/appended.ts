import type { Def } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import { template } from "../domain/strings.ts";
import type { Frame, Value } from "../domain/values.ts";
import { genericFrame } from "./variables.ts";

/** A definition that puts something behind what a variable holds. */
export type Append = Extract<Def, { k: "append" }>;

/** More texts, or more things that are put behind them, are not told apart. */
const MAX_TEXTS = 8;

/**
 * What a variable holds that texts are put behind, `let url = BASE; url += "/items"`: each text it starts with, by itself and with each of them,
 * behind which any other may stand. A text that starts empty is what is put behind it; a number is any.
 */
export function appended(x: Machine, start: Value, appends: readonly Append[], owner: Frame): Value {
  const texts = start.filter((atom) => atom.k === "str");
  const isMany = texts.length * appends.length > MAX_TEXTS;
  const isOther = texts.length < start.length || texts.length === 0 || isMany;
  const grown = texts.flatMap((text) =>
    isMany
      ? [template(x.in, ["", "", ""], [[text], x.data()])]
      : appends.map((def) =>
          template(x.in, ["", "", "", ""], [[text], x.value(def.e, genericFrame(x, owner.mod, def.f, owner)), x.data()]),
        ),
  );
  const kept = start.filter((atom) => atom.k !== "str" || atom.p.length > 0);
  return x.join(kept, ...grown, isOther ? x.data() : []);
}
