import { t } from "../../i18n/translate.ts";
import { wallClock } from "../calendar.ts";

/** Times in templates are text, as Python prints a datetime: `2024-01-31 12:00:00`. */
export function timeText(ms: number): string {
  const text = new Date(ms).toISOString().slice(0, -1).replace("T", " ");
  return text.endsWith(".000") ? text.slice(0, -4) : `${text}000`;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const DAY_MS = 86_400_000;

const two = (value: number) => String(value).padStart(2, "0");
const dayOfYear = (date: Date) => Math.floor((date.getTime() - wallClock([date.getUTCFullYear(), 0, 1])) / DAY_MS) + 1;

function isoWeek(date: Date): [year: number, week: number] {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  return [thursday.getUTCFullYear(), Math.ceil(dayOfYear(thursday) / 7)];
}

const FORMATS: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => String(date.getUTCFullYear()),
  y: (date) => two(date.getUTCFullYear() % 100),
  m: (date) => two(date.getUTCMonth() + 1),
  B: (date) => MONTHS[date.getUTCMonth()] ?? "",
  b: (date) => (MONTHS[date.getUTCMonth()] ?? "").slice(0, 3),
  d: (date) => two(date.getUTCDate()),
  H: (date) => two(date.getUTCHours()),
  I: (date) => two(date.getUTCHours() % 12 || 12),
  p: (date) => (date.getUTCHours() < 12 ? "AM" : "PM"),
  M: (date) => two(date.getUTCMinutes()),
  S: (date) => two(date.getUTCSeconds()),
  f: (date) => `${String(date.getUTCMilliseconds()).padStart(3, "0")}000`,
  j: (date) => String(dayOfYear(date)).padStart(3, "0"),
  A: (date) => DAYS[date.getUTCDay()] ?? "",
  a: (date) => (DAYS[date.getUTCDay()] ?? "").slice(0, 3),
  w: (date) => String(date.getUTCDay()),
  u: (date) => String(date.getUTCDay() || 7),
  U: (date) => two(Math.floor((dayOfYear(date) + 6 - date.getUTCDay()) / 7)),
  W: (date) => two(Math.floor((dayOfYear(date) + 6 - ((date.getUTCDay() + 6) % 7)) / 7)),
  G: (date) => String(isoWeek(date)[0]),
  V: (date) => two(isoWeek(date)[1]),
  F: (date) => date.toISOString().slice(0, 10),
  T: (date) => date.toISOString().slice(11, 19),
  s: (date) => String(Math.floor(date.getTime() / 1000)),
  "%": () => "%",
};

/** Python's strftime for wall-clock milliseconds; unknown directives stay unchanged. */
export function strftime(ms: number, format: string): string {
  const date = new Date(ms);
  return format.replace(/%(.)/gs, (whole, part: string) => FORMATS[part]?.(date) ?? whole);
}

export function formattedTime(text: string, format: string): string {
  const ms = Date.parse(`${text.replace(" ", "T")}${text.length > 10 ? "Z" : ""}`);
  if (Number.isNaN(ms)) throw new TypeError(t("strftime: not a time"));
  return strftime(ms, format);
}

type Fields = Record<string, string | undefined>;

const PATTERNS: Readonly<Record<string, string>> = {
  Y: "(?<Y>\\d{4})",
  y: "(?<y>\\d{2})",
  m: "(?<m>1[0-2]|0?[1-9])",
  B: `(?<B>${MONTHS.join("|")})`,
  b: `(?<b>${MONTHS.map((name) => name.slice(0, 3)).join("|")})`,
  d: "(?<d>3[01]|[12]\\d|0?[1-9])",
  H: "(?<H>2[0-3]|[01]\\d|\\d)",
  I: "(?<I>1[0-2]|0?[1-9])",
  p: "(?<p>AM|PM)",
  M: "(?<M>[0-5]?\\d)",
  S: "(?<S>[0-5]?\\d)",
  f: "(?<f>\\d{1,6})",
  j: "(?<j>\\d{1,3})",
  "%": "%",
};

/** Python's strptime, returning the text of a datetime. Throws if the text doesn't have the format. */
export function maybeTime(text: string, format: string): string {
  const fields = fieldsOf(text, format);
  if (!fields)
    throw new TypeError(
      t("time data {text} does not match format {format}", { text: `'${text}'`, format: `'${format}'` }),
    );
  const number = (name: string) => (fields[name] === undefined ? undefined : Number(fields[name]));
  const fraction = Math.floor(Number(`0.${fields.f ?? 0}`) * 1000);
  const day = number("d") ?? number("j") ?? 1;
  const clock = [hourOf(fields, number), number("M") ?? 0, number("S") ?? 0, fraction];
  const ms = wallClock([yearOf(number), fields.j ? 0 : monthOf(fields, number), day, ...clock]);
  if (!fields.j && new Date(ms).getUTCDate() !== day) throw new TypeError(t("day is out of range for month"));
  return timeText(ms);
}

type NumberOf = (name: string) => number | undefined;

function yearOf(number: NumberOf): number {
  const short = number("y");
  return number("Y") ?? (short === undefined ? 1900 : short + (short < 69 ? 2000 : 1900));
}

function monthOf(fields: Fields, number: NumberOf): number {
  const name = (fields.B ?? fields.b ?? "?").toLowerCase();
  const named = MONTHS.findIndex((month) => month.toLowerCase().startsWith(name));
  return number("m") === undefined ? Math.max(0, named) : Number(fields.m) - 1;
}

function hourOf(fields: Fields, number: NumberOf): number {
  const twelve = number("I");
  if (twelve === undefined) return number("H") ?? 0;
  return (twelve % 12) + (fields.p?.toUpperCase() === "PM" ? 12 : 0);
}

function fieldsOf(text: string, format: string): Fields | undefined {
  const seen = new Set<string>();
  const source = format.replace(/%(.)|([.*+?^${}()|[\]\\])/gs, (_, directive?: string, special?: string) => {
    if (directive === undefined) return `\\${special}`;
    const pattern = PATTERNS[directive];
    if (!pattern || seen.has(directive))
      throw new TypeError(
        t("{directive} is a bad directive in format {format}", { directive: `'${directive}'`, format: `'${format}'` }),
      );
    if (directive !== "%") seen.add(directive);
    return pattern;
  });
  return new RegExp(`^${source}$`, "i").exec(text)?.groups ?? (source === "" && text === "" ? {} : undefined);
}
