import fc from "fast-check";
import { expect, test } from "vitest";
import { allows, authorityOf } from "../../src/model/authority.ts";
import type { Event } from "../../src/model/authority.ts";
import { compareGrants } from "../../src/model/compare.ts";
import type { Policy } from "../../src/model/policy.ts";
import { ENV_FACETS, HOST_FACETS, normalise, PATH_FACETS } from "../../src/model/policy.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { endpoint, envName, invocation, path, pathText, runs } from "../support/arbitraries.ts";
import { manifestOf, toolWith } from "./tools.ts";

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
const policy: fc.Arbitrary<Policy> = fc.record({
  risk: fc.constant("critical" as const),
  fs: fc.record({ read: optional(scope(pathText)), write: optional(scope(pathText)), delete: optional(scope(pathText)) }),
  net: fc.record({ connect: optional(scope(host)), resolve: optional(scope(host)) }),
  env: fc.record({ read: optional(scope(env)), write: optional(scope(env)) }),
  exec: optional(fc.oneof(fc.constantFrom("none" as const, "any" as const), fc.array(command, { maxLength: 2 }))),
});
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ facet: fc.constantFrom(...PATH_FACETS), path }),
  fc.record({ facet: fc.constantFrom(...HOST_FACETS), endpoint }),
  fc.record({ facet: fc.constantFrom(...ENV_FACETS), name: envName }),
  fc.record({ facet: fc.constant("exec" as const), invocation }),
);

test("no finding means that nothing is newly allowed; a finding's example is newly allowed", () => {
  fc.assert(
    fc.property(policy, policy, fc.array(event, { minLength: 10, maxLength: 30 }), (before, after, events) => {
      const [a, b] = [normalise(before).grants, normalise(after).grants];
      const [old, next] = [authorityOf(a), authorityOf(b)];
      const found = compareManifests(manifestOf({ t: toolWith(before) }), manifestOf({ t: toolWith(after) })).filter((one) => one.gating);
      const newly = (one: Event): boolean => allows(next, one) && !allows(old, one);
      if (found.length === 0) expect(events.filter(newly)).toEqual([]);
      for (const change of compareGrants(a, b)) if (change.event) expect(newly(change.event)).toBe(true);
      // Whatever is newly allowed is in the answer under its own facet, or under one that carries it.
      for (const one of events.filter(newly)) {
        const facet = one.facet === "net.resolve" ? "net" : one.facet.split(".")[0];
        expect(found.some((row) => row.id.startsWith(`tool.${facet ?? ""}`))).toBe(true);
      }
    }),
    { numRuns: runs(300) },
  );
});
