/**
 * The JSON of a value with its keys in order, so that equal values have equal texts; undefined where JSON has none.
 *
 * As `json-stable-stringify` gives it. A value that stands within itself is `@N`, N levels up, which is no JSON.
 *
 * @param plain what stands for a value; asked once for each, after its `toJSON`.
 */
export function canonical(value: unknown, plain: (value: unknown) => unknown = (same) => same): string | undefined {
  const open: object[] = [];
  const print = (given: unknown): string | undefined => {
    const node = plain(hasJson(given) ? given.toJSON() : given);
    if (typeof node !== "object" || node === null) return JSON.stringify(node);
    const above = open.lastIndexOf(node);
    if (above !== -1) return `@${open.length - above}`;
    open.push(node);
    const text = Array.isArray(node)
      ? `[${Array.from(node, (one: unknown) => print(one) ?? "null").join(",")}]`
      : `{${Object.keys(node)
          .sort()
          .flatMap((key) => {
            const one = print((node as Readonly<Record<string, unknown>>)[key]);
            return one === undefined ? [] : `${JSON.stringify(key)}:${one}`;
          })
          .join(",")}}`;
    open.pop();
    return text;
  };
  return print(value);
}

const hasJson = (value: unknown): value is { readonly toJSON: () => unknown } =>
  typeof value === "object" && value !== null && typeof (value as { readonly toJSON?: unknown }).toJSON === "function";
