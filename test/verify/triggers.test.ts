import { describe, expect, test } from "vitest";
import { lostTriggers, triggersOf } from "../../src/verify/triggers.ts";

const lost = (before: unknown, after: unknown, conditions: readonly (readonly unknown[])[] = [[], []]): string[] =>
  lostTriggers(triggersOf(before, conditions[0] ?? []), triggersOf(after, conditions[1] ?? [])).map(({ event, by }) => `${event}: ${by}`);
const on = (filters: object): object => ({ pull_request: filters });

describe("when a workflow runs less often", () => {
  test.each<readonly [string, unknown, unknown, readonly string[]]>([
    ["an event that is gone", ["pull_request", "merge_group"], "pull_request", ["merge_group: none"]],
    ["a push beside what judges", ["pull_request", "push"], "pull_request", []],
    ["a push alone", "push", { push: { branches: ["main"] } }, ["push: branches"]],
    ["names that are fewer", on({ branches: ["a", "b"] }), on({ branches: ["a"] }), ["pull_request: branches"]],
    ["names that are more", on({ branches: ["a"] }), on({ branches: ["b", "a"] }), []],
    ["names in another order", on({ paths: ["a", "b"] }), on({ paths: ["b", "a"] }), []],
    ["an exception", on({ paths: ["a"] }), on({ paths: ["a", "!a/b"] }), ["pull_request: paths"]],
    ["an exception that was there", on({ paths: ["a", "!a/b"] }), on({ paths: ["a", "!a/b"] }), []],
    ["more that is left out", on({ "paths-ignore": ["a"] }), on({ "paths-ignore": ["a", "b"] }), ["pull_request: paths-ignore"]],
    ["less that is left out", on({ "paths-ignore": ["a", "b"] }), on({ "paths-ignore": ["b"] }), []],
    ["one text for a list", on({ "branches-ignore": "a" }), on({ "branches-ignore": ["a"] }), []],
    ["types that are the usual", on({ types: ["synchronize", "opened", "reopened"] }), "pull_request", []],
    ["usual types that are fewer", "pull_request", on({ types: ["opened"] }), ["pull_request: types"]],
    ["several at once", "pull_request", on({ types: ["opened"], paths: ["a"] }), ["pull_request: paths, types"]],
    ["a filter with nothing in it", "pull_request", on({ paths: [] }), ["pull_request: paths"]],
    ["a filter that is null", "pull_request", on({ paths: null }), []],
    ["code of strangers", "pull_request", "pull_request_target", []],
    ["and back", "pull_request_target", "pull_request", ["pull_request_target: none"]],
    ["tags alone", "push", { push: { tags: ["v*"] } }, ["push: branches"]],
    ["all but some tags", "push", { push: { "tags-ignore": ["v*"] } }, ["push: branches"]],
    ["tags beside branches", { push: { branches: ["main"] } }, { push: { branches: ["main"], tags: ["v*"] } }, []],
    ["before instead of after", "push", "pull_request", []],
    ["a queue that there may not be", "push", "merge_group", ["push: none"]],
    ["before, of some", "push", on({ paths: ["a"] }), ["push: paths"]],
    ["any branch of one name", on({ branches: ["main", "next"] }), on({ branches: ["*"] }), []],
    [
      "any branch of one name, where there were longer ones",
      on({ branches: ["a/b"] }),
      on({ branches: ["*"] }),
      ["pull_request: branches"],
    ],
    ["no events at all", 3, null, []],
  ])("%s", (_, before, after, found) => {
    expect(lost(before, after)).toEqual(found);
  });

  test("one of several that runs on all is enough", () => {
    const all = triggersOf("pull_request", []);
    const some = triggersOf(on({ paths: ["a"] }), []);
    expect(lostTriggers(all, [...some, ...all])).toEqual([]);
    expect(lostTriggers([...all, ...some], some)).toEqual([{ event: "pull_request", by: "paths" }]);
  });

  test("several that share out the names of one filter run on all of them", () => {
    const of = (branches: readonly string[], more: object = {}): ReturnType<typeof triggersOf> => triggersOf(on({ branches, ...more }), []);
    expect(lostTriggers(of(["a", "b"]), [...of(["a"]), ...of(["b"])])).toEqual([]);
    expect(lostTriggers(of(["a", "b"]), [...of(["a"]), ...of(["b"], { paths: ["x"] })])).toEqual([
      { event: "pull_request", by: "branches" },
    ]);
  });

  test.each<readonly [readonly unknown[], readonly unknown[], readonly string[]]>([
    [[], [undefined, "github.actor == 'a'"], ["pull_request: if"]],
    [["a"], ["a"], []],
    [["a", "b"], ["b"], []],
    [["a"], ["b"], ["pull_request: if"]],
    [[], [true, "${{ success() }}", " always() ", "!cancelled()"], []],
    [["${{ github.ref  == 'a' }}"], ["github.ref == 'a'"], []],
  ])("conditions %j, then %j", (before, after, found) => {
    expect(lost("pull_request", "pull_request", [before, after])).toEqual(found);
  });
});
