import { z } from "zod";
import { parseCommand } from "../model/command.ts";
import { parsePath } from "../model/path.ts";
import { APPROVALS } from "../model/policy.ts";
import type { Parsed } from "../model/result.ts";

const text = z.string().min(1);
const wrong = (found: Parsed<unknown>, written: string, context: z.core.ParsePayload): void => {
  if (!found.ok)
    context.issues.push({ code: "custom", input: written, message: `${found.error.message} in \`${written}\`; ${found.error.hint}` });
};
const pattern = text.check((context) => wrong(parsePath(context.value), context.value, context));
const count = z.int().positive();
const command = z
  .union([
    text,
    z.strictObject({
      command: text,
      args: z.union([z.literal("any"), z.array(z.string())]),
      shell: z.literal(true).optional(),
      cwd: z.array(text).optional(),
    }),
  ])
  .check((context) =>
    wrong(parseCommand(context.value), typeof context.value === "string" ? context.value : context.value.command, context),
  );

/** From most to least apart. */
export const SANDBOXES = ["worker", "facts", "asked"] as const;
export const MODES = ["enforce", "report", "off"] as const;

/** How a fence decides beyond the tools' own policies: `runtime` in `toolfence.json`, and the `config` of `createFence`. Lists add to the defaults. */
export const runtimeSchema = z.strictObject({
  mode: z.enum(MODES).optional().describe("`report` records and lets pass; `off` only counts. `enforce` by default."),
  unmanaged: z.enum(["refuse", "allow"]).optional().describe("Tools without a policy; `refuse` by default."),
  readOnly: z.boolean().optional().describe("Refuses every tool that can change anything or reach the network."),
  pathRules: z
    .array(z.strictObject({ path: pattern, read: z.boolean().optional(), write: z.boolean().optional() }))
    .optional()
    .describe(
      "First match decides and ends the checks of lists; `read` is true and `write` false where they are left out. The policy still holds.",
    ),
  deniedPaths: z.array(pattern).optional().describe("Added to the default list."),
  allowedPaths: z.array(pattern).optional().describe("Where there is a list, every path must be on it."),
  hardLinks: z.enum(["refuse", "allow"]).optional().describe("Writing to a file that has other names; `refuse` by default."),
  isolation: z
    .enum(["refuse", "trust"])
    .optional()
    .describe("A tool whose policy wants it isolated, and whose executor is not known to be; `refuse` by default."),
  sandbox: z
    .enum(SANDBOXES)
    .optional()
    .describe(
      "Which tools must run in a sandboxed worker: `worker` all, `facts` those whose code starts programs, loads or evaluates code, or is not seen through, `asked` those whose policy says `isolation`. `asked` by default.",
    ),
  commandRules: z
    .array(z.strictObject({ command, decision: z.enum(["allow", "ask", "deny"]) }))
    .optional()
    .describe("First match decides before the list of denied commands. The policy still holds."),
  deniedCommands: z.array(command).optional().describe("Added to the default list."),
  approval: z
    .strictObject({
      all: z.enum(APPROVALS).optional(),
      write: z.enum(APPROVALS).optional(),
      exec: z.enum(APPROVALS).optional(),
      net: z.enum(APPROVALS).optional(),
    })
    .optional()
    .describe("The least approval for tools that can do so; the stricter of this and the policy holds."),
  repeatedCalls: count.optional().describe("How often in a row one call with the same arguments may be made."),
  limits: z
    .strictObject({ timeMs: count.optional(), argumentBytes: count.optional(), outputBytes: count.optional(), calls: count.optional() })
    .optional()
    .describe("For tools whose policy sets none."),
});

export type RuntimeConfig = z.infer<typeof runtimeSchema>;
