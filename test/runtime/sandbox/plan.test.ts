import { expect, test } from "vitest";
import { normalise } from "../../../src/model/policy.ts";
import { planSandbox } from "../../../src/runtime/sandbox/plan.ts";

const unheld = (read: readonly string[]): readonly string[] => {
  const planned = planSandbox(normalise({ fs: { read: [...read] } }).grants, { workspace: "/w", home: "/h", tmp: "/t" }, {});
  return planned.ok ? [] : planned.unheld.map(({ reason }) => reason);
};

test("the host's own view of processes, the kernel and devices is not handed over with a folder", () => {
  for (const [path, tree] of [
    ["/proc/**", "/proc"],
    ["/proc/meminfo", "/proc"],
    ["/sys/class/**", "/sys"],
    ["/dev/**", "/dev"],
  ] as const)
    expect(unheld([path])).toEqual([`\`${tree}\` inside is the command's own, and the host's would be handed over with it`]);
  expect(unheld(["/sys/class/net/eth0/mtu", "/dev/dri/card0", "/process/**", "/w/proc/**"])).toEqual([]);
});
