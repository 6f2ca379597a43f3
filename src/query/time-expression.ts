import { casual } from "chrono-node/en";
import { t } from "../i18n/translate.ts";
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

export interface TimeAnchors {
  /** Wall clock: milliseconds of the local clock, counted as if they were UTC. */
  now: number;
  relativeStart: "today" | "now";
  relativeEnd: "today" | "now";
}

const today = (anchors: TimeAnchors) => startOfUnit(anchors.now, "day");

const baseOf = (anchors: TimeAnchors, unit: CalendarUnit) => (isBelowDay(unit) ? anchors.now : today(anchors));

export function anchorOf(anchors: TimeAnchors, end: "relativeStart" | "relativeEnd"): number {
  return anchors[end] === "now" ? anchors.now : today(anchors);
}

/** Characters. Functions can be nested, and reading dates takes quadratic time. */
export const MAX_TIME_TEXT = 500;
export const cannotParse = (text: string) => badRequest(t("Cannot parse time string [{text}]", { text }));

const SCOPES: Readonly<Record<string, number>> = { this: 0, last: -1, prior: -1, next: 1 };
const SCOPE = "(this|last|next|prior)";
const UNIT = "(second|minute|hour|day|week|month|quarter|year)s?";
const BOUNDARY = new RegExp(`^(start of|beginning of|end of) ${SCOPE}(?: (\\d+))? ${UNIT}$`, "i");
const FIRST_OF_SCOPE = new RegExp(`^(?:first|1st)(?: day)? of ${SCOPE} ${UNIT}$`, "i");
const FIRST_OF = new RegExp(`^(?:first|1st)(?: day)? of (?:the )?${UNIT}$`, "i");
const MODIFIED = new RegExp(`^${SCOPE}(?: (\\d+))? ${UNIT}$`, "i");
const NUMBERS = "a one two three four five six seven eight nine ten eleven twelve".split(" ");
const COUNT = `(\\d+|an|${NUMBERS.join("|")})`;
const AGO = new RegExp(`^${COUNT} ${UNIT} (ago|later|hence|(?:from|after|before) (?:now|today))$`, "i");
const IN = new RegExp(`^in ${COUNT} ${UNIT}$`, "i");
const AMBIGUOUS = new RegExp(`^\\d+ *${UNIT}$`, "i");

/** One end of a time range as wall-clock milliseconds. Throws a 400 that quotes the text. */
export function parseTimePoint(source: string, anchors: TimeAnchors): number {
  if (source.length > MAX_TIME_TEXT)
    throw badRequest(t("Time strings can be up to {limit, number} characters.", { limit: MAX_TIME_TEXT }));
  const text = source.trim().replace(/\s+/g, " ");
  return maybeScoped(text, anchors) ?? maybeFunction(text, anchors) ?? parseDateText(text, anchors);
}

function maybeScoped(text: string, anchors: TimeAnchors): number | undefined {
  const boundary = BOUNDARY.exec(text);
  if (boundary) {
    const [, side = "", scope = "", count, unitText = ""] = boundary;
    const unit = unitText.toLowerCase() as CalendarUnit;
    const moved = addUnits(baseOf(anchors, unit), Number(count ?? 1) * scopeOf(scope), unit);
    return side.toLowerCase() === "end of" ? lastDayIn(moved, unit, text) : startOfUnit(moved, unit);
  }
  const first = FIRST_OF_SCOPE.exec(text);
  if (first) {
    const unit = (first[2] ?? "").toLowerCase() as CalendarUnit;
    return startOfUnit(addUnits(baseOf(anchors, unit), scopeOf(first[1] ?? ""), unit), unit);
  }
  const firstOf = FIRST_OF.exec(text);
  if (!firstOf) return maybeModified(text, anchors);
  const unit = (firstOf[1] ?? "").toLowerCase() as CalendarUnit;
  return startOfUnit(baseOf(anchors, unit), unit);
}

function lastDayIn(ms: number, unit: CalendarUnit, text: string): number {
  if (isBelowDay(unit)) throw cannotParse(text);
  return lastDayOfUnit(ms, unit);
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
  if (lower === "today" || lower === "midnight") return today(anchors);
  const distant = maybeDistance(lower, anchors);
  if (distant !== undefined) return distant;
  if (AMBIGUOUS.test(text)) {
    throw badRequest(t("Time string is ambiguous. Please specify [{text} ago] or [{text} later].", { text }));
  }
  return maybeIsoDate(text) ?? parseNatural(text, anchors);
}

function maybeDistance(text: string, anchors: TimeAnchors): number | undefined {
  const [, count = "", unitText = "", side = "later"] = AGO.exec(text) ?? IN.exec(text) ?? [];
  if (count === "") return undefined;
  const unit = unitText as CalendarUnit;
  const base = side.endsWith("now") ? anchors.now : side.endsWith("today") ? today(anchors) : baseOf(anchors, unit);
  const units = /^\d/.test(count) ? Number(count) : Math.max(1, NUMBERS.indexOf(count));
  return addUnits(base, side === "ago" || side.startsWith("before") ? -units : units, unit);
}

const ISO =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ](\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i;

const COMPACT_DAY = /^(\d{4})(\d{2})(\d{2})(?=[T ]|$)/i;
const COMPACT_TIME = /^(\d{4})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})(?!\d)/i;

/** An ISO date or a prefix of one; missing parts default to January, the 1st and midnight. A zone is applied. */
export function maybeIsoDate(text: string): number | undefined {
  const match = ISO.exec(text.replace(COMPACT_TIME, "$1-$2-$3T$4:$5:$6").replace(COMPACT_DAY, "$1-$2-$3"));
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
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(":", ""));
  return ms - (zone.startsWith("-") ? -1 : 1) * minutes * 60_000;
}

function parseNatural(text: string, anchors: TimeAnchors): number {
  const [match] = casual.parse(text, { instant: new Date(anchors.now), timezone: 0 });
  if (!match || match.text.length < text.replace(/[.,]$/, "").length) throw cannotParse(text);
  const { start } = match;
  const [near = 0, month = 1, day = 1] = (["year", "month", "day"] as const).map(
    (part) => start.get(part) ?? undefined,
  );
  const isOfThisYear = start.isCertain("month") && !start.isCertain("year");
  const year = isOfThisYear ? new Date(anchors.now).getUTCFullYear() : near;
  const midnight = wallClock([year, month - 1, day]);
  if (new Date(midnight).getUTCDate() !== day) throw cannotParse(text);
  if (!start.isCertain("hour")) return midnight;
  const parts = (["hour", "minute", "second", "millisecond"] as const).map((part) => start.get(part) ?? 0);
  return wallClock([year, month - 1, day, ...parts]);
}

const CALL = /^([a-z]+)\s*\((.*)\)$/is;

/** A call such as `DATEADD(DATETIME("today"), -1, month)`; undefined for anything but a call of a known function. */
function maybeFunction(text: string, anchors: TimeAnchors): number | undefined {
  const call = CALL.exec(text);
  const name = call?.[1]?.toLowerCase() ?? "";
  const evaluate = Object.hasOwn(POINT_FUNCTIONS, name) ? POINT_FUNCTIONS[name] : undefined;
  if (!call || !evaluate) return undefined;
  const args = splitArguments(call[2] ?? "");
  if (args.length > (MOST_ARGUMENTS[name] ?? 0)) throw cannotParse(text);
  return evaluate(args, anchors, text);
}

type PointFunction = (args: string[], anchors: TimeAnchors, text: string) => number;

const MOST_ARGUMENTS: Readonly<Record<string, number>> = {
  datetime: 1,
  dateadd: 3,
  datetrunc: 2,
  lastday: 2,
  holiday: 3,
};

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
    return lastDayIn(argument(point, anchors), unitOf(unit, text), text);
  },
  holiday: ([name, point, country = "US"], anchors, text) => {
    if (name === undefined) throw cannotParse(text);
    const year = new Date(point ? argument(point, anchors) : anchors.now).getUTCFullYear();
    return holidayOf(unquoted(name), { country: unquoted(country), year });
  },
};

function argument(text: string, anchors: TimeAnchors): number {
  return maybeFunction(text, anchors) ?? parseTimePoint(unquoted(text), anchors);
}

function countOf(text: string, anchors: TimeAnchors, whole: string): number {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  const call = CALL.exec(text);
  if (call?.[1]?.toLowerCase() !== "datediff") throw cannotParse(whole);
  const [from, to, unitText = "day", ...more] = splitArguments(call[2] ?? "");
  const unit = unitOf(unitText, whole);
  const isCounted = unit === "day" || unit === "year";
  if (from === undefined || to === undefined || more.length > 0 || !isCounted) throw cannotParse(whole);
  const [start, end] = [argument(from, anchors), argument(to, anchors)];
  if (unit === "year") return new Date(end).getUTCFullYear() - new Date(start).getUTCFullYear();
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
