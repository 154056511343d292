/** The text of a value within another; undefined where it has none. */
export type Print = (value: unknown) => string | undefined;

/**
 * The JSON of a value with its keys in order, so that equal values have equal texts; undefined where JSON has none.
 *
 * As `json-stable-stringify` gives it. A value that stands within itself is `@N`, N levels up, which is no JSON.
 *
 * @param special the text of a value that JSON would flatten or leave out, asked first for each; undefined for all others.
 */
export function canonical(
  value: unknown,
  special: (value: unknown, print: Print) => string | undefined = () => undefined,
): string | undefined {
  const open: unknown[] = [];
  const within = (node: unknown, text: () => string | undefined): string | undefined => {
    const above = open.lastIndexOf(node);
    if (above !== -1) return `@${open.length - above}`;
    open.push(node);
    const found = text();
    open.pop();
    return found;
  };
  const print: Print = (given) => {
    const own = isObject(given) ? within(given, () => special(given, print)) : special(given, print);
    if (own !== undefined) return own;
    const node = hasJson(given) ? given.toJSON() : given;
    if (!isObject(node)) return JSON.stringify(node);
    return within(node, () => (Array.isArray(node) ? list(node, print) : members(node, print)));
  };
  return print(value);
}

const list = (values: readonly unknown[], print: Print): string =>
  `[${Array.from({ length: values.length }, (_, at) => print(values[at]) ?? "null").join(",")}]`;

const members = (node: object, print: Print): string => {
  const parts = Object.keys(node)
    .sort()
    .flatMap((key) => {
      const text = print((node as Readonly<Record<string, unknown>>)[key]);
      return text === undefined ? [] : `${JSON.stringify(key)}:${text}`;
    });
  return `{${parts.join(",")}}`;
};

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const hasJson = (value: unknown): value is { readonly toJSON: () => unknown } =>
  isObject(value) && typeof (value as { readonly toJSON?: unknown }).toJSON === "function";
