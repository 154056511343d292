import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ApprovalAnswer, ApprovalRequest, Approved, Approver } from "./approval.ts";
import { ANSWERS, OWN_FOLDER } from "./approval.ts";

/** A request that waits in a folder for somebody in another process. */
export type PendingRequest = Omit<ApprovalRequest, "expires"> & {
  readonly expires: string;
  /** The process that waits for the answer. */
  readonly owner: number;
};

const ID = /^[0-9a-f-]{36}$/u;
const requestFile = (folder: string, id: string): string => join(folder, `${id}.request.json`);
const answerFile = (folder: string, id: string): string => join(folder, `${id}.answer.json`);
const usedFile = (folder: string, id: string): string => join(folder, `${id}.used.json`);
const isAnswered = (folder: string, id: string): boolean => existsSync(answerFile(folder, id)) || existsSync(usedFile(folder, id));

/**
 * An approver that puts each request into a folder and waits until another process answers it:
 * a chat bot, a web page, an operator with `resolveApproval`.
 *
 * A request whose process has ended is taken up by the next one that asks the same: the same tool, arguments and manifest, within
 * its time. So an answer that was given meanwhile counts, once. A fence lets no tool touch the folder.
 */
export function pendingApprovals(folder: string, options: { readonly pollMs?: number } = {}): Approver {
  const approve: Approver = async (request, signal): Promise<Approved> => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const id = takenUp(folder, request) ?? request.id;
    own.add(id);
    const temporary = join(folder, `${id}.tmp`);
    const waiting: PendingRequest = { ...request, id, expires: request.expires.toISOString(), owner: process.pid };
    writeFileSync(temporary, JSON.stringify(waiting), { mode: 0o600, flag: "wx" });
    renameSync(temporary, requestFile(folder, id));
    try {
      for (;;) {
        signal.throwIfAborted();
        const answer = takeAnswer(folder, id);
        if (answer) return answer;
        await wait(options.pollMs ?? 200, undefined, { signal });
      }
    } finally {
      own.delete(id);
      rmSync(requestFile(folder, id), { force: true });
    }
  };
  return Object.assign(approve, { [OWN_FOLDER]: folder });
}

/** An answer permits one call: whoever moves it has it. */
function takeAnswer(folder: string, id: string): Approved | undefined {
  const answer = readAnswer(answerFile(folder, id));
  if (!answer) return undefined;
  try {
    renameSync(answerFile(folder, id), usedFile(folder, id));
    return answer;
  } catch {
    return undefined;
  }
}

/** Requests that this very process waits for. */
const own = new Set<string>();

/** Whether somebody still waits for a request. A process that was started anew may have the number of the one before. */
const isAwaited = ({ id, owner: pid }: PendingRequest): boolean => {
  if (pid === process.pid) return own.has(id);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
};

/** The id of a request for the same, in the same workspace, that nobody waits for any more; it is this process's from now on, and no other's. */
function takenUp(folder: string, { tool, argumentsDigest, manifest, workspace }: ApprovalRequest): string | undefined {
  const now = new Date().toISOString();
  for (const one of listPending(folder)) {
    const isSame = one.tool === tool && one.argumentsDigest === argumentsDigest && one.manifest === manifest && one.workspace === workspace;
    if (!isSame || one.expires <= now || !ID.test(one.id) || isAwaited(one)) continue;
    const mine = join(folder, `${one.id}.${process.pid}.taken`);
    try {
      // Only one of those that try can move it.
      renameSync(requestFile(folder, one.id), mine);
    } catch {
      continue;
    }
    rmSync(mine, { force: true });
    return one.id;
  }
  return undefined;
}

/** An answer that says for which manifest it was given. */
function readAnswer(file: string): Approved | undefined {
  try {
    const found = JSON.parse(readFileSync(file, "utf8")) as Approved;
    return Object.hasOwn(found, "manifest") ? found : undefined;
  } catch {
    return undefined;
  }
}

/** The requests that wait, oldest first. What cannot be read is left out. */
export function listPending(folder: string): PendingRequest[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const found = names.flatMap((name): PendingRequest[] => {
    try {
      if (!name.endsWith(".request.json")) return [];
      const found = JSON.parse(readFileSync(join(folder, name), "utf8")) as PendingRequest | null;
      return found?.id !== undefined && name === `${found.id}.request.json` ? [found] : [];
    } catch {
      return [];
    }
  });
  return found.sort((a, b) => (a.expires < b.expires ? -1 : 1));
}

export type Resolution = "resolved" | "unknown" | "already resolved" | "expired";

/**
 * Answers a request of another process, once. The answer is bound to the manifest of the
 * request: should that have changed until the call resumes, the answer counts as a refusal.
 *
 * @throws {TypeError} when the id or the answer is none.
 */
export function resolveApproval(
  folder: string,
  id: string,
  answer: ApprovalAnswer,
  { by = "", reason = "", now = new Date() }: { readonly by?: string; readonly reason?: string; readonly now?: Date } = {},
): Resolution {
  if (!ID.test(id)) throw new TypeError(`\`${id}\` is not the id of a request.`);
  if (!ANSWERS.includes(answer)) throw new TypeError(`\`${answer as string}\` is no answer. Write one of ${ANSWERS.join(", ")}.`);
  const request = listPending(folder).find((one) => one.id === id);
  if (isAnswered(folder, id)) return "already resolved";
  if (!request) return "unknown";
  if (request.expires <= now.toISOString()) return "expired";
  const temporary = join(folder, `${id}.${process.pid}.tmp`);
  writeFileSync(temporary, JSON.stringify({ answer, by, reason, manifest: request.manifest }), { mode: 0o600 });
  try {
    // A link is made whole and only once, whoever else tries.
    linkSync(temporary, answerFile(folder, id));
    return "resolved";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return "already resolved";
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
