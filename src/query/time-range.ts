import { t } from "../i18n/translate.ts";
import { badRequest, TesseraError } from "../model/errors.ts";
import { addUnits, type CalendarUnit, DAY_MS, isInCalendar, startOfUnit } from "./calendar.ts";
import {
  anchorOf,
  cannotParse,
  MAX_TIME_TEXT,
  maybeIsoDate,
  parseTimePoint,
  scopeOf,
  type TimeAnchors,
} from "./time-expression.ts";

/** Closed-open bounds as wall-clock milliseconds; null = unbounded. */
export interface TimeRange {
  since: number | null;
  until: number | null;
}

export const NO_FILTER = "No filter";
const SEPARATOR = " : ";
const UNBOUNDED: TimeRange = { since: null, until: null };

/**
 * Resolves a time range text (`Last week`, `2020-01-01 : now`, `previous calendar month`, ...) against the clock.
 * Throws a 400 with the unreadable text, or if the range ends before it starts.
 */
export function parseTimeRange(
  source: string | null | undefined,
  anchors: TimeAnchors,
  shifts?: string | null | readonly (string | null | undefined)[],
): TimeRange {
  const text = shortText(source).trim();
  const range = isNoFilter(text) ? UNBOUNDED : (maybeShorthand(text, anchors) ?? parsePair(source ?? "", anchors));
  const shifted = [shifts ?? []]
    .flat()
    .reduce<TimeRange>((moved, shift) => (shift ? shiftRange(moved, shift, anchors) : moved), range);
  for (const bound of [shifted.since, shifted.until]) {
    if (bound !== null && !isInCalendar(bound)) throw badRequest(t("Time range is out of bounds: {text}", { text }));
  }
  if (shifted.since !== null && shifted.until !== null && shifted.since > shifted.until) {
    throw badRequest(t("From date cannot be larger than to date"));
  }
  return shifted;
}

function shortText(source: string | null | undefined): string {
  const text = source ?? "";
  if (text.length <= 2 * MAX_TIME_TEXT + SEPARATOR.length) return text;
  throw badRequest(t("Time ranges can be up to {limit, number} characters.", { limit: 2 * MAX_TIME_TEXT }));
}

export class UnexpectedTimeRange extends TesseraError {
  constructor(source: string) {
    super(400, { message: t("Unexpected time range: {source}", { source }) });
  }
}

export function isNoFilter(text: string | null | undefined): boolean {
  return !text || text.trim() === "" || text.trim().toLowerCase() === NO_FILTER.toLowerCase();
}

export function isFixedTimeRange(source: string | null | undefined): boolean {
  if (isNoFilter(source)) return true;
  const sides = (source ?? "").split(SEPARATOR);
  return sides.length === 2 && sides.every((side) => side.trim() === "" || /^\d{4}(-|$)/.test(side.trim()));
}

const CALENDAR_UNIT = "(day|week|month|quarter|year)";
const PREVIOUS = new RegExp(`^previous calendar ${CALENDAR_UNIT}$`, "i");
const CURRENT = new RegExp(`^current ${CALENDAR_UNIT}$`, "i");
const FIRST_PERIOD =
  /^(?:first|1st) (week|month|quarter) of (?:(this|last|next|prior) )?(?:the )?(week|month|quarter|year)$/i;

function maybeShorthand(text: string, anchors: TimeAnchors): TimeRange | undefined {
  if (` ${text} `.includes(SEPARATOR)) return undefined;
  const today = startOfUnit(anchors.now, "day");
  const previous = PREVIOUS.exec(text);
  if (previous) {
    const unit = unitOf(previous[1]);
    return { since: startOfUnit(addUnits(today, -1, unit), unit), until: startOfUnit(today, unit) };
  }
  const current = CURRENT.exec(text);
  if (current) {
    const unit = unitOf(current[1]);
    return { since: startOfUnit(today, unit), until: startOfUnit(addUnits(today, 1, unit), unit) };
  }
  const first = FIRST_PERIOD.exec(text);
  if (first) {
    const outer = unitOf(first[3]);
    const since = startOfUnit(addUnits(today, scopeOf(first[2] ?? "this"), outer), outer);
    return { since, until: addUnits(since, 1, unitOf(first[1])) };
  }
  if (/^last\b/i.test(text))
    return { since: parseTimePoint(text, anchors), until: nearEnd(text, anchors, "relativeEnd") };
  if (/^next\b/i.test(text))
    return { since: nearEnd(text, anchors, "relativeStart"), until: parseTimePoint(text, anchors) };
  return undefined;
}

const unitOf = (text: string | undefined) => (text ?? "").toLowerCase() as CalendarUnit;

/** The end at the present: now for units below a day, for which midnight would reverse the range. */
function nearEnd(text: string, anchors: TimeAnchors, end: "relativeStart" | "relativeEnd"): number {
  return /(second|minute|hour)s?$/i.test(text) ? anchors.now : anchorOf(anchors, end);
}

function parsePair(source: string, anchors: TimeAnchors): TimeRange {
  const padded = ` ${source} `;
  const at = padded.indexOf(SEPARATOR);
  if (at < 0) throw new UnexpectedTimeRange(source);
  const [since, until] = [padded.slice(0, at).trim(), padded.slice(at + SEPARATOR.length).trim()];
  return {
    since: since === "" ? null : parseTimePoint(since, anchors),
    until: until === "" ? null : parseTimePoint(until, anchors),
  };
}

const DELTA = /^-?(\d+|an?(?= )|one(?= )) *(second|minute|hour|day|week|month|quarter|year)s?(?: (ago|later))?$/i;

export interface TimeShift {
  count: number;
  unit: CalendarUnit;
}

/** `1 year ago`, `a year ago`, `28 days`, or `-28 days`, which is the same; undefined for anything else. */
export function maybeTimeShift(text: string): TimeShift | undefined {
  const match = DELTA.exec(text.trim());
  if (!match) return undefined;
  const direction = match[3]?.toLowerCase() === "later" ? -1 : 1;
  const count = Number(match[1]);
  return { count: direction * (Number.isNaN(count) ? 1 : count), unit: unitOf(match[2]) };
}

function shiftRange(range: TimeRange, shift: string, anchors: TimeAnchors): TimeRange {
  if (shift.length > 2 * MAX_TIME_TEXT) throw cannotParse(`${shift.slice(0, MAX_TIME_TEXT)}…`);
  if (shift.includes(SEPARATOR)) return parsePair(shift, anchors);
  const delta = maybeTimeShift(shift);
  const start = delta ? undefined : maybeIsoDate(shift.trim());
  if (delta) {
    const move = (ms: number | null) => (ms === null ? null : addUnits(ms, -delta.count, delta.unit));
    return { since: move(range.since), until: move(range.until) };
  }
  if (shift.trim().toLowerCase() === "inherit") return shiftToStart(range, inheritedStart(range));
  if (start === undefined) throw cannotParse(shift);
  return shiftToStart(range, start);
}

function inheritedStart({ since, until }: TimeRange): number | null {
  return since === null || until === null ? null : since - inheritedShift(since, until);
}

/** In whole days, as `inherit` shifts by; exact below a day. */
export function inheritedShift(since: number, until: number): number {
  const length = until - since;
  return length < DAY_MS ? length : Math.floor(length / DAY_MS) * DAY_MS;
}

function shiftToStart(range: TimeRange, start: number | null): TimeRange {
  if (start === null || range.since === null || range.until === null) return range;
  return { since: start, until: start + (range.until - range.since) };
}
