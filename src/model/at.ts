/** An element that is known to be there: the caller's loop or parser has checked the index. */
export const at = <T>(list: ArrayLike<T>, index: number): T => list[index] as T;

/** The code point at an offset that is known to be inside the text. */
export const pointAt = (text: string, offset: number): number => text.codePointAt(offset) as number;

export const codePoints = (text: string): number[] => Array.from(text, (c) => pointAt(c, 0));
