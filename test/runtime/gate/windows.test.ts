import { expect, test } from "vitest";
import { canonicalWindows, isWindowsPath, windowsPath } from "../../../src/runtime/gate/windows.ts";

/** Not run on Windows: what the documentation of its path rules says, as a table. */
test.each([
  ["C:\\Proj\\f", "c:/proj/f"],
  ["c:/Proj/./a/../F.txt", "c:/proj/f.txt"],
  ["C:\\", "c:"],
  ["C:\\..\\..\\x", "c:/x"],
  ["C:\\a\\\\b/c", "c:/a/b/c"],
  ["\\\\?\\C:\\a", "c:/a"],
  ["\\\\.\\C:\\a", "c:/a"],
  ["//?/C:/a", "c:/a"],
  ["\\\\Server\\Share\\f", "//server/share/f"],
  ["//server/share/a/../../../b", "//server/share/b"],
  ["\\\\?\\UNC\\server\\share\\x", "//server/share/x"],
  ["C:x", undefined],
  ["relative\\x", undefined],
  ["/usr/bin", undefined],
  ["C:\\a\\nul", undefined],
  ["C:\\a\\NUL.txt", undefined],
  ["C:\\con", undefined],
  ["C:\\com1.log", undefined],
  ["C:\\a\\x.", undefined],
  ["C:\\a\\x ", undefined],
  ["C:\\a\\x:stream", undefined],
  ["C:\\a\\x?", undefined],
  ["\\\\.\\pipe\\x", undefined],
])("%s is %s", (text, expected) => {
  expect(canonicalWindows(text)).toBe(expected);
});

test.each([
  ["C:\\x", true],
  ["c:/x", true],
  ["C:", true],
  ["\\\\server\\share", true],
  ["\\\\?\\C:\\x", true],
  ["C:x", false],
  ["/c:/x", false],
  ["a\\b", false],
  ["\\\\\\x", false],
  ["http://x", false],
])("%s can only be a path of Windows: %s", (text, expected) => {
  expect(isWindowsPath(text)).toBe(expected);
});

test("as the algebra writes it", () => {
  expect(windowsPath("c:/a/b")).toEqual({ root: "/", segments: ["c:", "a", "b"] });
  expect(windowsPath("//server/share/a")).toEqual({ root: "/", segments: ["server", "share", "a"] });
});
