import { msg, t } from "../../i18n/translate.ts";

/** Labels of a new chart's columns by their keys. They are stored in English. */
export const STARTING_LABELS = { latest: msg("Latest"), change: msg("Change"), trend: msg("Trend") } as const;

/** As the author named it; what a new chart starts with is shown in the reader's language. */
export function columnName({ key, label }: { key?: unknown; label?: unknown }): string {
  const starting = Object.entries(STARTING_LABELS).find(([own, text]) => own === key && text === label);
  return starting ? t(starting[1]) : typeof label === "string" ? label : "";
}
