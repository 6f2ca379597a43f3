import type { Domain, Subdomain } from "./schema.ts";

export interface Slot {
  block: number;
  column: number;
  row: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONDAY = 4 * DAY;

export function blockOf(epochMs: number, domain: Domain): number {
  const date = new Date(epochMs);
  switch (domain) {
    case "hour":
      return Math.floor(epochMs / HOUR) * HOUR;
    case "day":
      return Math.floor(epochMs / DAY) * DAY;
    case "week":
      return weekOf(epochMs);
    case "month":
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    case "year":
      return Date.UTC(date.getUTCFullYear(), 0, 1);
  }
}

function weekOf(epochMs: number): number {
  return Math.floor((epochMs - MONDAY) / (7 * DAY)) * 7 * DAY + MONDAY;
}

/** Cells run down columns: days by weekday, minutes by ten, hours by six; weeks and months in one row. */
export function slotOf(epochMs: number, domain: Domain, subdomain: Subdomain): Slot {
  const block = blockOf(epochMs, domain);
  const at = (rows: number, step: number) => {
    const index = Math.floor((epochMs - block) / step);
    return { block, column: Math.floor(index / rows), row: index % rows };
  };
  if (subdomain === "min") return at(10, MINUTE);
  if (subdomain === "hour") return domain === "day" ? at(6, HOUR) : at(24, HOUR);
  if (subdomain === "day") {
    if (domain === "week") return { block, column: 0, row: weekdayOf(epochMs) };
    return { block, column: Math.round((weekOf(epochMs) - weekOf(block)) / (7 * DAY)), row: weekdayOf(epochMs) };
  }
  if (subdomain === "week")
    return { block, column: Math.max(0, Math.round((weekOf(epochMs) - weekOf(block)) / (7 * DAY))), row: 0 };
  const month = new Date(epochMs).getUTCMonth();
  return domain === "year" ? { block, column: Math.floor(month / 3), row: month % 3 } : { block, column: 0, row: 0 };
}

function weekdayOf(epochMs: number): number {
  return (new Date(epochMs).getUTCDay() + 6) % 7;
}

export const BLOCK_FORMATS: Readonly<Record<Domain, string>> = {
  hour: "%H:00",
  day: "%b %-d",
  week: "%b %-d",
  month: "%b",
  year: "%Y",
};
export const ROW_FORMATS: Readonly<Record<Domain, string>> = {
  hour: "%b %-d, %H:00",
  day: "%b %-d, %Y",
  week: "%b %-d, %Y",
  month: "%b %Y",
  year: "%Y",
};
export const CELL_FORMATS: Readonly<Record<Subdomain, string>> = {
  min: "%b %-d, %H:%M",
  hour: "%a %b %-d, %H:00",
  day: "%a %b %-d, %Y",
  week: "Week of %b %-d, %Y",
  month: "%B %Y",
};
