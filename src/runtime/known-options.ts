import { nearest } from "../model/capability.ts";

/** What a value must be for an option to do what it says. */
type Kind = "function" | "any";
/** Every option of a function: the type sees to it that none is left out. */
export type Known<O extends object> = Readonly<Record<keyof O, Kind>>;

/**
 * Refuses options that would be passed over: a misspelt `audit` would record nothing.
 *
 * @throws {TypeError} naming the option, and the one that it is close to.
 */
export function checkOptions<O extends object>(of: string, options: unknown, known: Known<O>): asserts options is O {
  if (typeof options !== "object" || options === null) throw new TypeError(`\`${of}\` takes an object of options.`);
  const names = Object.keys(known);
  for (const [name, value] of Object.entries(options)) {
    if (!names.includes(name)) {
      const close = nearest(name, names);
      throw new TypeError(
        `\`${of}\` has no option \`${name}\`${close === undefined ? `; it has ${names.join(", ")}` : `; did you mean \`${close}\`?`}`,
      );
    }
    if ((known as Readonly<Record<string, Kind>>)[name] === "function" && value !== undefined && typeof value !== "function")
      throw new TypeError(`\`${name}\` of \`${of}\` is a function, and not \`${String(value)}\`.`);
  }
}
