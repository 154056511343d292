import { z } from "zod";

/** A day of the calendar. */
export const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/u, "write a day as YYYY-MM-DD");
