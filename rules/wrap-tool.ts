import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { AST_NODE_TYPES as T } from "@typescript-eslint/utils";
import type { LintedTool } from "../src/host/tool-visitor.ts";
import { callAt, isFunction, objectAt } from "./locate.ts";
import type { Edit } from "./policy-edit.ts";

const PACKAGE = "toolfence";
const NAME = "withPolicy";

/** Where a statement may be put before all others: behind the imports, else behind directives. */
function firstPlace(program: TSESTree.Program): number {
  const imports = program.body.findLast((one) => one.type === T.ImportDeclaration);
  const directive = program.body.filter((one) => one.type === T.ExpressionStatement && one.directive !== undefined).at(-1);
  return (imports ?? directive)?.range[1] ?? program.body[0]?.range[0] ?? 0;
}

const isRequire = (node: TSESTree.Node | null | undefined): node is TSESTree.CallExpression =>
  node?.type === T.CallExpression && node.callee.type === T.Identifier && node.callee.name === "require";

/** `const { … } = require("toolfence")` */
const isRequired = ({ init }: TSESTree.VariableDeclarator): boolean =>
  isRequire(init) && init.arguments[0]?.type === T.Literal && init.arguments[0].value === PACKAGE;

/** Whether a file is CommonJS, by what stands in it: ESLint takes every `.js` for a module until it is told otherwise. */
function isScript(program: TSESTree.Program): boolean {
  const isModule = program.body.some((one) => /^(?:Import|Export)/u.test(one.type));
  if (isModule || program.sourceType !== "module") return !isModule;
  return program.body.some(
    (one) =>
      (one.type === T.VariableDeclaration &&
        one.declarations.some(({ init }) => isRequire(init?.type === T.MemberExpression ? init.object : init))) ||
      (one.type === T.ExpressionStatement && (isRequire(one.expression) || isExports(one.expression))),
  );
}

/** `module.exports = …`, `exports.x = …` */
function isExports(node: TSESTree.Expression): boolean {
  if (node.type !== T.AssignmentExpression || node.left.type !== T.MemberExpression) return false;
  const { object, property } = node.left;
  if (object.type === T.Identifier)
    return object.name === "exports" || (object.name === "module" && property.type === T.Identifier && property.name === "exports");
  return object.type === T.MemberExpression && object.object.type === T.Identifier && object.object.name === "module";
}

/** The local name of `withPolicy`, with the edit that brings it in where it is not there yet. */
function importEdit(sourceCode: Readonly<TSESLint.SourceCode>): { readonly local: string; readonly edit: Edit | undefined } {
  const program = sourceCode.ast;
  const ours = program.body.filter(
    (one): one is TSESTree.ImportDeclaration => one.type === T.ImportDeclaration && one.source.value === PACKAGE,
  );
  for (const declaration of ours)
    for (const one of declaration.specifiers)
      if (one.type === T.ImportSpecifier && one.imported.type === T.Identifier && one.imported.name === NAME && one.importKind !== "type")
        return { local: one.local.name, edit: undefined };
  const named = ours.find((one) => one.importKind !== "type" && one.specifiers.some((specifier) => specifier.type === T.ImportSpecifier));
  const last = named?.specifiers.at(-1);
  if (last) return { local: NAME, edit: { range: [last.range[1], last.range[1]], text: `, ${NAME}` } };
  const loaded = program.body.flatMap((one) => (one.type === T.VariableDeclaration ? one.declarations : [])).find(isRequired);
  const bound = loaded?.id.type === T.ObjectPattern ? loaded.id.properties : [];
  for (const one of bound)
    if (one.type === T.Property && one.key.type === T.Identifier && one.key.name === NAME && one.value.type === T.Identifier)
      return { local: one.value.name, edit: undefined };
  const at = firstPlace(program);
  const statement = isScript(program) ? `const { ${NAME} } = require("${PACKAGE}");` : `import { ${NAME} } from "${PACKAGE}";`;
  const isStart = at === (program.body[0]?.range[0] ?? 0);
  return { local: NAME, edit: { range: [at, at], text: isStart ? `${statement}\n` : `\n${statement}` } };
}

/** The executor itself where it is written in place, else the whole tool where that is a value. */
function target(sourceCode: Readonly<TSESLint.SourceCode>, tool: LintedTool): TSESTree.Node | undefined {
  const whole = callAt(sourceCode, tool.at) ?? objectAt(sourceCode, tool.at);
  if (!whole) return undefined;
  if (tool.executorAt) {
    const start = sourceCode.getIndexFromLoc(tool.executorAt);
    let node: TSESTree.Node | null | undefined = sourceCode.getNodeByRangeIndex(start);
    while (node && !(isFunction(node) && node.range[0] === start)) node = node.parent;
    const inPlace = node && node.range[0] >= whole.range[0] && node.range[1] <= whole.range[1];
    const parent = node?.parent;
    const isArgument = (parent?.type === T.CallExpression || parent?.type === T.NewExpression) && parent.arguments.includes(node as never);
    const isValue = parent?.type === T.Property && !parent.method && parent.kind === "init" && parent.value === node;
    if (inPlace && (isArgument || isValue)) return node ?? undefined;
  }
  const { parent } = whole;
  const isDropped = parent.type === T.ExpressionStatement || parent.type === T.AwaitExpression || parent.type === T.MemberExpression;
  return isDropped ? undefined : whole;
}

/** The edits that put a policy on a tool; undefined where it is not plain to see what to wrap. */
export function wrapEdits(sourceCode: Readonly<TSESLint.SourceCode>, tool: LintedTool, policy: string): readonly Edit[] | undefined {
  const node = target(sourceCode, tool);
  if (!node) return undefined;
  const { local, edit } = importEdit(sourceCode);
  return [
    ...(edit ? [edit] : []),
    { range: [node.range[0], node.range[0]], text: `${local}(${policy}, ` },
    { range: [node.range[1], node.range[1]], text: ")" },
  ];
}
