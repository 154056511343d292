import { describe, expect, test } from "vitest";
import { diagnose } from "../../../src/runtime/sandbox/diagnose.ts";

describe("a launcher that fails is diagnosed", () => {
  test.each([
    ["bwrap: setting up uid map: Permission denied", "apparmor"],
    ["bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", "network"],
    ["bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.", "userns"],
    ["bwrap: Unknown option --disable-userns", "old"],
    ["bwrap: Failed to make / slave: Operation not permitted", "container"],
    ["something else", "other"],
  ])("%s", (stderr, id) => {
    expect(diagnose("bubblewrap", stderr).id).toBe(id);
  });
});
