import { vi } from "vitest";
import type { Fence, FenceOptions } from "../../src/runtime.ts";
import { createFence } from "../../src/runtime.ts";

/** A fence of a process that runs in its workspace, or in another folder. */
export function fenceIn({ cwd, ...options }: FenceOptions & { readonly workspace: string; readonly cwd?: string }): Fence {
  const spy = vi.spyOn(process, "cwd").mockReturnValue(cwd ?? options.workspace);
  try {
    return createFence(options);
  } finally {
    spy.mockRestore();
  }
}
