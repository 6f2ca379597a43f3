/** Interface languages by their own names. English texts are in the code, others in `locales/`. */
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

/** English with accents, 40 % longer, in brackets; the second also right to left. Not offered to users. */
export const PSEUDO_LANGUAGES = ["en-XA", "en-XB"] as const;

export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];

export type Language = keyof typeof LANGUAGES | (typeof PSEUDO_LANGUAGES)[number];

const ALL: readonly Language[] = [...LANGUAGE_TAGS, ...PSEUDO_LANGUAGES];

export interface Locale {
  language: Language;
  /** IANA name; undefined = the machine's time zone. */
  zone?: string | undefined;
  /** Tag with a region, such as `en-US`, for English dates; undefined = day first, 24 hours. */
  englishDates?: string | undefined;
}

let current: () => Locale = () => ({ language: "en" });

/** Returns the source so far. */
export function localeFrom(source: () => Locale): () => Locale {
  const former = current;
  current = source;
  return former;
}

export const currentLocale = (): Locale => current();

/** Tag for dates: English has no single form. */
export function dateLocale(): string {
  const { language, englishDates = "en-GB" } = current();
  return language.startsWith("en") ? englishDates : language;
}

export const englishRegion = (tags: readonly string[]): string | undefined =>
  tags.find((tag) => /^en-[a-z]{2}$/i.test(tag) && tag !== "en-XA" && tag !== "en-XB");

export const isRightToLeft = (language: Language): boolean => language === "ar" || language === "en-XB";

/** Accepts Superset's underscore in tags. `de-AT` finds `de`, `pt` finds `pt-BR`. */
export function languageOf(tag: string): Language | undefined {
  const wanted = tag.replace("_", "-").toLowerCase();
  return (
    ALL.find((language) => language.toLowerCase() === wanted) ??
    ALL.find((language) => baseOf(language) === baseOf(wanted))
  );
}

const baseOf = (tag: string) => tag.toLowerCase().split("-")[0];

/** Ranges beyond these aren't read: a header may have thousands. */
const MAX_RANGES = 20;

export function acceptedLanguage(header = ""): Language {
  for (const tag of acceptedTags(header)) {
    const language = languageOf(tag);
    if (language) return language;
  }
  return "en";
}

export function acceptedTags(header = ""): string[] {
  const ranges = header.split(",", MAX_RANGES).map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return wanted.map(({ tag }) => tag);
}
