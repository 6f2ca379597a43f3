import { z } from "zod";
import { t } from "../i18n/translate.ts";

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 1024;

export const passwordRule = () => t("Use at least {count, number} characters.", { count: MIN_PASSWORD_LENGTH });

/** Existing shorter passwords keep working; only new ones are checked. */
export const NewPassword = z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH);
