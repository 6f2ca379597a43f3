import { t } from "../i18n/translate.ts";
import type { DatasetColumn } from "../model/dataset.ts";
import { badRequest } from "../model/errors.ts";
import { addMilliseconds, millisecondsOf } from "../model/moment.ts";
import { wallClock } from "./calendar.ts";
import type { Dialect } from "./dialect.ts";
import type { NamedColumn } from "./frame.ts";
import { toNumber } from "./frame.ts";
import { isDateType, typeOfColumn } from "./query-dataset.ts";
import { maybeIsoDate } from "./time-expression.ts";

/**
 * Times that a column stores in a form of its own, given by its `python_date_format`: a strftime pattern for text or
 * digits, or seconds (`epoch_s`) or milliseconds (`epoch_ms`) since 1970.
 */
export function epochUnit(column: DatasetColumn): "s" | "ms" | undefined {
  if (column.python_date_format === "epoch_s") return "s";
  return column.python_date_format === "epoch_ms" ? "ms" : undefined;
}

/** Where timestamps are text, numbers of an unknown unit would be read as other times, or as none. */
export function assertTimesAreKnown({ momentsAreTexts }: Dialect, column: DatasetColumn): void {
  const { column_name: name, python_date_format: format, expression } = column;
  if (!momentsAreTexts || format || expression?.trim() || typeOfColumn(column) !== "numeric") return;
  throw badRequest(
    t(
      'The column "{name}" holds numbers. Set its datetime format in the dataset: epoch_s for seconds, epoch_ms for milliseconds, or a pattern such as %Y%m%d',
      { name },
    ),
  );
}

export function patternOf(column: DatasetColumn | undefined): string | undefined {
  const format = column?.python_date_format?.trim();
  return format && column && !epochUnit(column) ? format : undefined;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  ms: number;
  isAfternoon?: boolean;
  zoneMinutes: number;
}

interface Directive {
  source: string;
  format(date: Date): string;
  read(parts: Parts, text: string): void;
}

const padded = (value: number, width = 2) => String(value).padStart(width, "0");
const centuryOf = (year: number) => year + (year < 69 ? 2000 : 1900);
const monthNamed = (text: string) => MONTHS.findIndex((name) => name.slice(0, 3) === titled(text).slice(0, 3));
const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
const dayOfYear = (date: Date) => (date.getTime() - wallClock([date.getUTCFullYear(), 0, 1])) / 86_400_000 + 1;

function digits(width: string, format: (date: Date) => string, key: keyof Parts): Directive {
  const read = (parts: Parts, text: string) =>
    Object.assign(parts, { [key]: Number(text) - (key === "month" ? 1 : 0) });
  return { source: `(\\d${width})`, format, read };
}

const DIRECTIVES: Readonly<Record<string, Directive>> = {
  Y: digits("{4}", (d) => padded(d.getUTCFullYear(), 4), "year"),
  y: {
    source: "(\\d{2})",
    format: (d) => padded(d.getUTCFullYear() % 100),
    read: (parts, text) => Object.assign(parts, { year: centuryOf(Number(text)) }),
  },
  m: digits("{1,2}", (d) => padded(d.getUTCMonth() + 1), "month"),
  d: digits("{1,2}", (d) => padded(d.getUTCDate()), "day"),
  H: digits("{1,2}", (d) => padded(d.getUTCHours()), "hour"),
  I: digits("{1,2}", (d) => padded(d.getUTCHours() % 12 || 12), "hour"),
  M: digits("{1,2}", (d) => padded(d.getUTCMinutes()), "minute"),
  S: digits("{1,2}", (d) => padded(d.getUTCSeconds()), "second"),
  j: {
    source: "(\\d{1,3})",
    format: (d) => padded(Math.floor(dayOfYear(d)), 3),
    read: (parts, text) => Object.assign(parts, { month: 0, day: Number(text) }),
  },
  f: {
    source: "(\\d{1,9})",
    format: (d) => `${padded(d.getUTCMilliseconds(), 3)}000`,
    read: (parts, text) => Object.assign(parts, { ms: millisecondsOf(text) }),
  },
  p: {
    source: "([AaPp][Mm])",
    format: (d) => (d.getUTCHours() < 12 ? "AM" : "PM"),
    read: (parts, text) => Object.assign(parts, { isAfternoon: /p/i.test(text) }),
  },
  b: {
    source: "([A-Za-z]{3})",
    format: (d) => (MONTHS[d.getUTCMonth()] ?? "").slice(0, 3),
    read: (parts, text) => Object.assign(parts, { month: monthNamed(text) }),
  },
  B: {
    source: "([A-Za-z]+)",
    format: (d) => MONTHS[d.getUTCMonth()] ?? "",
    read: (parts, text) => Object.assign(parts, { month: monthNamed(text) }),
  },
  z: {
    source: "(Z|[+-]\\d{2}:?\\d{2})",
    format: () => "+0000",
    read: (parts, text) => Object.assign(parts, { zoneMinutes: zoneMinutes(text) }),
  },
  "%": { source: "(%)", format: () => "%", read: () => undefined },
};

function zoneMinutes(text: string): number {
  if (text === "Z") return 0;
  return (text.startsWith("-") ? -1 : 1) * (Number(text.slice(1, 3)) * 60 + Number(text.slice(-2)));
}

const PART = /%([a-zA-Z%])/g;

export function formatTime(epochMs: number, pattern: string): string {
  const date = new Date(epochMs);
  return pattern.replace(PART, (whole, letter: string) => DIRECTIVES[letter]?.format(date) ?? whole);
}

/** Others would be compared with times as they are written. */
export function isTimeFormat(format: string): boolean {
  if (format === "epoch_s" || format === "epoch_ms") return true;
  const letters = [...format.matchAll(PART)].map(([, letter = ""]) => letter);
  const isKnown = letters.every((letter) => letter in DIRECTIVES) && new Set(letters).size === letters.length;
  return isKnown && letters.length > 0 && !format.replace(PART, "").includes("%");
}

type Reader = (text: string) => number;
const readers = new Map<string, Reader>();
const MAX_READERS = 200;

/**
 * Reads texts in a strftime pattern as epoch milliseconds with fractional microseconds, UTC; NaN if they don't match.
 */
export function timeReader(pattern: string): Reader {
  const known = readers.get(pattern);
  if (known) return known;
  const reader = createReader(pattern);
  if (readers.size >= MAX_READERS) readers.clear();
  readers.set(pattern, reader);
  return reader;
}

function createReader(pattern: string): Reader {
  const directives: Directive[] = [];
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&").replace(/\s+/g, "\\s+");
  let source = "";
  let end = 0;
  for (const match of pattern.matchAll(PART)) {
    const directive = DIRECTIVES[match[1] ?? ""];
    // The same part twice has no meaning, and many digits could be read in more ways than there is time for.
    if (!directive || directives.includes(directive)) return () => Number.NaN;
    source += literal(pattern.slice(end, match.index)) + directive.source;
    directives.push(directive);
    end = match.index + match[0].length;
  }
  const expression = new RegExp(`^${source}${literal(pattern.slice(end))}$`);
  return (text) => {
    const match = expression.exec(text.trim());
    if (!match) return Number.NaN;
    const parts: Parts = { year: 1900, month: 0, day: 1, hour: 0, minute: 0, second: 0, ms: 0, zoneMinutes: 0 };
    directives.forEach((directive, i) => {
      directive.read(parts, match[i + 1] ?? "");
    });
    return instantOf(parts);
  };
}

function instantOf({ year, month, day, hour, minute, second, ms, isAfternoon, zoneMinutes: zone }: Parts): number {
  if (month < 0 || month > 11 || hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const hours = isAfternoon === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  return addMilliseconds(wallClock([year, month, day, hours, minute, second]) - zone * 60_000, ms);
}

const MICROSECONDS = /[.,]\d{3}(\d{1,3})/;

/** Without a pattern, only ISO dates are read, so that the server's own time zone never matters. */
function readIso(text: string): number {
  try {
    const [, micros = ""] = MICROSECONDS.exec(text) ?? [];
    return addMilliseconds(maybeIsoDate(text.trim()) ?? Number.NaN, millisecondsOf(`000${micros}`));
  } catch {
    return Number.NaN;
  }
}

interface Moved {
  offsetHours: number;
  unshift?: ((ms: number) => number) | undefined;
  microseconds?: boolean;
}

/**
 * A result column as the dataset declares it: times as epoch milliseconds, moved by the dataset's `offset` hours and
 * back from a time shift, and booleans of engines that return 1 and 0. A column with values that aren't times is
 * unchanged; a DATE is never moved by hours.
 */
export function declaredColumn(
  result: NamedColumn,
  { column, isTemporal, isMetric }: { column?: DatasetColumn; isTemporal: boolean; isMetric: boolean },
  moved: Moved,
): NamedColumn {
  if (isTemporal) return temporalColumn(result, column, moved);
  if (isMetric || result.kind !== "numeric" || !column || typeOfColumn(column) !== "boolean") return result;
  const values = Array.from(result.values as ArrayLike<unknown>, (value) => (value === null ? null : Boolean(value)));
  return { ...result, kind: "boolean", values };
}

/** Milliseconds by which a dataset's hours move the times of a column; 0 for dates. */
export const movedBy = (column: DatasetColumn | undefined, offsetHours: number) =>
  isDateType(column?.type) ? 0 : offsetHours * 3_600_000;

function temporalColumn(result: NamedColumn, column: DatasetColumn | undefined, moved: Moved): NamedColumn {
  const hours = movedBy(column, moved.offsetHours);
  const { unshift } = moved;
  const move = (ms: number) => (unshift ? unshift(ms) : ms) + hours;
  if (result.kind === "temporal") {
    if (hours === 0 && !unshift) return result;
    return withTimes(result, (value) => move(Number(value)));
  }
  const read = readerOf(result, column);
  if (!read) return result;
  const toPrecision = moved.microseconds ? read : (value: unknown) => Math.floor(read(value));
  const times = withTimes(result, (value) => move(toPrecision(value)));
  return times.values.some((value) => Number.isNaN(value)) ? result : times;
}

function readerOf({ kind }: NamedColumn, column: DatasetColumn | undefined): ((value: unknown) => number) | undefined {
  const unit = column && epochUnit(column);
  const pattern = patternOf(column);
  if (kind === "numeric" && unit) return (value) => (toNumber(value) ?? Number.NaN) * (unit === "s" ? 1000 : 1);
  if (pattern && (kind === "numeric" || kind === "text")) {
    const read = timeReader(pattern);
    return (value) => read(String(value));
  }
  return kind === "text" ? (value) => readIso(String(value)) : undefined;
}

function withTimes(column: NamedColumn, read: (value: unknown) => number): NamedColumn {
  const values = Array.from(column.values as ArrayLike<unknown>, (value) =>
    value === null || value === undefined ? null : read(value),
  );
  return { ...column, kind: "temporal", values };
}
