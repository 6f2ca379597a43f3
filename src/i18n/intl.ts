import type { FormatOptions } from "icu-minify/format";
import { currentLocale, dateTag, formatTag } from "./locale.ts";

/** Requests choose regions and time zones, so there may be any number of formats. */
const MAX_FORMATS = 500;

/** Creating an Intl format takes far longer than using it. */
function cached<Options, Format>(make: (locale: string, options?: Options) => Format) {
  const formats = new Map<string, Format>();
  return (locale: string, options?: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = formats.get(key);
    if (known) return known;
    if (formats.size >= MAX_FORMATS) formats.clear();
    const format = make(locale, options);
    formats.set(key, format);
    return format;
  };
}

const numberFormat = cached((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const dateFormat = cached((locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
const pluralRules = cached((locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options));
const listFormat = cached((locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));

/** English has 3M and 2B everywhere; British browsers would say 3m and 2bn, unlike the charts. */
const compactAs = (locale: string, options?: Intl.NumberFormatOptions): string =>
  options?.notation === "compact" && /^en\b/.test(locale) ? "en-US" : locale;

export const formatters = {
  getNumberFormat: (locale: string, options?: Intl.NumberFormatOptions) =>
    numberFormat(compactAs(locale, options), options),
  getDateTimeFormat: (_: string, options?: Intl.DateTimeFormatOptions) => dateFormat(dateTag(), options),
  getPluralRules: pluralRules,
} as FormatOptions["formatters"];

export const FORMATS = {
  number: { percent: { style: "percent", maximumFractionDigits: 1 }, compact: { notation: "compact" } },
  date: {
    short: { dateStyle: "short" },
    medium: { dateStyle: "medium" },
    long: { dateStyle: "long" },
    month: { month: "long", year: "numeric" },
    weekday: { weekday: "long" },
  },
  /** `short` is only the time of day; the others include the date. */
  time: {
    short: { timeStyle: "short" },
    medium: { dateStyle: "medium", timeStyle: "short" },
    long: { dateStyle: "medium", timeStyle: "long" },
  },
} as const satisfies FormatOptions["formats"];

export function number(value: number | bigint, options?: Intl.NumberFormatOptions): string {
  return formatters.getNumberFormat(formatTag(currentLocale()), options).format(value);
}

/** In the user's time zone unless the options name one. */
export function date(value: Date, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
  return dateFormat(dateTag(), { timeZone: currentLocale().zone, ...options }).format(value);
}

/** Names of months and days, alike in all regions. */
export function calendarName(value: Date, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(currentLocale().language, options).format(value);
}

/** `a, b, and c`; `disjunction`: `a, b, or c`; `commas`: `a, b, c`, where the language allows it. */
export function list(items: Iterable<string>, type: "conjunction" | "disjunction" | "commas" = "conjunction"): string {
  const options = type === "commas" ? ({ type: "conjunction", style: "narrow" } as const) : { type };
  return listFormat(formatTag(currentLocale()), options).format(items);
}
