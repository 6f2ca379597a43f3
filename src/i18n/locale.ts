/** Languages of the interface by their own names. English is in the code, each other one in `locales/`. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "pt-BR": "Português (Brasil)",
  ja: "日本語",
  "zh-CN": "简体中文",
  ar: "العربية",
} as const;

/** English with accents, 40 % longer, in brackets; the second also right to left. Nobody is offered them. */
export const PSEUDO_LANGUAGES = ["en-XA", "en-XB"] as const;

export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];

export type Language = keyof typeof LANGUAGES | (typeof PSEUDO_LANGUAGES)[number];

const ALL: readonly Language[] = [...LANGUAGE_TAGS, ...PSEUDO_LANGUAGES];

export interface Locale {
  language: Language;
  /** IANA name; undefined: the machine's. */
  zone?: string | undefined;
}

let current: () => Locale = () => ({ language: "en" });

/** In a browser one locale for the page; on a server that of the request that is being answered. */
export function localeFrom(source: () => Locale): void {
  current = source;
}

export const currentLocale = (): Locale => current();

export const isRightToLeft = (language: Language): boolean => language === "ar" || language === "en-XB";

/** The language by its tag, which may have Superset's underscore. `de-AT` finds `de`, `pt` finds `pt-BR`. */
export function languageOf(tag: string): Language | undefined {
  const wanted = tag.replace("_", "-").toLowerCase();
  return (
    ALL.find((language) => language.toLowerCase() === wanted) ??
    ALL.find((language) => baseOf(language) === baseOf(wanted))
  );
}

const baseOf = (tag: string) => tag.toLowerCase().split("-")[0];

/** The best language for an `Accept-Language` header. */
export function acceptedLanguage(header = ""): Language {
  const ranges = header.split(",").map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const language = languageOf(tag);
    if (language) return language;
  }
  return "en";
}
