import { nearest } from "../../model/capability.ts";
import type { SchemaName } from "../../schema/index.ts";
import { jsonSchema, schemas } from "../../schema/index.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";

const isName = (name: string): name is SchemaName => Object.hasOwn(schemas, name);

/** Prints the JSON Schema of something that toolfence reads or writes. */
export function schema(argv: readonly string[], io: Io): number {
  const { positionals } = readArguments(argv, [], 1);
  const [name = ""] = positionals;
  const names = Object.keys(schemas);
  if (!isName(name)) {
    const close = nearest(name, names);
    throw new UserError(
      `There is no schema \`${name}\`${close === undefined ? "." : `; did you mean \`${close}\`?`} Schemas: ${names.join(", ")}.`,
    );
  }
  io.out(`${JSON.stringify(jsonSchema(name), null, 2)}\n`);
  return 0;
}
