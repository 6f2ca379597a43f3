import { currentLocale, type Language } from "../../i18n/locale.ts";

const names = new Map<Language, Intl.DisplayNames>();

/** In the user's language, by its ISO 3166-1 alpha-2 code; in English as given. */
export function countryName(code: string, english: string): string {
  const { language } = currentLocale();
  if (language.startsWith("en")) return english;
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  names.set(language, known);
  return known.of(code) ?? english;
}
