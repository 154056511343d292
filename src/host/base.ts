import { commitOf, isBranchName, isRepository, isShallow, mergeBase, parentsOf, REMOTE } from "./git.ts";
import { readText } from "./files.ts";

/** The commit to compare with, and how it was chosen; or why there is none. */
export type ChosenBase =
  { readonly k: "commit"; readonly commit: string; readonly why: string } | { readonly k: "none"; readonly reason: string };

interface Event {
  readonly merge_group?: { readonly base_sha?: unknown };
  readonly pull_request?: {
    readonly base?: { readonly sha?: unknown; readonly ref?: unknown };
    readonly head?: { readonly sha?: unknown };
  };
  readonly before?: unknown;
}

type Environment = Readonly<Record<string, string | undefined>>;

function eventOf(env: Environment): Event {
  const text = env["GITHUB_EVENT_PATH"] === undefined ? undefined : readText(env["GITHUB_EVENT_PATH"]);
  try {
    return text === undefined ? {} : (JSON.parse(text) as Event);
  } catch {
    return {};
  }
}

const SHA = /^[0-9a-f]{40}$/u;
const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && !/^0+$/u.test(value) ? value : undefined;

/** The command that brings a commit, or a branch to where `--base BRANCH` and the ways below look for it. */
export function fetching(ref: string): string {
  const branch = ref.replace(/^(?:refs\/heads\/|refs\/remotes\/origin\/|origin\/)/u, "");
  if (SHA.test(ref)) return `git fetch --depth=1 origin ${ref}`;
  return isBranchName(branch) ? `git fetch --depth=1 origin +refs/heads/${branch}:${REMOTE}${branch}` : "git fetch --unshallow origin";
}

/** One way to find a base: the revision it names, or nothing where it does not apply; `instead` is what it is where it is not what `why` says. */
interface Way {
  readonly why: string;
  readonly find: (cwd: string, env: Environment, event: Event) => string | { readonly ref: string; readonly instead: string } | undefined;
}

const WAYS: readonly Way[] = [
  { why: "base of the merge queue", find: (_cwd, _env, event) => text(event.merge_group?.base_sha) },
  {
    why: "first parent of the pull request's merge commit",
    find: (cwd, env, { pull_request }) => {
      if (!/^refs\/pull\/\d+\/merge$/u.test(env["GITHUB_REF"] ?? "")) return undefined;
      const parents = parentsOf(cwd, "HEAD");
      // A branch that merged the target looks the same: only the commit that GitHub made is believed.
      const isMade = commitOf(cwd, "HEAD") === text(env["GITHUB_SHA"]) || parents[1] === text(pull_request?.head?.sha);
      return parents.length === 2 && isMade ? parents[0] : undefined;
    },
  },
  {
    why: "merge base with the pull request's target",
    find: (cwd, env) => {
      const target = text(env["GITHUB_BASE_REF"]);
      if (target === undefined) return undefined;
      // A shallow clone may have both tips, and not where they part.
      return mergeBase(cwd, `${REMOTE}${target}`, "HEAD") ?? { ref: `${REMOTE}${target}`, instead: "tip of the pull request's target" };
    },
  },
  { why: "base of the pull request", find: (_cwd, _env, event) => text(event.pull_request?.base?.sha) },
  { why: "base of the merge request", find: (_cwd, env) => text(env["CI_MERGE_REQUEST_DIFF_BASE_SHA"]) },
  { why: "commit before the push", find: (_cwd, _env, event) => text(event.before) },
  { why: "merge base with origin/HEAD", find: (cwd) => mergeBase(cwd, `${REMOTE}HEAD`, "HEAD") },
];

/** The commit to compare with: what CI says, else where this branch left the default branch of `origin`. */
export function chooseBase(cwd: string, env: Environment): ChosenBase {
  const event = eventOf(env);
  for (const { why, find } of WAYS) {
    const found = find(cwd, env, event);
    if (found === undefined) continue;
    const { ref, instead } = typeof found === "string" ? { ref: found, instead: why } : found;
    const commit = commitOf(cwd, ref);
    if (commit !== undefined) return { k: "commit", commit, why: instead };
    return {
      k: "none",
      reason: `the ${instead} is \`${ref}\`, which is not in this ${isShallow(cwd) ? "shallow " : ""}clone; run \`${fetching(SHA.test(ref) ? ref : ref.replace(REMOTE, ""))}\``,
    };
  }
  return {
    k: "none",
    reason: isShallow(cwd)
      ? `this clone is shallow and says nothing of what to compare with; run \`${fetching("main")}\` with the name of the branch that it is for, then \`--base main\``
      : isRepository(cwd)
        ? "no pull request, push or `origin/HEAD` says what to compare with; name a base, such as `--base main`, or `--base HEAD` for what is not committed yet (`git remote set-head origin -a` sets `origin/HEAD`)"
        : "this is no git repository; name a manifest with `--base FILE`",
  };
}
