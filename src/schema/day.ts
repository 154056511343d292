import { z } from "zod";

const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** Whether a text is a day of the calendar: YYYY-MM-DD, and there is one. */
function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A day of the calendar. */
export const daySchema = z
  .string()
  .regex(DAY, "write a day as YYYY-MM-DD")
  .refine((text) => !DAY.test(text) || isDay(text), "there is no such day");
