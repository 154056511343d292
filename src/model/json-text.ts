/** Characters that hide, or turn the writing around, or repaint a terminal. */
export const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu;

/** What stands for what was no text. */
const REPLACEMENT = "\ufffd";

/**
 * JSON in which no character hides, turns the writing around or stands for what was no text, and nothing is a command to a runner: it
 * means the same.
 */
export const escapedJson = (json: string): string =>
  json
    .replaceAll(REPLACEMENT, String.raw`\ufffd`)
    .replaceAll("##[", String.raw`#\u0023[`)
    // The line ends and blanks between its parts are its own.
    .replaceAll(HIDDEN, (found) => (found === "\n" ? found : found.split("").map(escaped).join("")));

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Control characters, bidi marks and line ends made visible, so that a name cannot repaint a terminal or a comment; nor is it a command to
 * a runner, which takes `##[` anywhere in a line for the beginning of one.
 */
export const visible = (text: string): string =>
  text.replaceAll(HIDDEN, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`).replaceAll("##[", String.raw`#\u{23}[`);
