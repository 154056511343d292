/** Keys under which the definition of a tool keeps what runs. */
export const EXECUTOR_KEYS: readonly string[] =
  "execute handler handle run func callback logic invoke cb implementation impl fn function call action onCall".split(" ");

/** Keys under which it says what is sent. */
export const INPUT_SCHEMA_KEYS: readonly string[] = "inputSchema input_schema parameters schema args paramsSchema".split(" ");

/** Keys by which an object with an executor and a description is a definition. */
export const DEFINING_KEYS: readonly string[] = [
  ...INPUT_SCHEMA_KEYS,
  "argsSchema",
  "inputShape",
  "input",
  "outputSchema",
  "similes",
  "validate",
];
