import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/model/policy.ts";
import { normalise } from "../../../src/model/policy.ts";
import { judgeArguments } from "../../../src/runtime/gate/decide.ts";
import { argumentFacts } from "../../../src/runtime/gate/facts.ts";
import { DEFAULT_SETTINGS } from "../../../src/runtime/gate/settings.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";
import { checkPolicy } from "../../../src/schema/problems.ts";
import type { Roots } from "../../../src/runtime/roots.ts";
import { denialOf } from "../../support/denied.ts";
import { fenceIn } from "../../support/fence-in.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

/** Written by somebody who had not seen the gate: 104 tools, their policies, and calls that a reviewer finds harmless. */
interface Benign {
  readonly files: Readonly<Record<string, string>>;
  readonly tools: readonly {
    readonly name: string;
    readonly policy: Policy;
    readonly facts?: readonly string[];
    /** Facts of tools that were first written without; used where the gate has a manifest. */
    readonly supposedFacts?: readonly string[];
    readonly calls: readonly unknown[];
  }[];
}

const DATA = JSON.parse(readFileSync("fixtures/gate/benign.json", "utf8")) as Benign;

/** A workspace with the files, and a call's arguments as they are there. */
function place(): { readonly workspace: string; readonly roots: Roots; readonly inputOf: (call: unknown) => unknown } {
  const workspace = folder({});
  for (const [name, text] of Object.entries(DATA.files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), text);
  }
  const roots = currentRoots(workspace);
  const real = (text: string): string => text.replaceAll("@WORKSPACE@", roots.workspace).replaceAll("@TMP@", tmpdir());
  const inputOf = (call: unknown): unknown =>
    JSON.parse(JSON.stringify(call), (_, value: unknown) => (typeof value === "string" ? real(value) : value));
  return { workspace, roots, inputOf };
}

function refusals(factsOf: (tool: Benign["tools"][number]) => readonly string[] | undefined): { calls: number; refused: string[] } {
  const { roots, inputOf } = place();
  let calls = 0;
  const refused = DATA.tools.flatMap((tool) => {
    const facts = factsOf(tool);
    const subject = { grants: normalise(tool.policy).grants, facts: facts ? argumentFacts(facts, []) : null };
    return tool.calls.flatMap((call) => {
      calls++;
      const { denial } = judgeArguments(subject, inputOf(call), { roots, settings: DEFAULT_SETTINGS });
      return denial ? [`${tool.name}: ${denial.id} ${denial.value.slice(0, 80).replaceAll(roots.workspace, "@WORKSPACE@")}`] : [];
    });
  });
  return { calls, refused };
}

describe("500 harmless calls", () => {
  test("all policies are valid", () => {
    expect(DATA.tools.filter(({ policy }) => !checkPolicy(policy).ok)).toEqual([]);
  });

  test("with the facts of a manifest, at most 0.5 % are refused", () => {
    const { calls, refused } = refusals(({ facts, supposedFacts }) => facts ?? supposedFacts);
    expect(calls).toBe(500);
    expect(refused).toEqual([]);
  });

  test("also by a fence that runs them, each in a session of its own", () => {
    const { workspace, inputOf } = place();
    const managed = DATA.tools.map(({ name, policy, facts, supposedFacts, calls }, index) => {
      const known = facts ?? supposedFacts;
      return { id: `${name}${index}`, calls, reviewed: { policy, facts: known ?? [], unknowns: known ? [] : ["unknown.call 1"] } };
    });
    const manifest = manifestOf(Object.fromEntries(managed.map(({ id, reviewed }) => [id, reviewed])));
    const fence = fenceIn({ manifest, workspace, approve: () => "once" });
    const denied = managed.flatMap(({ id, calls }) => {
      const tool = fence.wrap((input: unknown) => input, { name: id });
      return calls.flatMap((call) => fence.session().run(() => denialOf(() => tool(inputOf(call))))).filter((found) => found !== "ran");
    });
    expect(denied).toEqual([]);
  });

  test("without a manifest, a name is all that tells what a path is for", () => {
    expect(refusals(({ facts }) => facts).refused).toEqual([
      // Which of the paths is written cannot be told, so each must be one that may be.
      "git_add: path.outside .",
      "git_add: path.outside .",
      "git_add: path.outside .",
      // What runs in a container runs here, as far as a name tells.
      "docker_exec: command.outside ls -la /app/dist",
      "docker_exec: path.outside /var/lib/postgresql",
      "docker_exec: command.outside sh -c node -v && npm -v",
      "index_document: path.outside docs/guide.md",
      // Only data for this tool, which nothing tells: an address of the local network, a file, a folder of bookmarks.
      "save_bookmark: net.outside http://192.168.0.1/",
      "save_bookmark: path.outside file:///usr/share/doc/bash/bashref.html",
      "save_bookmark: path.outside Work/Tools",
    ]);
  });
});
