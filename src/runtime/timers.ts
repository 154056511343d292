/** The longest that a timer can wait, in milliseconds; a longer time ends at once. */
export const LONGEST_MS = 0x7fff_ffff;
