/** A text as the source of a regular expression that finds it. */
export const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, "\\$&");
