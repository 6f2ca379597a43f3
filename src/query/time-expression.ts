import { casual } from "chrono-node/en";
import { badRequest } from "../model/errors.ts";
import {
  addUnits,
  type CalendarUnit,
  DAY_MS,
  isBelowDay,
  lastDayOfUnit,
  maybeUnit,
  startOfUnit,
  wallClock,
} from "./calendar.ts";
import { holidayOf } from "./holidays.ts";

/** What one end of a time range is resolved against. */
export interface TimeAnchors {
  /** The wall clock now: milliseconds of the local clock, counted as if it were UTC. */
  now: number;
  relativeStart: "today" | "now";
  relativeEnd: "today" | "now";
}

const today = (anchors: TimeAnchors) => startOfUnit(anchors.now, "day");

export function anchorOf(anchors: TimeAnchors, end: "relativeStart" | "relativeEnd"): number {
  return anchors[end] === "now" ? anchors.now : today(anchors);
}

export const cannotParse = (text: string) => badRequest(`Cannot parse time string [${text}]`);

const SCOPES: Readonly<Record<string, number>> = { this: 0, last: -1, prior: -1, next: 1 };
const SCOPE = "(this|last|next|prior)";
const UNIT = "(second|minute|hour|day|week|month|quarter|year)s?";
const BOUNDARY = new RegExp(`^(start of|beginning of|end of) ${SCOPE}(?: (\\d+))? ${UNIT}$`, "i");
const FIRST_OF_SCOPE = new RegExp(`^(?:first|1st)(?: day)? of ${SCOPE} ${UNIT}$`, "i");
const FIRST_OF = new RegExp(`^(?:first|1st)(?: day)? of (?:the )?${UNIT}$`, "i");
const MODIFIED = new RegExp(`^${SCOPE}(?: (\\d+))? ${UNIT}$`, "i");
const AGO = new RegExp(`^(\\d+) ${UNIT} (ago|later|from now|hence)$`, "i");
const AMBIGUOUS = new RegExp(`^\\d+ *${UNIT}$`, "i");

/** Resolves one end of a time range to wall-clock milliseconds. Throws a 400 that quotes the text. */
export function parseTimePoint(source: string, anchors: TimeAnchors): number {
  const text = source.trim().replace(/\s+/g, " ");
  return maybeScoped(text, anchors) ?? maybeFunction(text, anchors) ?? parseDateText(text, anchors);
}

function maybeScoped(text: string, anchors: TimeAnchors): number | undefined {
  const boundary = BOUNDARY.exec(text);
  if (boundary) {
    const [, side = "", scope = "", count, unitText = ""] = boundary;
    const unit = unitText.toLowerCase() as CalendarUnit;
    const moved = addUnits(today(anchors), Number(count ?? 1) * scopeOf(scope), unit);
    return side.toLowerCase() === "end of" ? lastDayOfUnit(moved, unit) : startOfUnit(moved, unit);
  }
  const first = FIRST_OF_SCOPE.exec(text);
  if (first) {
    const unit = (first[2] ?? "").toLowerCase() as CalendarUnit;
    return startOfUnit(addUnits(today(anchors), scopeOf(first[1] ?? ""), unit), unit);
  }
  const firstOf = FIRST_OF.exec(text);
  if (firstOf) return startOfUnit(today(anchors), (firstOf[1] ?? "").toLowerCase() as CalendarUnit);
  return maybeModified(text, anchors);
}

function maybeModified(text: string, anchors: TimeAnchors): number | undefined {
  const modified = MODIFIED.exec(text);
  if (!modified) return undefined;
  const unit = (modified[3] ?? "").toLowerCase() as CalendarUnit;
  const base = isBelowDay(unit) ? anchors.now : anchorOf(anchors, "relativeStart");
  return addUnits(base, Number(modified[2] ?? 1) * scopeOf(modified[1] ?? ""), unit);
}

export const scopeOf = (word: string) => SCOPES[word.toLowerCase()] ?? 0;

function parseDateText(text: string, anchors: TimeAnchors): number {
  const lower = text.toLowerCase();
  if (lower === "now") return anchors.now;
  if (lower === "today") return today(anchors);
  const ago = AGO.exec(text);
  if (ago) {
    const unit = (ago[2] ?? "").toLowerCase() as CalendarUnit;
    const direction = lower.endsWith("ago") ? -1 : 1;
    return addUnits(isBelowDay(unit) ? anchors.now : today(anchors), direction * Number(ago[1]), unit);
  }
  if (AMBIGUOUS.test(text)) {
    throw badRequest(`Time string is ambiguous. Please specify [${text} ago] or [${text} later].`);
  }
  return maybeIsoDate(text) ?? parseNatural(text, anchors);
}

const ISO =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ](\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;

/** A day without signs between its parts. */
const COMPACT_DAY = /^(\d{4})(\d{2})(\d{2})(?=[T ]|$)/i;

/** An ISO date or a prefix of one; missing parts are January, the 1st and midnight. A zone is applied. */
export function maybeIsoDate(text: string): number | undefined {
  const match = ISO.exec(text.replace(COMPACT_DAY, "$1-$2-$3"));
  if (!match) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const fraction = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
  const ms = wallClock([year, month - 1, day, hour, minute, second, fraction]);
  const date = new Date(ms);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59) {
    throw cannotParse(text);
  }
  const zone = match[8];
  if (!zone || zone.toUpperCase() === "Z") return ms;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return ms - (zone.startsWith("-") ? -1 : 1) * minutes * 60_000;
}

function parseNatural(text: string, anchors: TimeAnchors): number {
  const [match] = casual.parse(text, { instant: new Date(anchors.now), timezone: 0 });
  if (!match || match.text.length < text.replace(/[.,]$/, "").length) throw cannotParse(text);
  const { start } = match;
  const [year = 0, month = 1, day = 1] = (["year", "month", "day"] as const).map(
    (part) => start.get(part) ?? undefined,
  );
  if (!start.isCertain("hour")) return wallClock([year, month - 1, day]);
  const parts = (["hour", "minute", "second", "millisecond"] as const).map((part) => start.get(part) ?? 0);
  return wallClock([year, month - 1, day, ...parts]);
}

const CALL = /^([a-z]+)\s*\((.*)\)$/is;

/** A call such as `DATEADD(DATETIME("today"), -1, month)`; undefined when the text is not a call of a known function. */
function maybeFunction(text: string, anchors: TimeAnchors): number | undefined {
  const call = CALL.exec(text);
  const name = call?.[1]?.toLowerCase() ?? "";
  const evaluate = Object.hasOwn(POINT_FUNCTIONS, name) ? POINT_FUNCTIONS[name] : undefined;
  if (!call || !evaluate) return undefined;
  return evaluate(splitArguments(call[2] ?? ""), anchors, text);
}

type PointFunction = (args: string[], anchors: TimeAnchors, text: string) => number;

const POINT_FUNCTIONS: Readonly<Record<string, PointFunction>> = {
  datetime: ([quoted], anchors, text) => {
    if (quoted === undefined) throw cannotParse(text);
    return parseDateText(unquoted(quoted).trim(), anchors);
  },
  dateadd: ([point, count, unit], anchors, text) => {
    if (point === undefined || count === undefined) throw cannotParse(text);
    return addUnits(argument(point, anchors), countOf(count, anchors, text), unitOf(unit, text));
  },
  datetrunc: ([point, unit], anchors, text) => {
    if (point === undefined) throw cannotParse(text);
    return startOfUnit(argument(point, anchors), unitOf(unit, text));
  },
  lastday: ([point, unit], anchors, text) => {
    if (point === undefined) throw cannotParse(text);
    return lastDayOfUnit(argument(point, anchors), unitOf(unit, text));
  },
  holiday: ([name, point, country = "US"], anchors, text) => {
    if (name === undefined) throw cannotParse(text);
    const year = new Date(point ? argument(point, anchors) : anchors.now).getUTCFullYear();
    return holidayOf(unquoted(name), { country: unquoted(country), year });
  },
};

/** Arguments are calls or plain texts, quoted or not. */
function argument(text: string, anchors: TimeAnchors): number {
  return maybeFunction(text, anchors) ?? parseTimePoint(unquoted(text), anchors);
}

function countOf(text: string, anchors: TimeAnchors, whole: string): number {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  const call = CALL.exec(text);
  if (call?.[1]?.toLowerCase() !== "datediff") throw cannotParse(whole);
  const [from, to, unit = "day"] = splitArguments(call[2] ?? "");
  if (from === undefined || to === undefined) throw cannotParse(whole);
  const [start, end] = [argument(from, anchors), argument(to, anchors)];
  if (unitOf(unit, whole) === "year") return new Date(end).getUTCFullYear() - new Date(start).getUTCFullYear();
  return Math.floor((end - start) / DAY_MS);
}

function unitOf(text: string | undefined, whole: string): CalendarUnit {
  const unit = text === undefined ? undefined : maybeUnit(unquoted(text));
  if (!unit) throw cannotParse(whole);
  return unit;
}

function unquoted(text: string): string {
  const quote = text[0];
  return (quote === '"' || quote === "'") && text.at(-1) === quote && text.length > 1 ? text.slice(1, -1) : text;
}

/** Splits at commas outside parentheses and quotes; an empty last argument (trailing comma) is dropped. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let current = "";
  for (const char of text) {
    if (quote) quote = char === quote ? "" : quote;
    else if (char === "'" || char === '"') quote = char;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    if (char === "," && depth === 0 && !quote) {
      parts.push(current.trim());
      current = "";
    } else current += char;
  }
  if (current.trim() !== "") parts.push(current.trim());
  return parts;
}
