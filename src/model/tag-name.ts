import { z } from "zod";

/** Characters of control, and halves of characters. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** A tag that people write; the product's own ones hold a colon. */
export const TagName = z
  .string()
  .trim()
  .min(1)
  .max(250)
  .refine((name) => !/[:,]/.test(name), "Tag names cannot contain ':' or ','.")
  .refine((name) => !UNSTORABLE.test(name), "Tag names cannot contain characters that are no text.");
