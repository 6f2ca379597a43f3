import { addUnits, type CalendarUnit, DAY_MS } from "../../query/calendar.ts";

export interface Bucket {
  from: number;
  to: number;
}

const DURATION = /^P(?:(\d+)Y|(\d+)M|(\d+)W|(\d+)D|T(?:(\d+)H|(\d+)M|(\d+)S))$/;
const UNITS: readonly CalendarUnit[] = ["year", "month", "week", "day", "hour", "minute", "second"];

/** What a time of a grain stands for, as wall-clock milliseconds; undefined without a grain or with an unknown one. */
export function bucketAt(at: number, grain: string | null | undefined): Bucket | undefined {
  if (!grain) return undefined;
  // Weeks are named by their first day, or by their last one.
  if (grain.startsWith("P1W/")) return { from: at - 6 * DAY_MS, to: at + DAY_MS };
  if (grain.endsWith("/P1W")) return { from: at, to: at + 7 * DAY_MS };
  if (grain === "P0.25Y") return { from: at, to: addUnits(at, 1, "quarter") };
  const counts = DURATION.exec(grain)?.slice(1) ?? [];
  const index = counts.findIndex((count) => count !== undefined);
  const unit = UNITS[index];
  return unit ? { from: at, to: addUnits(at, Number(counts[index]), unit) } : undefined;
}
