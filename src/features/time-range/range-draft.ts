import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import {
  type End,
  formatTimeRange,
  parseTimeRange,
  type TimeRange,
  type Unit,
} from "../../web/control-words/time-range.ts";
import { addDays, isDay, typedDate } from "./calendar-days.ts";
import { type TimeRangePreview, todayText, useTimeRangePreview } from "./use-time-range-preview.ts";

export interface RangeDraft {
  range: TimeRange;
  /** The stored text, unchanged until the user changes the range. */
  text: string;
  isChanged: boolean;
  preview: TimeRangePreview;
  problem: string | undefined;
  setRange(range: TimeRange): void;
}

export function useRangeDraft(value: string): RangeDraft {
  const [stored] = useState(() => parseTimeRange(value));
  const [range, setRange] = useState(stored);
  const isChanged = range !== stored;
  const invalid = isChanged ? rangeProblem(range) : undefined;
  const text = isChanged ? formatTimeRange(range) : value;
  const preview = useTimeRangePreview(invalid ? value : text);
  return { range, setRange, text, isChanged, preview, problem: invalid ?? preview.error };
}

export type CustomEnds = Pick<Extract<TimeRange, { kind: "custom" }>, "since" | "until">;

const isUndated = (end: End) =>
  (end.kind === "specific" && end.at === "") || (end.kind === "relative" && end.anchor === "");

export function rangeProblem(range: TimeRange): string | undefined {
  if (range.kind !== "custom") return undefined;
  const { since, until } = range;
  if (isUndated(since) || isUndated(until))
    return t("Enter dates like {example}, and times like {time}.", { example: typedDate(todayText()), time: "14:30" });
  const isReversed = since.kind === "specific" && until.kind === "specific" && since.at >= until.at;
  return isReversed ? t("The range ends before it starts.") : undefined;
}

export interface Rolling {
  amount: number;
  unit: Unit;
  until: "now" | "today";
}

export function rollingOf(range: TimeRange): Rolling | undefined {
  if (range.kind !== "custom") return undefined;
  const { since, until } = range;
  if (since.kind !== "relative" || since.amount >= 0) return undefined;
  if ((until.kind !== "now" && until.kind !== "today") || since.anchor !== until.kind) return undefined;
  return { amount: -since.amount, unit: since.unit, until: until.kind };
}

export function rangeOfRolling({ amount, unit, until }: Rolling): TimeRange {
  return {
    kind: "custom",
    since: { kind: "relative", amount: -amount, unit, anchor: until },
    until: { kind: until },
  };
}

const dateEnd = (at: string): End => (at === "" ? { kind: "open" } : { kind: "specific", at: at.slice(0, 19) });

/** The ends of a custom range; those of other ranges as dates. */
export function shownEnds(range: TimeRange, { bounds }: TimeRangePreview): CustomEnds {
  if (range.kind === "custom" && !rollingOf(range)) return range;
  if (range.kind === "none") return { since: { kind: "open" }, until: { kind: "open" } };
  return { since: dateEnd(bounds?.since ?? ""), until: dateEnd(bounds?.until ?? "") };
}

export function rangeOfDays(first: string, last: string): TimeRange {
  return {
    kind: "custom",
    since: { kind: "specific", at: `${first}T00:00:00` },
    until: { kind: "specific", at: `${addDays(last, 1)}T00:00:00` },
  };
}

export interface Days {
  first: string;
  last: string;
}

const BEGINNING = "0001-01-01";
const FOREVER = "9999-12-31";

export function daysOf(range: TimeRange, preview: TimeRangePreview): Days | undefined {
  if (range.kind === "none") return undefined;
  const ends = shownEnds(range, preview);
  const from = atOf(ends.since) ?? preview.bounds?.since ?? "";
  const to = atOf(ends.until) ?? preview.bounds?.until ?? "";
  if (from === "" && to === "") return undefined;
  const first = from === "" ? BEGINNING : from.slice(0, 10);
  const last = to === "" ? FOREVER : lastDayOf(to);
  return isDay(first) && isDay(last) ? { first, last } : undefined;
}

const atOf = (end: End) => (end.kind === "specific" ? end.at : undefined);

export const isUnbounded = (day: string): boolean => day === BEGINNING || day === FOREVER;

export function lastDayOf(until: string): string {
  const day = until.slice(0, 10);
  return until.slice(11, 19) === "00:00:00" ? addDays(day, -1) : day;
}

const isTimeOfDay = (end: End) => end.kind === "specific" && end.at !== "" && !end.at.endsWith("T00:00:00");

export const hasTimes = ({ since, until }: CustomEnds): boolean => isTimeOfDay(since) || isTimeOfDay(until);

export function wholeDays({ since, until }: CustomEnds): CustomEnds {
  return {
    since: since.kind === "specific" && since.at ? { ...since, at: `${since.at.slice(0, 10)}T00:00:00` } : since,
    until:
      until.kind === "specific" && until.at ? { ...until, at: `${addDays(lastDayOf(until.at), 1)}T00:00:00` } : until,
  };
}
