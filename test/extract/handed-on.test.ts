import { describe, expect, test } from "vitest";
import { toolRunning } from "../support/tools.ts";

const WRITES = 'import { writeFileSync } from "node:fs";\n';
const RUN = "() => writeFileSync('/srv/a', '')";

describe("what a function of ours puts into a container that it is handed is in it", () => {
  test.each([
    [`const H: any = {}; function add(o: any, k: string, f: any) { o[k] = f; } add(H, "go", ${RUN});`, "H[a.k]()"],
    [`const H: any = {}; function add(o: any, k: string, f: any) { o[k] = f; } add(H, "go", ${RUN});`, "H.go()"],
    [`const H: any = {}; const add = (o: any, f: any) => { o.go = f; }; add(H, ${RUN});`, "H.go()"],
    [`const H: any[] = []; function add(o: any[], f: any) { o.push(f); } add(H, ${RUN});`, "H.forEach((one) => one())"],
    [`const H = new Map<string, any>(); function add(o: any, f: any) { o.set("go", f); } add(H, ${RUN});`, "H.get(a.k)()"],
    [`const H: any = {}; class R { add(o: any, f: any) { o.go = f; } } new R().add(H, ${RUN});`, "H.go()"],
    [
      `const H: any = {}; function put(o: any, k: string, f: any) { o[k] = f; } function all(o: any) { put(o, "go", ${RUN}); } all(H);`,
      "H.go()",
    ],
  ])("%s %s", (before, body) => {
    expect(toolRunning(WRITES + before, body)).toBe("fs.write /srv/a");
  });

  test("in another module", () => {
    expect(
      toolRunning('import { fill } from "./fill.ts";\nconst H: Record<string, any> = {}; fill(H);', "H[a.k]()", {
        "fill.ts": `${WRITES}export function fill(o: Record<string, any>) { o["go"] = ${RUN}; }`,
      }),
    ).toBe("fs.write /srv/a");
  });
});

test("of two containers, each has what was put into it", () => {
  const before = `${WRITES}const H: any = {}, G: any = {}; function add(o: any, k: string, f: any) { o[k] = f; }
add(H, "go", ${RUN}); add(G, "go", () => writeFileSync("/srv/b", ""));`;
  expect([toolRunning(before, "H.go()"), toolRunning(before, "G.go()")]).toEqual(["fs.write /srv/a", "fs.write /srv/b"]);
});
