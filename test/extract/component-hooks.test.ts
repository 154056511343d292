import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const BEFORE = `import { tool } from "ai"; import { rm } from "node:fs/promises"; import React, { useState, useMemo, useRef, useCallback } from "react";
import { computed, ref, shallowRef } from "vue"; import { useRef as useOther } from "preact/hooks";
class Client { remove(path: string) { return rm(path); } }`;
const running = (made: string, body: string): string | undefined =>
  toolsOf({
    "t.tsx": `${BEFORE}\nexport function View() { ${made}
      const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => { ${body} } }); return t; }`,
  })["t"];

test.each([
  ["a state", "const [one] = useState(new Client());", "await one.remove(a.path);"],
  ["one that is made once", "const [one] = React.useState(() => new Client());", "await one.remove(a.path);"],
  [
    "one that is set later",
    "const [one, setOne] = useState<Client | null>(null); React.useEffect(() => { setOne(new Client()); }, []);",
    "await one?.remove(a.path);",
  ],
  [
    "one that is set to what a function makes",
    "const [one, setOne] = useState<Client | null>(null); React.useEffect(() => { setOne(() => new Client()); }, []);",
    "await one?.remove(a.path);",
  ],
  ["what is made once", "const one = useMemo(() => new Client(), []);", "await one.remove(a.path);"],
  ["what is held", "const one = useRef(new Client());", "await one.current.remove(a.path);"],
  ["what is held by another library", "const one = useOther(new Client());", "await one.current.remove(a.path);"],
  ["what is put there", "const one = useRef<Client | null>(null); one.current = new Client();", "await one.current?.remove(a.path);"],
  ["a function", "const go = useCallback((path: string) => rm(path), []);", "await go(a.path);"],
  ["a value of Vue's", "const one = shallowRef(new Client());", "await one.value.remove(a.path);"],
  ["one that is put there", "const one = ref<Client | null>(null); one.value = new Client();", "await one.value?.remove(a.path);"],
  ["one that is worked out", "const one = computed(() => new Client());", "await one.value.remove(a.path);"],
])("what a component keeps is what it was given: %s", (_name, made, body) => {
  expect(running(made, body)).toBe("fs.write.delete {param:path}");
});

test("what a setter is called with is that of its own state alone", () => {
  const made = `const [one, setOne] = useState<any>(null); const [other, setOther] = useState<any>({ remove: async () => 1 });
    setOne(new Client()); setOther({ remove: async () => 2 });`;
  expect(running(made, "await other.remove(a.path);")).toBe("");
});

describe("a state that somebody else may set is not known", () => {
  const kept = "const [one, setOne] = useState<any>({ remove: async () => 1 });";
  test.each([
    ["a setter that is handed on", `${kept} [new Client()].forEach(setOne);`],
    ["one that is given to another component", `${kept} const view = <Child onReady={setOne} />;`],
    [
      "a pair that is not taken apart",
      "const pair = useState<any>({ remove: async () => 1 }); pair[1](new Client()); const one = pair[0];",
    ],
  ])("%s", (_name, made) => {
    expect(running(made, "await one.remove(a.path);")).toBe("unknown.call");
  });
  test("a setter that an effect lists is only looked at", () => {
    const listed = `${kept} React.useEffect(() => { setOne(new Client()); }, [setOne]);`;
    expect(running(listed, "await one.remove(a.path);")).toBe("fs.write.delete {param:path}");
  });
});

test("a function that a setter is given is handed the state", () => {
  const made = "const [one, setOne] = useState<any>(new Client());";
  expect(running(made, "setOne((before: any) => { before.remove(a.path); return before; });")).toBe("fs.write.delete {param:path}");
});

test("what every object has is no hook", () => {
  expect(running("", "String(React.toString().length);")).toBe("");
});
