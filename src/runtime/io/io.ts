import { readdir } from "node:fs/promises";
import { check, callOrRefuse } from "./check.ts";
import type { ExecOptions, ExecResult } from "./exec.ts";
import { gatedExec } from "./exec.ts";
import type { FetchOptions } from "./fetch.ts";
import { gatedFetch } from "./fetch.ts";
import { create, openFolder, openForReading, openForWriting } from "./open.ts";
import { pathMeant, resolveDeepest, statusOf } from "../gate/paths.ts";
import type { CallContext } from "../call/context.ts";

/** Finds out once where a path leads, and judges that place. What is opened later must be that place. */
function checkedPlace(context: CallContext, text: string, need: "read" | "write"): string {
  const place = resolveDeepest(pathMeant(text, context.roots));
  check(context, { k: "path", text, need, place }, `fs.${need}`, text);
  return place;
}

/**
 * Input and output that is checked against the policy of the tool that runs, at the moment it
 * happens. What is opened is what was checked: links that change in between are refused. Outside
 * of a gated tool nothing is granted.
 */
export const io = {
  /** The text of a file that `fs.read` grants. Relative paths lie under the workspace. */
  async readText(path: string): Promise<string> {
    const context = callOrRefuse();
    const place = checkedPlace(context, path, "read");
    const handle = await openForReading(place, path);
    try {
      return await handle.readFile("utf8");
    } finally {
      await handle.close();
    }
  },

  /** Writes a file that `fs.write` grants: `create` where it is not there, `modify` where it is. Folders are not made. */
  async writeText(path: string, text: string): Promise<void> {
    const context = callOrRefuse();
    const place = checkedPlace(context, path, "write");
    const handle = statusOf(place) ? await openForWriting(place, path) : await create(place, path);
    try {
      await handle.truncate(0);
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
  },

  /** The names in a folder that `fs.read` grants, sorted. */
  async list(path: string): Promise<string[]> {
    const context = callOrRefuse();
    const place = checkedPlace(context, path, "read");
    const folder = await openFolder(place, path);
    try {
      return (await readdir(process.platform === "linux" ? `/proc/self/fd/${folder.fd}` : place)).sort();
    } finally {
      await folder.close();
    }
  },

  /** Requests a URL that `net.connect` grants; redirects are judged one by one, and what is dialled is what was checked. */
  fetch: async (url: string, options?: FetchOptions): Promise<Response> => gatedFetch(callOrRefuse(), url, options),

  /** Runs a program that `exec` grants, without a shell. */
  exec: async (command: string, args: readonly string[] = [], options: ExecOptions = {}): Promise<ExecResult> =>
    gatedExec(callOrRefuse(), command, args, options),

  /** A variable that `env.read` grants; undefined where it is not set. */
  env(name: string): string | undefined {
    check(callOrRefuse(), { k: "variable", name, sets: false }, "env.read", name);
    return process.env[name];
  },

  /** Aborted when the time of the running call is up. */
  get signal(): AbortSignal {
    return callOrRefuse().signal();
  },
} as const;
