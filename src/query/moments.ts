import { instantOn, offsetChanges, offsetOf, zoneName } from "../i18n/zone.ts";
import type { DatasetColumn } from "../model/dataset.ts";
import type { Dialect, Moments } from "./dialect.ts";
import type { TimeRange } from "./time-range.ts";

export const isMoment = (dialect: Dialect, column: DatasetColumn | undefined): boolean =>
  column?.python_date_format == null && shownZoneOf(dialect, column?.type) !== undefined;

/** The zone on whose clock results show values of the type; undefined for types that aren't moments. */
export const shownZoneOf = ({ moments }: Dialect, type: string | null | undefined): string | undefined =>
  moments?.types.test(type ?? "") ? (moments.shownZone?.(type ?? "") ?? "UTC") : undefined;

/** What clocks in the zone show, as SQL for a time without a zone. `range`: which moments matter, as wall clocks. */
export function wallClockSql(dialect: Dialect, moments: Moments, { sql, zone, range }: ZonedSql): string {
  const isOffset = /^[+-]/.test(zone);
  if (moments.inZone && !isOffset) return moments.inZone(sql, dialect.quoteText(currentName(zone)));
  const utc = moments.utc(sql);
  const seconds = offsetSql(utc, offsetChanges(zone, instantsOf(range, zone)), dialect);
  return seconds === "0" ? utc : moments.plusSeconds(utc, seconds);
}

interface ZonedSql {
  sql: string;
  zone: string;
  range: TimeRange;
}

/** Halves the list with every question, so that a row is compared with few of a zone's changes. */
function offsetSql(utc: string, changes: readonly { from: number; offsetMs: number }[], dialect: Dialect): string {
  const half = Math.floor(changes.length / 2);
  if (half === 0) return String((changes[0]?.offsetMs ?? 0) / 1000);
  const before = offsetSql(utc, changes.slice(0, half), dialect);
  const after = offsetSql(utc, changes.slice(half), dialect);
  const from = dialect.temporalLiteral(changes[half]?.from ?? 0, "timestamp");
  return `CASE WHEN ${utc} < ${from} THEN ${before} ELSE ${after} END`;
}

/** Browsers report some zones by names that databases without historical names don't know. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

function currentName(zone: string): string {
  const name = zoneName(zone);
  return CURRENT_NAMES[name] ?? name;
}

/** Bounds on a wall clock as moments. */
export const instantsOf = ({ since, until }: TimeRange, zone: string): TimeRange => ({
  since: since === null ? null : instantOn(since, zone),
  until: until === null ? null : instantOn(until, zone),
});

export function momentLiteral(moments: Moments, ms: number, zone: string): string {
  const own = offsetOf(ms, zone);
  const offsetMs = own % 60_000 === 0 ? own : 0;
  const minutes = Math.abs(offsetMs) / 60_000;
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return moments.literal({
    utc: textOf(ms),
    local: textOf(ms + offsetMs),
    offset: `${offsetMs < 0 ? "-" : "+"}${clock}`,
  });
}

const textOf = (ms: number) => `${new Date(ms).toISOString().slice(0, -1).replace("T", " ")}000`;
