import fc from "fast-check";
import { expect, test } from "vitest";
import { allows, authorityOf } from "../../src/model/authority.ts";
import type { Event } from "../../src/model/authority.ts";
import { compareGrants } from "../../src/model/compare.ts";
import { ENV_FACETS, HOST_FACETS, normalise, PATH_FACETS } from "../../src/model/policy.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { endpoint, envName, invocation, path, runs } from "../support/arbitraries.ts";
import { policies } from "./arbitraries.ts";
import { manifestOf, toolWith } from "./tools.ts";

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ facet: fc.constantFrom(...PATH_FACETS), path }),
  fc.record({ facet: fc.constantFrom(...HOST_FACETS), endpoint }),
  fc.record({ facet: fc.constantFrom(...ENV_FACETS), name: envName }),
  fc.record({ facet: fc.constant("exec" as const), invocation }),
);

test("no finding means that nothing is newly allowed; a finding's example is newly allowed", () => {
  fc.assert(
    fc.property(policies, policies, fc.array(event, { minLength: 10, maxLength: 30 }), (before, after, events) => {
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
