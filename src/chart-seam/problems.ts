import { t } from "../i18n/translate.ts";
import type { Problem } from "./control.ts";

export const CANNOT_BE_EMPTY: Problem = (label) => t("{label} cannot be empty", { label });
export const NOT_AN_INTEGER: Problem = (label) => t("{label} is expected to be an integer", { label });
export const NOT_A_POSITIVE_INTEGER: Problem = (label) => t("{label} is expected to be a positive integer", { label });
