import { t } from "../../i18n/translate.ts";
import type { LogRow } from "./log-row.ts";

export function resultText({ result, status }: LogRow): string {
  const code = status ? `${status}` : "";
  if (result === "refused") return t("Refused {code}", { code }).trim();
  if (result === "failed") return t("Failed {code}", { code }).trim();
  return t("Done##result");
}
