import { LONGEST_MS } from "../timers.ts";

export const ANSWERS = ["once", "session", "always", "deny"] as const;
export type ApprovalAnswer = (typeof ANSWERS)[number];

/** What somebody is asked. Texts are redacted and harmless to print. */
export interface ApprovalRequest {
  readonly id: string;
  readonly tool: string;
  readonly session: string;
  readonly risk: string | null;
  /** Why an approval is needed: the clause of the policy or the configuration. */
  readonly clause: string;
  readonly arguments: unknown;
  readonly argumentsDigest: string;
  readonly manifest: string | null;
  /** The folder in which relative paths of the arguments lie. */
  readonly workspace: string;
  /** Answers that this request takes; others count as `deny`. */
  readonly answers: readonly ApprovalAnswer[];
  readonly expires: Date;
}

export interface Approved {
  readonly answer: ApprovalAnswer;
  /** Who answered. */
  readonly by?: string;
  readonly reason?: string;
  /** The digest that the answer speaks of, where it travelled: another manifest's answer is none. */
  readonly manifest?: string | null;
}

/** Asks somebody. Whatever is not plainly a permission is a refusal: a timeout, an exception, an unknown word. */
export type Approver = (request: ApprovalRequest, signal: AbortSignal) => ApprovalAnswer | Approved | Promise<ApprovalAnswer | Approved>;

/** Under which an approver says where it keeps questions and answers, so that no tool answers for somebody. */
export const OWN_FOLDER = Symbol("toolfence.approvals");

/** The folder of an approver; undefined where it has none. */
export const folderOfApprover = (approve: Approver | undefined): string | undefined => {
  const found: unknown = approve && Reflect.get(approve, OWN_FOLDER);
  return typeof found === "string" ? found : undefined;
};

const isAnswer = (value: unknown): value is ApprovalAnswer => ANSWERS.some((one) => one === value);

/** Asks, and turns everything that is not plainly a permission into a refusal with its reason. */
export async function askFor(request: ApprovalRequest, approve: Approver | undefined, timeoutMs: number): Promise<Approved> {
  const deny = (reason: string): Approved => ({ answer: "deny", by: "toolfence", reason });
  if (!approve) return deny("there is nobody to ask");
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Approved>((resolve) => {
    timer = setTimeout(
      () => {
        abort.abort();
        resolve(deny("nobody answered in time"));
      },
      Math.min(timeoutMs, LONGEST_MS),
    );
  });
  try {
    const given: unknown = await Promise.race([(async () => approve(request, abort.signal))(), late]);
    const found: Approved | undefined = isAnswer(given)
      ? { answer: given }
      : typeof given === "object" && given !== null && "answer" in given && isAnswer(given.answer)
        ? (given as Approved)
        : undefined;
    if (!found) return deny("the answer was not understood");
    if (found.manifest !== undefined && found.manifest !== request.manifest) return deny("the answer was given for another manifest");
    return request.answers.includes(found.answer) || found.answer === "deny"
      ? found
      : deny(`the answer \`${found.answer}\` was not offered`);
  } catch {
    return deny("asking failed");
  } finally {
    clearTimeout(timer);
  }
}
