/** Why a text is not a pattern: what is wrong, where (code unit offset), and what to write instead. */
export interface PatternError {
  readonly message: string;
  readonly at: number;
  readonly hint: string;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: PatternError };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const failed = (message: string, at: number, hint: string): Parsed<never> => ({ ok: false, error: { message, at, hint } });

/** The value of a pattern that is written in this program and so must parse. */
export function mustParse<T>(found: Parsed<T>): T {
  if (!found.ok) throw new Error(`built-in pattern does not parse: ${found.error.message}`);
  return found.value;
}
