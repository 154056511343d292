import fc from "fast-check";
import type { Policy } from "../../src/model/policy.ts";
import { pathText } from "../support/arbitraries.ts";

const scope = (texts: fc.Arbitrary<string>): fc.Arbitrary<"none" | "any" | string[] | { allow: "any" | string[]; deny: string[] }> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom("none" as const, "any" as const) },
    { weight: 4, arbitrary: fc.array(texts, { maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: fc.record({
        allow: fc.oneof(fc.constant("any" as const), fc.array(texts, { maxLength: 2 })),
        deny: fc.array(texts, { maxLength: 2 }),
      }),
    },
  );
const host = fc.constantFrom("a.test", "*.a.test", "https://b.a.test", "10.0.0.0/8", "*", "@loopback:*", "a.test:80-90");
const env = fc.constantFrom("A", "A_*", "B", "GITHUB_TOKEN");
const command = fc.oneof(
  fc.constantFrom("git", "rg"),
  fc.record({
    command: fc.constantFrom("git", "rg"),
    args: fc.oneof(fc.constant("any" as const), fc.array(fc.constantFrom("a", "*", "**", "{flags}", "--"), { maxLength: 3 })),
  }),
);
const optional = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined });
/** Policies of grants alone, over small alphabets: patterns must meet often. */
export const policies: fc.Arbitrary<Policy> = fc.record({
  risk: fc.constant("critical" as const),
  fs: fc.record({ read: optional(scope(pathText)), write: optional(scope(pathText)), delete: optional(scope(pathText)) }),
  net: fc.record({ connect: optional(scope(host)), resolve: optional(scope(host)) }),
  env: fc.record({ read: optional(scope(env)), write: optional(scope(env)) }),
  exec: optional(fc.oneof(fc.constantFrom("none" as const, "any" as const), fc.array(command, { maxLength: 2 }))),
});
