/** JSON with comments and commas before a closing bracket, as the configurations of TypeScript and of Deno have them; undefined where it is none, or no object. */
export function parseJsonc(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  try {
    const plain = text.replaceAll(
      /("(?:\\.|[^"\\])*(?:"|\\?$))|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/gsu,
      (_, quoted: string | undefined) => quoted ?? "",
    );
    const strict = plain.replaceAll(/("(?:\\.|[^"\\])*(?:"|\\?$))|,(?=\s*[}\]])/gsu, (_, quoted: string | undefined) => quoted ?? "");
    const found: unknown = JSON.parse(strict.replace(/^\uFEFF/u, ""));
    return typeof found === "object" && found !== null ? found : undefined;
  } catch {
    return undefined;
  }
}
