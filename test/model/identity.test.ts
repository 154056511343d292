import { expect, test } from "vitest";
import { identityOf, serverIn } from "../../src/model/identity.ts";

test("a dot in a server's name ends no server", () => {
  expect([identityOf("p", "a.b", "c"), identityOf("p", "a", "b.c"), identityOf("p", "a%2Eb", "c")]).toEqual([
    "p/a%2Eb.c",
    "p/a.b.c",
    "p/a%252Eb.c",
  ]);
});

test("what the tools of one server share", () => {
  const ids = [identityOf("p", "a.b", "c"), identityOf("@s.x/p.js", "x/y.z", "t.u"), "bare"];
  expect(ids.map(serverIn)).toEqual(["p/a%2Eb", "@s.x/p.js/x/y%2Ez", "bare"]);
});
