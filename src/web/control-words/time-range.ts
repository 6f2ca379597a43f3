import { t } from "../../i18n/translate.ts";
import { dateText } from "../client/clock.ts";

/**
 * Parses Superset's time range text into an editable form and back. Text without editor fields is kept verbatim as an
 * advanced expression, so that opening and closing the editor never changes a range.
 */
export const NO_FILTER = "No filter";
const SEPARATOR = " : ";

export const PERIODS = ["day", "week", "month", "quarter", "year"] as const;
export type Period = (typeof PERIODS)[number];
export const CALENDAR_PERIODS = ["week", "month", "quarter", "year"] as const;
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number];
export const UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;
export type Unit = (typeof UNITS)[number];

/** `at` is local ISO text without a zone, such as `2001-01-01T00:00:00`. */
export type End =
  | { kind: "open" }
  | { kind: "now" }
  | { kind: "today" }
  | { kind: "specific"; at: string }
  | { kind: "relative"; amount: number; unit: Unit; anchor: string };

export type TimeRange =
  | { kind: "none" }
  | { kind: "last"; period: Period }
  | { kind: "previous"; period: CalendarPeriod }
  | { kind: "current"; period: Period }
  | { kind: "custom"; since: End; until: End }
  /** `isWhole`: `since` is a complete range ("first week of last month"), not its start. */
  | { kind: "advanced"; since: string; until: string; isWhole?: boolean };

const ISO = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?$/;
const RELATIVE = /^DATEADD\(DATETIME\("([^"]+)"\),\s*([+-]?\d+),\s*(\w+)\)$/i;

export function parseTimeRange(text: string | null | undefined): TimeRange {
  const value = (text ?? "").trim();
  if (value === "" || value === NO_FILTER) return { kind: "none" };
  const last = /^last (\w+)$/i.exec(value)?.[1]?.toLowerCase();
  if (isOneOf(PERIODS, last)) return { kind: "last", period: last };
  const previous = /^previous calendar (\w+)$/i.exec(value)?.[1]?.toLowerCase();
  if (isOneOf(CALENDAR_PERIODS, previous)) return { kind: "previous", period: previous };
  const current = /^current (\w+)$/i.exec(value)?.[1]?.toLowerCase();
  if (isOneOf(PERIODS, current)) return { kind: "current", period: current };
  return maybeLastUnits(value) ?? parsePair(value);
}

function parsePair(value: string): TimeRange {
  const [left, right, ...more] = ` ${value} `.split(SEPARATOR);
  if (left === undefined || right === undefined || more.length > 0)
    return { kind: "advanced", since: value, until: "", isWhole: true };
  const since = maybeEnd(left);
  const until = maybeEnd(right);
  if (since && until) return { kind: "custom", since, until };
  return { kind: "advanced", since: left.trim(), until: right.trim() };
}

/** `Last 7 days`; hours and shorter units end now. */
function maybeLastUnits(value: string): TimeRange | undefined {
  const [, amount, name] = /^last (\d{1,5}) (\w+?)s?$/i.exec(value) ?? [];
  const unit = name?.toLowerCase();
  if (!Number(amount) || !isOneOf(UNITS, unit)) return undefined;
  const anchor = ["second", "minute", "hour"].includes(unit) ? "now" : "today";
  return {
    kind: "custom",
    since: { kind: "relative", amount: -Number(amount), unit, anchor },
    until: { kind: anchor },
  };
}

function isOneOf<T extends string>(list: readonly T[], value: string | undefined): value is T {
  return value !== undefined && (list as readonly string[]).includes(value);
}

function maybeEnd(side: string): End | undefined {
  const text = side.trim();
  if (text === "") return { kind: "open" };
  const moment = /^DATETIME\("([^"]+)"\)$/i.exec(text)?.[1] ?? text;
  if (/^now$/i.test(moment)) return { kind: "now" };
  if (/^today$/i.test(moment)) return { kind: "today" };
  if (ISO.test(moment)) return { kind: "specific", at: fullIso(moment) };
  return maybeRelative(text);
}

function maybeRelative(text: string): End | undefined {
  const [, anchor, amount, unit] = RELATIVE.exec(text) ?? [];
  const name = unit?.toLowerCase();
  if (!anchor || !amount || !isOneOf(UNITS, name)) return undefined;
  if (!/^(now|today)$/i.test(anchor) && !ISO.test(anchor)) return undefined;
  const base = ISO.test(anchor) ? fullIso(anchor) : anchor.toLowerCase();
  return { kind: "relative", amount: Number(amount), unit: name, anchor: base };
}

function fullIso(text: string): string {
  const [date, time = "00:00:00"] = text.split(/[T ]/);
  return `${date}T${time.length === 5 ? `${time}:00` : time}`;
}

export function formatTimeRange(range: TimeRange): string {
  switch (range.kind) {
    case "none":
      return NO_FILTER;
    case "last":
      return `Last ${range.period}`;
    case "previous":
      return `previous calendar ${range.period}`;
    case "current":
      return `Current ${range.period}`;
    case "custom":
      return joined(endText(range.since), endText(range.until));
    case "advanced":
      return range.isWhole && range.until === "" ? range.since.trim() : joined(range.since.trim(), range.until.trim());
  }
}

function joined(since: string, until: string): string {
  return since === "" && until === "" ? NO_FILTER : `${since}${SEPARATOR}${until}`;
}

function endText(end: End): string {
  switch (end.kind) {
    case "open":
      return "";
    case "now":
    case "today":
      return end.kind;
    case "specific":
      return end.at;
    case "relative":
      return `DATEADD(DATETIME("${end.anchor}"), ${end.amount}, ${end.unit})`;
  }
}

/** Functions: this module can be loaded before the catalog is. */
export const LAST_TEXTS = {
  day: () => t("Last day"),
  week: () => t("Last week"),
  month: () => t("Last month"),
  quarter: () => t("Last quarter"),
  year: () => t("Last year"),
};

export const CURRENT_TEXTS = {
  day: () => t("Current day"),
  week: () => t("Current week"),
  month: () => t("Current month"),
  quarter: () => t("Current quarter"),
  year: () => t("Current year"),
};

const PREVIOUS_TEXTS = {
  week: () => t("Previous week"),
  month: () => t("Previous month"),
  quarter: () => t("Previous quarter"),
  year: () => t("Previous year"),
};

type UnitTexts = Readonly<Record<Unit, (count: number) => string>>;

const LAST_UNITS_TEXTS: UnitTexts = {
  second: (count) => t("{count, plural, one {Last # second} other {Last # seconds}}", { count }),
  minute: (count) => t("{count, plural, one {Last # minute} other {Last # minutes}}", { count }),
  hour: (count) => t("{count, plural, one {Last # hour} other {Last # hours}}", { count }),
  day: (count) => t("{count, plural, one {Last # day} other {Last # days}}", { count }),
  week: (count) => t("{count, plural, one {Last # week} other {Last # weeks}}", { count }),
  month: (count) => t("{count, plural, one {Last # month} other {Last # months}}", { count }),
  quarter: (count) => t("{count, plural, one {Last # quarter} other {Last # quarters}}", { count }),
  year: (count) => t("{count, plural, one {Last # year} other {Last # years}}", { count }),
};

const AMOUNT_TEXTS: UnitTexts = {
  second: (count) => t("{count, plural, one {# second} other {# seconds}}", { count }),
  minute: (count) => t("{count, plural, one {# minute} other {# minutes}}", { count }),
  hour: (count) => t("{count, plural, one {# hour} other {# hours}}", { count }),
  day: (count) => t("{count, plural, one {# day} other {# days}}", { count }),
  week: (count) => t("{count, plural, one {# week} other {# weeks}}", { count }),
  month: (count) => t("{count, plural, one {# month} other {# months}}", { count }),
  quarter: (count) => t("{count, plural, one {# quarter} other {# quarters}}", { count }),
  year: (count) => t("{count, plural, one {# year} other {# years}}", { count }),
};

export function timeRangeText(text: string | null | undefined): string {
  const range = parseTimeRange(text);
  switch (range.kind) {
    case "none":
      return t("No filter");
    case "last":
      return LAST_TEXTS[range.period]();
    case "current":
      return CURRENT_TEXTS[range.period]();
    case "previous":
      return PREVIOUS_TEXTS[range.period]();
    case "custom":
      return customWords(range.since, range.until);
    case "advanced":
      return (text ?? "").trim();
  }
}

function customWords(since: End, until: End): string {
  const isToNow = until.kind === "now" || until.kind === "today";
  if (since.kind === "relative" && since.amount < 0 && isToNow && since.anchor === until.kind) {
    return LAST_UNITS_TEXTS[since.unit](Math.abs(since.amount));
  }
  if (since.kind === "specific" && until.kind === "specific") return datesWords(since.at, until.at);
  if (since.kind === "open") return t("Until {end}", { end: endWords(until, true) });
  if (until.kind === "open") return t("From {start}", { start: endWords(since, false) });
  return t("{start} – {end}", { start: endWords(since, false), end: endWords(until, true) });
}

function endWords(end: End, isUntil: boolean): string {
  if (end.kind === "specific") return dateWords(lastDay(end.at, isUntil));
  if (end.kind !== "relative") return end.kind === "open" ? "" : anchorWords(end.kind);
  const amount = AMOUNT_TEXTS[end.unit](Math.abs(end.amount));
  const anchor = ISO.test(end.anchor) ? dateWords(end.anchor) : anchorWords(end.anchor);
  return end.amount < 0
    ? t("{amount} before {anchor}", { amount, anchor })
    : t("{amount} after {anchor}", { amount, anchor });
}

const anchorWords = (anchor: string) => (anchor === "now" ? t("now") : t("today"));

/** The end is exclusive: a range until midnight shows the day before. */
function lastDay(at: string, isUntil: boolean): string {
  if (!isUntil || !at.endsWith("T00:00:00")) return at;
  const day = new Date(`${at}Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return `${day.toISOString().slice(0, 10)}T00:00:00`;
}

function dateWords(at: string, withYear = true): string {
  const date = new Date(`${at}Z`);
  if (Number.isNaN(date.getTime())) return at;
  return dateText(date, {
    day: "numeric",
    month: "short",
    ...(withYear ? { year: "numeric" } : {}),
    ...(at.endsWith("T00:00:00") ? {} : { hour: "2-digit", minute: "2-digit" }),
    timeZone: "UTC",
  });
}

function datesWords(since: string, until: string): string {
  const end = lastDay(until, true);
  if (since === end) return dateWords(since);
  const isOneYear = since.slice(0, 4) === end.slice(0, 4);
  return t("{start} – {end}", { start: dateWords(since, !isOneYear), end: dateWords(end) });
}

export function advancedOf(before: TimeRange): TimeRange {
  if (before.kind === "advanced") return before;
  if (before.kind === "custom") return { kind: "advanced", since: endText(before.since), until: endText(before.until) };
  if (before.kind === "none") return { kind: "advanced", since: "", until: "" };
  return { kind: "advanced", since: formatTimeRange(before), until: "", isWhole: true };
}
