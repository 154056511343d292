import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchCommand, readCommand } from "../../src/model/command.ts";
import { matchAnyEnv, matchEnv, parseEnv } from "../../src/model/env.ts";
import { matchHost, parseHost } from "../../src/model/host.ts";
import { matchAnyHost } from "../../src/model/host-index.ts";
import { excessCommands } from "../../src/model/order/commands.ts";
import { excessEnv } from "../../src/model/order/env.ts";
import type { Excess } from "../../src/model/order/excess.ts";
import { excessHosts } from "../../src/model/order/hosts.ts";
import { excessPaths } from "../../src/model/order/paths.ts";
import { matchPath, parsePath } from "../../src/model/path.ts";
import type { Region } from "../../src/model/region.ts";
import { difference, holds, intersection, parseRegion, printRegion, region, union } from "../../src/model/region.ts";
import type { Parsed } from "../../src/model/result.ts";
import type { MatchesAny } from "../../src/model/scope.ts";
import { anyOf } from "../../src/model/scope.ts";
import {
  commandPattern,
  endpoint,
  envName,
  envPattern,
  hostPattern,
  invocation,
  path,
  pathPattern,
  regionOf,
  runs,
  valueOf,
} from "../support/arbitraries.ts";

interface Kind<P extends { readonly text: string }, E> {
  readonly pattern: fc.Arbitrary<P>;
  readonly event: fc.Arbitrary<E>;
  readonly matches: (pattern: P, event: E) => boolean;
  readonly excess: (base: Region<P>, next: Region<P>) => Excess<E>;
  readonly parse: (text: string) => Parsed<P>;
  readonly tries: number;
}

/** The laws of a lattice of sets, for one kind of pattern. */
function laws<P extends { readonly text: string }, E>(name: string, { pattern, event, matches, excess, parse, tries }: Kind<P, E>): void {
  const set = regionOf(pattern);
  const events = fc.array(event, { minLength: 1, maxLength: 12 });
  const has = (one: Region<P>, e: E): boolean => holds(one, e, anyOf(matches));
  const within = (a: Region<P>, b: Region<P>): boolean => excess(b, a) === null;
  const check = (property: fc.IProperty<[Region<P>, Region<P>, Region<P>, E[]]>, numRuns = tries): void => {
    fc.assert(property, { numRuns: runs(numRuns) });
  };
  const three = (
    body: (a: Region<P>, b: Region<P>, c: Region<P>, list: E[]) => void,
  ): fc.IProperty<[Region<P>, Region<P>, Region<P>, E[]]> => fc.property(set, set, set, events, body);

  describe(name, () => {
    test("union, intersection and difference mean what they say", () => {
      check(
        three((a, b, _c, list) => {
          for (const e of list) {
            expect(has(union(a, b), e)).toBe(has(a, e) || has(b, e));
            expect(has(intersection(a, b), e)).toBe(has(a, e) && has(b, e));
            expect(has(difference(a, b), e)).toBe(has(a, e) && !has(b, e));
          }
        }),
      );
    });

    test("a witness is new, and no witness means that nothing is", () => {
      check(
        three((a, b, _c, list) => {
          const found = excess(a, b);
          if (found?.k === "event") expect([has(b, found.event), has(a, found.event)]).toEqual([true, false]);
          if (found === null) for (const e of list) expect(has(b, e) && !has(a, e)).toBe(false);
        }),
      );
    });

    test("the order is reflexive and transitive", () => {
      check(
        three((a, b, c) => {
          expect(excess(a, a)?.k).not.toBe("event");
          if (within(a, b) && within(b, c)) expect(excess(c, a)?.k).not.toBe("event");
        }),
      );
    });

    test("union is the least upper bound, intersection the greatest lower bound", () => {
      check(
        three((a, b, c) => {
          const [join, meet] = [union(a, b), intersection(a, b)];
          for (const one of [a, b]) {
            expect(excess(join, one)?.k).not.toBe("event");
            expect(excess(one, meet)?.k).not.toBe("event");
          }
          const above = union(a, b, c);
          expect(excess(above, join)?.k).not.toBe("event");
          if (within(a, c) && within(b, c)) expect(excess(c, join)?.k).not.toBe("event");
          if (within(c, a) && within(c, b)) expect(excess(meet, c)?.k).not.toBe("event");
        }),
        Math.ceil(tries / 2),
      );
      // Some of the sets take long on a machine that has other work.
    }, 240_000);

    test("a difference is empty exactly where nothing is gained", () => {
      check(
        three((a, b) => {
          const empty = excess(region<P>({ allow: [], deny: [] }), difference(b, a));
          const gained = excess(a, b);
          if (empty?.k !== "unknown" && gained?.k !== "unknown") expect(empty === null).toBe(gained === null);
        }),
      );
    });

    test("print and parse are inverse", () => {
      check(
        three((a) => {
          const text = printRegion(a);
          const again = parseRegion(text, (one) => valueOf(parse(one)));
          expect(printRegion(again)).toEqual(text);
          expect(again).toEqual(parseRegion(printRegion(again), (one) => valueOf(parse(one))));
        }),
      );
    });
  });
}

laws("sets of paths", { pattern: pathPattern, event: path, matches: matchPath, excess: excessPaths, parse: parsePath, tries: 1500 });
laws("sets of hosts", { pattern: hostPattern, event: endpoint, matches: matchHost, excess: excessHosts, parse: parseHost, tries: 1500 });
laws("sets of variables", { pattern: envPattern, event: envName, matches: matchEnv, excess: excessEnv, parse: parseEnv, tries: 3000 });
laws("sets of commands", {
  pattern: commandPattern,
  event: invocation,
  matches: matchCommand,
  excess: excessCommands,
  parse: readCommand,
  tries: 800,
});

describe("lists that are looked up by name", () => {
  const agrees = <P, E>(
    pattern: fc.Arbitrary<P>,
    event: fc.Arbitrary<E>,
    matches: (pattern: P, event: E) => boolean,
    any: MatchesAny<P, E>,
  ): void => {
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 8 }), event, (list, e) => {
        expect(any(list, e)).toBe(anyOf(matches)(list, e));
      }),
      { numRuns: runs(3000) },
    );
  };
  test("hosts: as if each pattern were tried", () => {
    agrees(hostPattern, endpoint, matchHost, matchAnyHost);
  });
  test("variables: as if each pattern were tried", () => {
    agrees(envPattern, envName, matchEnv, matchAnyEnv);
  });
});
