import type { TSESTree } from "@typescript-eslint/utils";
import { AST_NODE_TYPES as T } from "@typescript-eslint/utils";

/** An insertion or replacement in the source text. */
export interface Edit {
  readonly range: readonly [number, number];
  readonly text: string;
}

function keyOf(property: TSESTree.ObjectLiteralElement): string | undefined {
  if (property.type !== T.Property || property.computed) return undefined;
  return property.key.type === T.Identifier ? property.key.name : String(property.key.value);
}

/** Where a grant stands in a policy: the keys to its list. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  "fs.read": ["fs", "read"],
  "fs.write": ["fs", "write"],
  "fs.write.create": ["fs", "create"],
  "fs.write.modify": ["fs", "modify"],
  "fs.write.delete": ["fs", "delete"],
  "net.connect": ["net"],
  "net.listen": ["net", "listen"],
  "net.resolve": ["net", "resolve"],
  "env.read": ["env"],
  "env.write": ["env", "write"],
  "exec.spawn": ["exec"],
  "exec.shell": ["exec"],
  "control.signal": ["control"],
  "control.exit": ["control"],
  "control.chdir": ["control"],
  "code.eval": ["code"],
  "code.load": ["code"],
  "code.native": ["code"],
  "code.worker": ["code"],
};

/** The element that grants exactly an effect, or undefined when its resource is not known. */
export function exactGrant(capability: string, resource: string): string | undefined {
  if (capability.startsWith("control.") || capability.startsWith("code.")) return JSON.stringify(capability.split(".")[1]);
  if (capability.startsWith("fs.")) {
    if (/^\{(?:param:[^{}]*|dynamic)\}$/u.test(resource)) return '"$WORKSPACE/**"';
    const fixed = resource.replace(/\{[^{}]*\}.*$/u, "");
    if (fixed === resource) return JSON.stringify(resource.replaceAll(/[\\*?[\]{},!()|]/gu, "\\$&"));
    const folder = fixed.slice(0, fixed.lastIndexOf("/"));
    return folder.startsWith("$") || folder.startsWith("/") ? JSON.stringify(`${folder}/**`) : undefined;
  }
  if (/[{}]|^\*$/u.test(resource)) return undefined;
  if (capability.startsWith("exec.")) {
    const [command = "", ...args] = resource.split(" ");
    return `{ command: ${JSON.stringify(command)}, args: [${args.map((arg) => JSON.stringify(arg)).join(", ")}]${capability === "exec.shell" ? ", shell: true" : ""} }`;
  }
  return JSON.stringify(capability === "net.connect" ? resource.replace(/^(https:.*):443$|^(http:.*):80$/u, "$1$2") : resource);
}

/** The edit that adds `element` to the list of a capability, or opens it with `any`; undefined where the policy is not literal enough. */
export function grantEdit(policy: TSESTree.ObjectExpression, capability: string, element: string): Edit | undefined {
  const place = PLACES[capability];
  if (!place) return undefined;
  const opensSet = element === "any" && (place[0] === "control" || place[0] === "code");
  if (opensSet) return undefined;
  return editAt(policy, place, element);
}

function editAt(object: TSESTree.ObjectExpression, place: readonly string[], element: string): Edit | undefined {
  const [key = "", ...rest] = place;
  const property = object.properties.find((one) => keyOf(one) === key);
  const leaf = element === "any" ? '"any"' : `[${element}]`;
  if (property?.type !== T.Property) {
    const text = rest.reduceRight((inner, name) => `{ ${name}: ${inner} }`, leaf);
    const empty = object.properties.length === 0;
    return { range: [object.range[0] + 1, object.range[0] + 1], text: ` ${key}: ${text}${empty ? " " : ","}` };
  }
  const { value } = property;
  if (rest.length > 0) return value.type === T.ObjectExpression ? editAt(value, rest, element) : undefined;
  if (value.type === T.ObjectExpression) return editAt(value, [key === "env" ? "read" : "connect"], element);
  if (element === "any" || (value.type === T.Literal && value.value === "none")) return { range: value.range, text: leaf };
  if (value.type !== T.ArrayExpression) return undefined;
  const last = value.elements.at(-1);
  return last ? { range: [last.range[1], last.range[1]], text: `, ${element}` } : { range: value.range, text: leaf };
}
