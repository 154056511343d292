import { vi } from "vitest";
import type { Fence, FenceOptions } from "../../src/runtime.ts";
import { createFence } from "../../src/runtime.ts";

/** A fence of a process that runs in its workspace. */
export function fenceIn(options: FenceOptions & { readonly workspace: string }): Fence {
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(options.workspace);
  try {
    return createFence(options);
  } finally {
    cwd.mockRestore();
  }
}
