import { PolicyDeniedError } from "../../src/index.ts";

const idOf = (error: unknown): string => {
  if (error instanceof PolicyDeniedError) return error.denial.id;
  throw error;
};

/** Why a call was denied, or `ran`; any other error is thrown. */
export function denialOf(run: () => unknown): string {
  try {
    run();
    return "ran";
  } catch (error) {
    return idOf(error);
  }
}

/** The same for a call that is waited for. */
export async function laterDenialOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return "ran";
  } catch (error) {
    return idOf(error);
  }
}
