/** Text as one word of a shell, quoted where it must be. */
export const shellWord = (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

const PLAIN = /^[\w@%+=:,./-]+$/u;

/** Whether a shell can set and read a variable of this name. */
export const isShellName = (name: string): boolean => /^[A-Za-z_]\w*$/u.test(name);
