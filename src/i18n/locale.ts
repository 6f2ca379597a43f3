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
  /** Tag for numbers, dates and lists, such as `es-MX` for texts in `es`. Ignored if it is of another language. */
  region?: string | undefined;
  /** IANA name; undefined = the machine's time zone. */
  zone?: string | undefined;
}

let current: () => Locale = () => ({ language: "en" });

export function localeFrom(source: () => Locale): () => Locale {
  const former = current;
  current = source;
  return former;
}

export const currentLocale = (): Locale => current();

export const isRightToLeft = (language: Language): boolean => language === "ar" || language === "en-XB";

/** Accepts Superset's underscore in tags. `de-AT` finds `de`, `pt` finds `pt-BR`. */
export function languageOf(tag: string): Language | undefined {
  const normalized = tag.replace("_", "-").toLowerCase();
  return (
    ALL.find((language) => language.toLowerCase() === normalized) ??
    ALL.find((language) => baseOf(language) === baseOf(normalized))
  );
}

/** What `Intl` formats with. Arabic regions keep the digits and the calendar of charts and of the other regions. */
export function formatTag({ language, region }: Locale): string {
  if (region === undefined || baseOf(region) !== baseOf(language)) return language;
  return baseOf(region) === "ar" ? `${region}-u-ca-gregory-nu-latn` : region;
}

/** For dates: English without a region has the day first and 24 hours. */
export function dateTag(locale: Locale = current()): string {
  const tag = formatTag(locale);
  return ["en", ...PSEUDO_LANGUAGES].includes(tag) ? "en-GB" : tag;
}

/** The first of a browser's tags that has a region of this language, in the same script. */
export const regionOf = (language: Language, tags: readonly string[]): string | undefined =>
  tags.find(
    (tag) => /^[a-z]{2}-([A-Z]{2}|\d{3})$/.test(tag) && languageOf(tag) === language && isSameScript(tag, language),
  );

const isSameScript = (tag: string, other: string) =>
  new Intl.Locale(tag).maximize().script === new Intl.Locale(other).maximize().script;

const baseOf = (tag: string) => tag.toLowerCase().split("-")[0];

const MAX_RANGES = 20;

/** Tags of an `Accept-Language` header, the most wanted first. */
export function acceptedTags(header = ""): string[] {
  const ranges = header.split(",", MAX_RANGES).map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const accepted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return accepted.map(({ tag }) => tag);
}

export function acceptedLanguage(header?: string): Language {
  for (const tag of acceptedTags(header)) {
    const language = languageOf(tag);
    if (language) return language;
  }
  return "en";
}
