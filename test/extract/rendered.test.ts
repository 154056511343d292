import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

/** A tool of the AI SDK that evaluates something made of JSX, in a file that begins with some code. */
const showing = (before: string, element: string, files: Readonly<Record<string, string>> = {}): string | undefined =>
  toolsOf({
    ...files,
    "t.tsx": `import * as React from "react"; import { writeFileSync } from "node:fs"; import { tool } from "ai";
${before}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => ${element} });`,
  })["t"];

const WRITES = "fs.write /srv/a";
const SAVE = `function Save({ onDone }: { onDone?: () => void }) { React.useEffect(() => { onDone?.(); writeFileSync("/srv/a", ""); }, []); return <p>saved</p>; }`;

describe("an element of JSX runs its component", () => {
  test.each([
    ["a function", SAVE, "<Save />"],
    ["inside of another element", SAVE, "<div><Save /></div>"],
    ["in a fragment", SAVE, "<><Save /></>"],
    [
      "what stands in it, where its component shows that",
      `${SAVE} const Box = ({ children }: any) => <div>{children}</div>;`,
      "<Box><Save /></Box>",
    ],
    ["a member of an object", `${SAVE} const ui = { Save };`, "<ui.Save />"],
    ["through a wrapper", `${SAVE} const Kept = React.memo(Save);`, "<Kept />"],
    [
      "a class, once it is mounted",
      `class Save extends React.Component { componentDidMount() { writeFileSync("/srv/a", ""); } render() { return <p />; } }`,
      "<Save />",
    ],
    ["what another file exports", `import { Save } from "./save.tsx";`, "<Save />"],
  ])("%s", (_name, before, element) => {
    const files = {
      "save.tsx": `import * as React from "react"; import { writeFileSync } from "node:fs"; export ${SAVE}`,
    };
    expect(showing(before, element, files)).toBe(WRITES);
  });

  test("with what it is given", () => {
    const before = `function Button({ run }: { run: () => void }) { run(); return <p />; }`;
    expect(showing(before, `<Button run={() => writeFileSync("/srv/a", a.text)} />`)).toBe(WRITES);
    expect(showing(before, `<Button run={() => a.text} />`)).toBe("");
  });

  test("and a function that an element of the platform, or of a package, is given, is called when something happens", () => {
    expect(showing("", `<button onClick={() => writeFileSync("/srv/a", "")}>go</button>`)).toBe(WRITES);
    expect(showing(`import { Button } from "@radix-ui/themes";`, `<Button onClick={() => writeFileSync("/srv/a", "")}>go</Button>`)).toBe(
      WRITES,
    );
  });

  test("of a package's component nothing else is said", () => {
    expect(showing(`import { Card } from "some-cards";`, `<Card title={a.title} />`)).toBe("");
  });
});

test("a component is given what stands at its elements, elsewhere too", () => {
  const files = {
    "panel.tsx": `import * as React from "react"; import { tool } from "ai";
export function Panel({ save }: any) {
  const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => save(a.text) });
  return <Chat tools={{ t }} />;
}
declare const Chat: any;`,
    "app.tsx": `import * as React from "react"; import { writeFileSync } from "node:fs"; import { Panel } from "./panel.tsx";
export const app = <Panel save={(text: string) => writeFileSync("/srv/a", text)} />;`,
  };
  expect(toolsOf(files)).toEqual({ t: WRITES });
});

test("a part of what is handed over that nobody knows is what its type says", () => {
  const handler = `import type { App } from "obsidian";
export function save({ app, text }: { app: App; text: string }) { return app.vault.create("a.md", text); }`;
  expect(
    showing(`import { save } from "./save.ts"; declare function host(): any;`, `save({ app: host().app, text: a.text })`, {
      "save.ts": handler,
    }),
  ).toMatch(/^fs\.write/u);
});

describe("what a component is given through a spread", () => {
  const HANDLERS = `const h = { onClick: () => writeFileSync("/srv/a", "") };`;
  test.each([
    ["at once", "", `<button {...{ onClick: () => writeFileSync("/srv/a", "") }} />`],
    ["by name", HANDLERS, "<button {...h} />"],
    [
      "as the rest of what another was given",
      `${HANDLERS} const Btn = ({ label, ...rest }: any) => <button {...rest} />;`,
      "<Btn {...h} />",
    ],
    ["to a package's", `import { Button } from "@radix-ui/themes"; ${HANDLERS}`, "<Button {...h} />"],
  ])("runs %s", (_name, before, element) => {
    expect(showing(before, element)).toBe(WRITES);
  });
  test("reads all of what is spread", () => {
    expect(showing("", "<p {...(process.env as any)} />")).toBe("env.read *");
    expect(showing("", `<p {...{ get title() { writeFileSync("/srv/a", ""); return ""; } }} />`)).toBe(WRITES);
  });
});

describe("a component that is a class", () => {
  const does = (members: string): string | undefined =>
    showing(`class Save extends React.Component<any> { ${members} }`, `<Save go={() => writeFileSync("/srv/a", "")} />`);
  test.each([
    ["its state", `static getDerivedStateFromProps() { writeFileSync("/srv/a", ""); return null; } render() { return null; }`],
    ["a field", `render = () => { writeFileSync("/srv/a", ""); return null; };`],
    ["what it was given", "render() { this.props.go(); return null; }"],
    ["taken out of that", "render() { const { go } = this.props; go(); return null; }"],
    ["an error", `render() { return null; } componentDidCatch() { writeFileSync("/srv/a", ""); }`],
  ])("runs by %s", (_name, members) => {
    expect(does(members)).toBe(WRITES);
  });
});
