import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { harmless } from "../denied.ts";
import type { ApprovalAnswer, ApprovalRequest, Approver } from "./approval.ts";

const WORDS: Readonly<Record<string, ApprovalAnswer>> = {
  y: "once",
  yes: "once",
  once: "once",
  s: "session",
  session: "session",
  a: "always",
  always: "always",
};
const LABELS: Readonly<Record<ApprovalAnswer, string>> = {
  once: "[y]es, this once",
  session: "[s]ame call for this session",
  always: "[a]lways this very call",
  deny: "[n]o",
};

/** Everything that somebody needs for a decision, with hostile text spelled out. Arguments come one a line. */
export function printRequest(request: ApprovalRequest): string {
  const lines = Object.entries(
    typeof request.arguments === "object" && request.arguments !== null ? request.arguments : { input: request.arguments },
  ).map(([key, value]) => `    ${harmless(key, 60)}: ${harmless(JSON.stringify(value), Infinity)}`);
  return [
    `toolfence: may \`${harmless(request.tool)}\` run?  (risk ${request.risk ?? "unknown"}, asked by \`${harmless(request.clause)}\`)`,
    ...lines,
    // Many lines may have moved the first one out of sight.
    ...(lines.length > 20 ? [`  ${lines.length} arguments for \`${harmless(request.tool)}\``] : []),
    `  call ${request.argumentsDigest.slice(0, 19)}  session ${harmless(request.session, 40)}  until ${request.expires.toISOString()}`,
    `  ${[...request.answers, "deny" as const]
      .filter((one, index, all) => all.indexOf(one) === index)
      .map((answer) => LABELS[answer])
      .join(", ")} `,
  ].join("\n");
}

/** An approver that asks on a terminal, one request at a time. Without a terminal it refuses. */
export function terminalApprovals(
  streams: { readonly input: Readable & { readonly isTTY?: boolean }; readonly output: Writable } = {
    input: process.stdin,
    output: process.stderr,
  },
): Approver {
  let before: Promise<unknown> = Promise.resolve();
  return (request, signal) => {
    const ask = async (): Promise<ApprovalAnswer> => {
      if (streams.input.isTTY !== true) return "deny";
      const terminal = createInterface({ input: streams.input, output: streams.output });
      try {
        const given = await terminal.question(printRequest(request), { signal });
        return WORDS[given.trim().toLowerCase()] ?? "deny";
      } finally {
        terminal.close();
      }
    };
    const next = before.then(ask, ask);
    before = next.catch(() => undefined);
    return next;
  };
}
