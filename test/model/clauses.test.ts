import { describe, expect, test } from "vitest";
import { clausesOf, policyOfClause } from "../../src/model/clauses.ts";
import { parseAddress } from "../../src/model/ip.ts";
import type { Policy } from "../../src/model/policy.ts";
import { normalise } from "../../src/model/policy.ts";

describe("one clause alone", () => {
  test.each<[Policy, Policy[]]>([
    [{ fs: { read: ["$WORKSPACE/a/**", "/b"] } }, [{ fs: { read: ["$WORKSPACE/a/**"] } }, { fs: { read: ["/b"] } }]],
    [{ fs: { delete: "any" } }, [{ fs: { delete: "any" } }]],
    [{ exec: ["ls", { command: "git", args: ["status"] }] }, [{ exec: ["ls"] }, { exec: [{ command: "git", args: ["status"] }] }]],
    [{ exec: "any" }, [{ exec: "any" }]],
    [{ code: ["eval"], control: ["exit"] }, [{ control: ["exit"] }, { code: ["eval"] }]],
  ])("%j", (policy, expected) => {
    const alone = clausesOf(policy).map(policyOfClause);
    expect(new Set(alone.map((one) => JSON.stringify(normalise(one).grants)))).toEqual(
      new Set(expected.map((one) => JSON.stringify(normalise(one).grants))),
    );
  });
});

test.each(["1::2::3", "::1::", ":::", "1:::2"])("`%s` is no address", (text) => {
  expect(parseAddress(text)).toBeUndefined();
});
