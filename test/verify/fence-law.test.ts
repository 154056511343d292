import { existsSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Event } from "../../src/model/authority.ts";
import { compareGrants } from "../../src/model/compare.ts";
import type { Policy } from "../../src/model/policy.ts";
import { matchPath } from "../../src/model/path.ts";
import { normalise, PATH_FACETS } from "../../src/model/policy.ts";
import { createFence, PolicyDeniedError } from "../../src/runtime.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { endpoint, envName, path, runs } from "../support/arbitraries.ts";
import { folder } from "../support/folder.ts";
import { policies } from "./arbitraries.ts";
import { facts, manifestOf, toolWith } from "./tools.ts";

/** Each argument gets into one kind of use. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  "fs.read": "source",
  "fs.write.create": "made",
  "fs.write.modify": "changed",
  "fs.write.delete": "removed",
  "net.connect": "url",
  "env.read": "variable",
};
const FACTS = facts(...Object.entries(ARGUMENTS).map(([capability, name]) => `${capability} {param:${name}}`));
const guards = fc.record(
  {
    constraints: fc.record({ maxInvocations: fc.integer({ min: 1, max: 3 }), forbidden: fc.constant(true as const) }, { requiredKeys: [] }),
    approval: fc.constantFrom("always" as const, "session" as const, "never" as const),
    isolation: fc.constantFrom("process" as const, "worker" as const),
  },
  { requiredKeys: [] },
);
const managed = fc.tuple(policies, guards).map(([grants, rest]): Policy => ({ ...grants, ...rest }));
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ facet: fc.constantFrom(...PATH_FACETS), path }) },
  fc.record({ facet: fc.constant("net.connect" as const), endpoint }),
  fc.record({ facet: fc.constant("env.read" as const), name: envName }),
);

/** The arguments of a call that makes an event. */
function argumentsOf(one: Event, workspace: string): Readonly<Record<string, string>> | undefined {
  const name = ARGUMENTS[one.facet];
  if (name === undefined) return undefined;
  if ("path" in one) return { [name]: `${one.path.root === "/" ? "" : workspace}/${one.path.segments.join("/")}` };
  if ("name" in one) return { [name]: one.name };
  if (!("endpoint" in one)) return undefined;
  const { scheme, host, port } = one.endpoint;
  return { [name]: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}` };
}

/** What is there may be a link, which leads the gate elsewhere. */
const isOnDisk = (one: Event): boolean => "path" in one && one.path.root === "/" && existsSync(`/${one.path.segments[0] ?? ""}`);

/** Whether a policy denies an example below a root by a fixed path: so it does wherever the root is bound. */
const isDenied = (policy: Policy, one: Event, workspace: string): boolean =>
  "path" in one &&
  one.path.root !== "/" &&
  normalise(policy).grants[one.facet].deny.some((pattern) =>
    matchPath(pattern, { root: "/", segments: [...workspace.split("/").slice(1), ...one.path.segments] }),
  );

const TIMES = 4;
/** How often a fence lets the same call through, one after the other; and why not oftener. */
async function lets(manifest: Manifest, workspace: string, input: unknown): Promise<{ readonly times: number; readonly origin?: string }> {
  const run = createFence({ manifest, workspace }).wrap((given: unknown) => given, { name: "t" });
  for (let times = 0; times < TIMES; times++)
    try {
      await run(input);
    } catch (error) {
      if (!(error instanceof PolicyDeniedError)) throw error;
      return { times, origin: error.denial.origin };
    }
  return { times: TIMES };
}

/** A policy that leaves parts of another out, and may ask for more than it did: it should never gate, and sometimes says the same. */
const lesser = (of: Policy): fc.Arbitrary<Policy> =>
  fc.tuple(fc.infiniteStream(fc.boolean()), guards).map(([stream, more]) => {
    const isKept = (): boolean => stream.next().value === true;
    const some = (part: unknown): unknown => (Array.isArray(part) && part.length > 1 && !isKept() ? part.slice(1) : part);
    const fewer = (parts: unknown): object => Object.fromEntries(Object.entries(parts ?? {}).map(([key, part]) => [key, some(part)]));
    return { ...more, ...of, fs: fewer(of.fs), net: fewer(of.net), env: fewer(of.env), exec: some(of.exec) as Policy["exec"] };
  });
const pairs = fc.oneof(
  fc.tuple(managed, managed),
  managed.chain((one) => fc.tuple(fc.constant(one), lesser(one))),
  managed.chain((one) => fc.tuple(lesser(one), fc.constant(one))),
);
const manifest = (policy: Policy): Manifest => manifestOf({ "p/s.t": toolWith(policy, FACTS, { origin: "file" }) });

test("where nothing gates, a fence of the head lets nothing through oftener than a fence of the base", async () => {
  const workspace = folder({});
  let silent = 0;
  await fc.assert(
    fc.asyncProperty(pairs, fc.array(event, { minLength: 5, maxLength: 15 }), async ([before, after], events) => {
      const [base, next] = [manifest(before), manifest(after)];
      if (compareManifests(base, next).some((one) => one.gating)) return;
      silent++;
      for (const one of events) {
        const input = argumentsOf(one, workspace);
        if (!input) continue;
        const [then, now] = [await lets(base, workspace, input), await lets(next, workspace, input)];
        expect([one, now.times]).toEqual([one, Math.min(now.times, then.times)]);
      }
    }),
    { numRuns: runs(500) },
  );
  expect(silent).toBeGreaterThan(runs(150));
});

test("what is shown as newly allowed is let through by the head's fence, and was not by the base's", async () => {
  const workspace = folder({});
  const shown = { through: 0, sensitive: 0 };
  await fc.assert(
    fc.asyncProperty(policies, policies, async (before, after) => {
      const [base, next] = [manifest(before), manifest(after)];
      for (const { event: one } of compareGrants(normalise(before).grants, normalise(after).grants)) {
        const input = one && argumentsOf(one, workspace);
        // To a gate, a scheme that is not spoken of may be any.
        const isBare = one && "endpoint" in one && one.endpoint.scheme === "tcp" && JSON.stringify([before.net, after.net]).includes("://");
        // Roots are names, whatever they are bound to: where they are bound, `/**` may hold what is below them.
        const isBound = one && "path" in one && one.path.root !== "/" && JSON.stringify(before.fs).includes('"/');
        if (!input || isOnDisk(one) || isBare || isBound) continue;
        const { times, origin } = await lets(next, workspace, input);
        const denied = isDenied(after, one, workspace);
        // The most alarming example may be one that our own lists refuse as well, whatever is granted.
        expect([input, times > 0 || origin === "default" || denied]).toEqual([input, true]);
        expect((await lets(base, workspace, input)).times).toBe(0);
        if (times > 0 || !denied) shown[times > 0 ? "through" : "sensitive"]++;
      }
    }),
    { numRuns: runs(500) },
  );
  expect(shown.through).toBeGreaterThan(runs(200));
  expect(shown.sensitive).toBeGreaterThan(0);
});
