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
export type RangeKind = TimeRange["kind"];

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
  const [left, right, ...more] = ` ${value} `.split(SEPARATOR);
  if (left === undefined || right === undefined || more.length > 0)
    return { kind: "advanced", since: value, until: "", isWhole: true };
  const since = maybeEnd(left);
  const until = maybeEnd(right);
  if (since && until) return { kind: "custom", since, until };
  return { kind: "advanced", since: left.trim(), until: right.trim() };
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

/** Two open ends mean no filter. */
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

/** For example "Last week", "1 Jan – 30 Jun 2001" or "Last 7 days". */
export function timeRangeText(text: string | null | undefined): string {
  const range = parseTimeRange(text);
  switch (range.kind) {
    case "none":
      return NO_FILTER;
    case "last":
    case "current":
      return formatTimeRange(range);
    case "previous":
      return `Previous ${range.period}`;
    case "custom":
      return customWords(range.since, range.until);
    case "advanced":
      return (text ?? "").trim();
  }
}

function customWords(since: End, until: End): string {
  const isToNow = until.kind === "now" || until.kind === "today";
  if (since.kind === "relative" && since.amount < 0 && isToNow && since.anchor === until.kind) {
    return `Last ${amountWords(since)}`;
  }
  if (since.kind === "specific" && until.kind === "specific") return datesWords(since.at, until.at);
  if (since.kind === "open") return `Until ${endWords(until, true)}`;
  if (until.kind === "open") return `From ${endWords(since, false)}`;
  return `${endWords(since, false)} – ${endWords(until, true)}`;
}

function amountWords({ amount, unit }: { amount: number; unit: Unit }): string {
  const count = Math.abs(amount);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function endWords(end: End, isUntil: boolean): string {
  if (end.kind === "specific") return dateWords(lastDay(end.at, isUntil));
  if (end.kind !== "relative") return end.kind === "open" ? "" : end.kind;
  const anchor = ISO.test(end.anchor) ? dateWords(end.anchor) : end.anchor;
  return `${amountWords(end)} ${end.amount < 0 ? "before" : "after"} ${anchor}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The end is exclusive: a range until midnight shows the day before. */
function lastDay(at: string, isUntil: boolean): string {
  if (!isUntil || !at.endsWith("T00:00:00")) return at;
  const day = new Date(`${at}Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return `${day.toISOString().slice(0, 10)}T00:00:00`;
}

function dateWords(at: string, withYear = true): string {
  const [year, month, day] = at.slice(0, 10).split("-");
  const time = at.slice(11, 16);
  const date = `${Number(day)} ${MONTHS[Number(month) - 1]}${withYear ? ` ${year}` : ""}`;
  return time === "00:00" || time === "" ? date : `${date}, ${time}`;
}

function datesWords(since: string, until: string): string {
  const end = lastDay(until, true);
  if (since === end) return dateWords(since);
  const isOneYear = since.slice(0, 4) === end.slice(0, 4);
  return `${dateWords(since, !isOneYear)} – ${dateWords(end)}`;
}

/** Default for each kind, keeping what it can of the previous range. */
export function rangeOfKind(kind: RangeKind, before: TimeRange, today: string): TimeRange {
  if (kind === before.kind) return before;
  switch (kind) {
    case "none":
      return { kind };
    case "last":
      return { kind, period: "week" };
    case "previous":
      return { kind, period: "week" };
    case "current":
      return { kind, period: "week" };
    case "custom":
      return {
        kind,
        since: { kind: "relative", amount: -7, unit: "day", anchor: "today" },
        until: { kind: "specific", at: `${today}T00:00:00` },
      };
    case "advanced":
      return advancedOf(before);
  }
}

function advancedOf(before: TimeRange): TimeRange {
  if (before.kind === "custom") return { kind: "advanced", since: endText(before.since), until: endText(before.until) };
  if (before.kind === "none") return { kind: "advanced", since: "", until: "" };
  return { kind: "advanced", since: formatTimeRange(before), until: "", isWhole: true };
}
