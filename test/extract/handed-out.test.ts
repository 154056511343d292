import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const EMITTER = `export class Emitter<T> {
  private listeners: ((one: T) => void)[] = [];
  get event() { return (listener: (one: T) => void) => { this.listeners.push(listener); return { dispose: () => {} }; }; }
  emit(one: T) { for (let i = 0; i < this.listeners.length; i++) this.listeners[i]?.(one); }
}`;

describe("a function that a getter hands out", () => {
  const told = (kept: string, listens: string): string | undefined =>
    toolsOf({
      "emitter.ts": EMITTER,
      "door.ts": `import { Emitter } from "./emitter.ts";
export class Door { readonly opened = new Emitter<string>(); ${kept} open(name: string) { this.opened.emit(name); } }
export const door = new Door();`,
      "t.ts": `import { tool } from "ai"; import { door } from "./door.ts"; import { rmSync } from "node:fs";
${listens}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => door.open(a.name) });`,
    })["t"];

  test.each([
    ["by its name", "", `door.opened.event((name) => rmSync("/srv/x"));`],
    ["by that of a field", "readonly onOpen = this.opened.event;", `door.onOpen((name) => rmSync("/srv/x"));`],
    ["by that of another getter", "get onOpen() { return this.opened.event; }", `door.onOpen((name) => rmSync("/srv/x"));`],
    ["by that of a member", "readonly on = { open: this.opened.event };", `door.on.open((name) => rmSync("/srv/x"));`],
  ])("is called %s", (_name, kept, listens) => {
    expect(told(kept, listens)).toBe("fs.write.delete /srv/x");
  });
  test.each([
    ["is taken out", "", "const { event } = door.opened; event(() => rmSync('/srv/x'));"],
    ["is bound", "", "door.opened.event.call(door.opened, () => rmSync('/srv/x'));"],
    ["is kept by a constructor", "onOpen: any; constructor() { this.onOpen = this.opened.event; }", "door.onOpen(() => rmSync('/srv/x'));"],
    ["is handed over", "", "declare const once: any; once(door.opened.event)(() => rmSync('/srv/x'));"],
  ])("may be called by others, too, where it %s", (_name, kept, listens) => {
    expect(told(kept, `door.opened.event(() => 1); ${listens}`)).toContain("unknown.call");
  });
  test("is called by nobody who is seen", () => {
    expect(told("", "")).toBe("unknown.call");
  });
});
