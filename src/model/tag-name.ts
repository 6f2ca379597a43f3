import { z } from "zod";
import { t } from "../i18n/translate.ts";

/** Control characters and unpaired surrogates. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** A custom tag; system tags contain a colon. */
export const TagName = z
  .string()
  .trim()
  .min(1)
  .max(250)
  .refine((name) => !/[:,]/.test(name), { error: () => t("Tag names can't contain ':' or ','.") })
  .refine((name) => !UNSTORABLE.test(name), { error: () => t("Tag names can't contain control characters.") });
