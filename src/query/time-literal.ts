import { t } from "../i18n/translate.ts";
import { instantOn } from "../i18n/zone.ts";
import type { DatasetColumn } from "../model/dataset.ts";
import { badRequest } from "../model/errors.ts";
import { DAY_MS, isInCalendar, isoWithoutZone } from "./calendar.ts";
import type { Dialect } from "./dialect.ts";
import { instantsOf, isMoment, momentLiteral, shownZoneOf } from "./moments.ts";
import { isDateType, typeOfColumn } from "./query-dataset.ts";
import type { SqlContext } from "./select-items.ts";
import { assertTimesAreKnown, epochUnit, formatTime, patternOf } from "./stored-time.ts";
import type { TimeRange } from "./time-range.ts";

interface Compared {
  sql: string;
  column?: DatasetColumn | undefined;
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** Columns of moments are compared with moments, others with wall clocks. */
export function temporalLiteral(writing: SqlContext, column: DatasetColumn | undefined, epochMs: number): string {
  if (!isInCalendar(epochMs)) throw badRequest(t("Invalid filter value: {value}", { value: String(epochMs) }));
  const { dialect, zone } = writing;
  const moments = isMoment(dialect, column) ? dialect.moments : null;
  return moments && zone !== undefined ? momentLiteral(moments, epochMs, zone) : wallLiteral(dialect, column, epochMs);
}

function wallLiteral(dialect: Dialect, column: DatasetColumn | undefined, epochMs: number): string {
  const unit = column && epochUnit(column);
  if (unit) return String(unit === "s" ? Math.floor(epochMs / 1000) : epochMs);
  const type = column && typeOfColumn(column);
  const pattern = patternOf(column);
  if (type === "text") return dialect.quoteText(pattern ? formatTime(epochMs, pattern) : timeText(epochMs));
  if (type === "numeric" && pattern) return numberOrText(dialect, formatTime(epochMs, pattern));
  return dialect.temporalLiteral(epochMs, isDateType(column?.type) ? "date" : "timestamp");
}

const numberOrText = (dialect: Dialect, text: string) => (NUMBER.test(text) ? text : dialect.quoteText(text));

/** The usual text for times of unknown format. Midnight is only the date, which sorts before all texts of that day. */
const timeText = (epochMs: number) =>
  isoWithoutZone(epochMs)
    .replace("T", " ")
    .replace(/ 00:00:00$/, "");

/** Closed-open bounds on the reader's clock. */
export function rangeCondition(writing: SqlContext, subject: Compared, range: TimeRange): string | null {
  const { zone, dialect } = writing;
  const isZoned = zone !== undefined && isMoment(dialect, subject.column);
  return boundsCondition(writing, subject, isZoned ? instantsOf(range, zone) : range);
}

/** The moment or the wall clock that a text means. */
export const timeMeant = ({ zone, dialect }: SqlContext, column: DatasetColumn | undefined, wallMs: number) =>
  zone !== undefined && isMoment(dialect, column) ? instantOn(wallMs, zone) : wallMs;

/** The moment or the wall clock that a result shows as this number. */
export const timeShown = ({ zone, dialect }: SqlContext, column: DatasetColumn | undefined, ms: number) =>
  zone !== undefined && isMoment(dialect, column) ? instantOn(ms, shownZoneOf(dialect, column?.type) ?? "UTC") : ms;

/** Closed-open bounds. Dates are compared with the next midnight, so that a bound within a day keeps its meaning. */
export function boundsCondition(writing: SqlContext, subject: Compared, { since, until }: TimeRange): string | null {
  const { sql, column } = subject;
  const bound = (ms: number) =>
    boundLiteral(writing, column, isDateType(column?.type) ? Math.ceil(ms / DAY_MS) * DAY_MS : ms);
  const parts = [
    ...(since === null ? [] : [`${sql} >= ${bound(since)}`]),
    ...(until === null ? [] : [`${sql} < ${bound(until)}`]),
  ];
  if (parts.length > 0 && column) assertTimesAreKnown(writing.dialect, column);
  return parts.length === 0 ? null : parts.join(" AND ");
}

/** Where timestamps are text, midnight is only the date: with a time it would sort after the date alone. */
function boundLiteral(writing: SqlContext, column: DatasetColumn | undefined, ms: number): string {
  const isText = writing.dialect.momentsAreTexts && column !== undefined && typeOfColumn(column) === "temporal";
  const isDay = isText && ms % DAY_MS === 0 && !epochUnit(column);
  return temporalLiteral(writing, isDay ? { ...column, type: "DATE" } : column, ms);
}
