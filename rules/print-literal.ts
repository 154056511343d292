const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/u;

/** A value as a literal of the language, on one line. */
export function printLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (entries.length === 0) return "{}";
  return `{ ${entries.map(([key, one]) => `${PLAIN_KEY.test(key) ? key : JSON.stringify(key)}: ${printLiteral(one)}`).join(", ")} }`;
}
