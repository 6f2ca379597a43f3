import { t } from "../i18n/translate.ts";

const COLOR_TEXT = /^(#([\da-f]{3}|[\da-f]{6})|rgb\( *\d{1,3} *(, *\d{1,3} *){2}\))$/i;

export function colorProblem(value: unknown): string | undefined {
  return value === null || value === undefined || value === "" || COLOR_TEXT.test(String(value).trim())
    ? undefined
    : t("Invalid color");
}
