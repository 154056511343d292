import { expect, test } from "vitest";
import { GIT_SETTINGS } from "../../../../src/runtime/gate/data/environment.ts";
import { normalise } from "../../../../src/model/policy.ts";
import { bubblewrapArguments, NOTHING_INSIDE } from "../../../../src/runtime/sandbox/backends/bubblewrap.ts";
import { planSandbox } from "../../../../src/runtime/sandbox/plan.ts";
import { NOTHING_SURVEYED } from "../../../../src/runtime/sandbox/survey.ts";

test("the same policy gives the same arguments, writable folders late, what is protected in them last", () => {
  const { grants } = normalise({ fs: { read: ["$WORKSPACE/**"], write: ["$TMP/b/**", "$WORKSPACE/a/**"] }, env: ["TOKEN"] });
  const planned = planSandbox(grants, { workspace: "/w", home: "/h", tmp: "/t" }, { TOKEN: "1", OTHER: "2" });
  if (!planned.ok) throw new Error("not planned");
  const layout = {
    top: [
      { path: "/bin", link: "usr/bin" },
      { path: "/lib64", link: null },
    ],
  };
  const survey = { ...NOTHING_SURVEYED, pinned: ["/w/a/.git"], readable: ["/w/a/.git/hooks"] };
  expect(bubblewrapArguments(planned.plan, layout, "/w", { ...NOTHING_INSIDE, survey })).toEqual([
    "--unshare-user",
    "--disable-userns",
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    "--clearenv",
    "--setenv",
    "PATH",
    "/usr/local/bin:/usr/bin:/bin",
    "--setenv",
    "LANG",
    "C.UTF-8",
    "--setenv",
    "TZ",
    "UTC",
    "--setenv",
    "TMPDIR",
    "/tmp",
    ...Object.entries(GIT_SETTINGS).flatMap(([name, value]) => ["--setenv", name, value]),
    "--setenv",
    "HOME",
    "/tmp",
    "--setenv",
    "TOKEN",
    "1",
    "--ro-bind",
    "/usr",
    "/usr",
    "--symlink",
    "usr/bin",
    "/bin",
    "--ro-bind",
    "/lib64",
    "/lib64",
    "--ro-bind-try",
    "/etc/ld.so.cache",
    "/etc/ld.so.cache",
    "--ro-bind-try",
    "/etc/alternatives",
    "/etc/alternatives",
    "--ro-bind-try",
    "/etc/ssl/certs",
    "/etc/ssl/certs",
    "--ro-bind-try",
    "/etc/nsswitch.conf",
    "/etc/nsswitch.conf",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--size",
    "4294967296",
    "--tmpfs",
    "/dev/shm",
    "--size",
    "4294967296",
    "--tmpfs",
    "/tmp",
    "--remount-ro",
    "/dev",
    "--ro-bind",
    "/w",
    "/w",
    "--bind",
    "/t/b",
    "/t/b",
    "--bind",
    "/w/a",
    "/w/a",
    "--bind",
    "/w/a/.git",
    "/w/a/.git",
    "--ro-bind",
    "/w/a/.git/hooks",
    "/w/a/.git/hooks",
    "--remount-ro",
    "/",
    "--chdir",
    "/w",
  ]);
});

test("what is read and written is mounted once, to be written; what is read beside it by itself", () => {
  const { grants } = normalise({ fs: { read: ["$WORKSPACE/**", "/data/**"], write: ["$WORKSPACE/**"] } });
  const planned = planSandbox(grants, { workspace: "/w", home: "/h", tmp: "/t" }, {});
  if (!planned.ok) throw new Error("not planned");
  const all = bubblewrapArguments(planned.plan, { top: [] }, "/w", NOTHING_INSIDE);
  const mounts = all.flatMap((one, index) => (/^--(?:ro-)?bind$/u.test(one) ? [`${one} ${all[index + 1] ?? ""}`] : []));
  expect(mounts).toEqual(["--ro-bind /usr", "--ro-bind /data", "--bind /w"]);
});
