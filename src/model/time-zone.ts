import { z } from "zod";
import { t } from "../i18n/translate.ts";

export const TimeZone = z
  .string()
  .max(100)
  .refine(isZone, { error: () => t("Not a valid timezone.") });

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
