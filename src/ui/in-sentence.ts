import { currentLocale, type Language } from "../i18n/locale.ts";

/** German writes nouns with a capital wherever they stand. */
const KEEPS_CAPITALS: ReadonlySet<Language> = new Set(["de"]);

/** Lowercases the first letter unless the label starts with an abbreviation: "name or SQL", "SQL Lab". */
export function inSentence(label: string): string {
  if (KEEPS_CAPITALS.has(currentLocale().language)) return label;
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase());
}
