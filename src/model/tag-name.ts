import { z } from "zod";
import { t } from "../i18n/translate.ts";

const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

export const TagName = z
  .string()
  .trim()
  .min(1)
  .max(250)
  .refine((name) => !/[:,]/.test(name), { error: () => t("Tag names can't contain ':' or ','.") })
  .refine((name) => !UNSTORABLE.test(name), { error: () => t("Tag names can't contain control characters.") });
