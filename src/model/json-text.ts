/** JSON in which no character hides, turns the writing around or stands for what was no text: it means the same. */
export const escapedJson = (json: string): string =>
  json.replaceAll(
    /[\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFD]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
