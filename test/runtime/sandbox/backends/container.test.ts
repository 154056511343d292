import { describe, expect, test } from "vitest";
import { containerCommand, unheldByContainer } from "../../../../src/runtime/sandbox/backends/container.ts";
import { NOTHING_HIDDEN } from "../../../../src/runtime/sandbox/hidden.ts";
import type { Plan } from "../../../../src/runtime/sandbox/plan.ts";
import { NOTHING_PLANNED } from "../../../../src/runtime/sandbox/plan.ts";
import { NOTHING_SURVEYED } from "../../../../src/runtime/sandbox/survey.ts";

const PLAN: Plan = {
  ...NOTHING_PLANNED,
  read: ["/w"],
  write: ["/w/out"],
  environment: { LANG: "C.UTF-8", TOKEN: "s3cret" },
};
const INSIDE = {
  engine: "docker",
  image: "node:22",
  user: { uid: 1000, gid: 1001 },
  survey: NOTHING_SURVEYED,
  hidden: NOTHING_HIDDEN,
  needed: [],
} as const;

describe("a container", () => {
  test("is told everything, the same way each time, and no value of a granted variable", () => {
    const told = containerCommand(
      PLAN,
      {
        ...INSIDE,
        survey: { ...NOTHING_SURVEYED, pinned: ["/w/out/.git"], readable: ["/w/out/.git/hooks"] },
        hidden: { folders: ["/w/secrets"], files: ["/w/.env"], around: [] },
      },
      "/w",
      ["node", "-e", "1"],
    );
    expect(told).toEqual({
      file: "docker",
      args: [
        "run",
        "--rm",
        "--interactive",
        "--init",
        "--pull=never",
        "--read-only",
        "--cap-drop=ALL",
        "--security-opt=no-new-privileges",
        "--network=none",
        "--ipc=private",
        "--cgroupns=private",
        "--log-driver=none",
        "--user=1000:1001",
        "--memory=4096m",
        "--memory-swap=4096m",
        "--pids-limit=256",
        "--ulimit=nofile=1024:1024",
        "--ulimit=fsize=268435456:268435456",
        "--ulimit=core=0:0",
        "--tmpfs=/tmp:rw,nosuid,nodev,mode=1777,size=4294967296",
        "--mount=type=bind,source=/w,target=/w,readonly",
        "--mount=type=bind,source=/w/out,target=/w/out",
        "--mount=type=bind,source=/w/out/.git,target=/w/out/.git",
        "--mount=type=bind,source=/w/out/.git/hooks,target=/w/out/.git/hooks,readonly",
        "--mount=type=tmpfs,target=/w/secrets,tmpfs-mode=0000",
        "--mount=type=bind,source=/dev/null,target=/w/.env,readonly",
        "--env=LANG=C.UTF-8",
        "--env=TOKEN",
        "--workdir=/w",
        "--entrypoint=node",
        "--",
        "node:22",
        "-e",
        "1",
      ],
      environment: { fixed: { LANG: "C.UTF-8" }, passed: ["TOKEN"] },
      cwd: "/w",
      notHeld: ["fs.read: the image's own files can be read", "the filter of system calls is the engine's own"],
    });
  });
  test("of podman keeps the user that it has outside", () => {
    const { file, args } = containerCommand(PLAN, { ...INSIDE, engine: "podman" }, "/w", ["ls"]);
    expect([file, args.includes("--userns=keep-id")]).toEqual(["podman", true]);
  });
  test("is given names with commas and quotes as one field", () => {
    const { args } = containerCommand({ ...PLAN, read: ['/a,b"c'], write: [] }, INSIDE, "/", ["ls"]);
    expect(args).toContain('--mount=type=bind,"source=/a,b""c","target=/a,b""c",readonly');
  });
  test("cannot hold a list of hosts, or a whole disk", () => {
    const clauses = (plan: Partial<Plan>): string[] => unheldByContainer({ ...PLAN, ...plan }).map(({ clause }) => clause);
    expect(clauses({})).toEqual([]);
    expect(clauses({ network: "proxy" })).toEqual(["net.connect"]);
    expect(clauses({ read: ["/"], write: ["/"] })).toEqual(["fs.read", "fs.write"]);
    expect(containerCommand({ ...PLAN, network: "open" }, INSIDE, "/", ["ls"]).args).toContain("--network=bridge");
  });
});
