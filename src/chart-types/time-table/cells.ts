import { numberFormatter } from "../../chart-kit/format/number-format.ts";
import { formatFull, formatPercent } from "../../chart-kit/format/plain-number.ts";
import type { TimeColumn } from "./schema.ts";

export interface Series {
  values: readonly (number | null)[];
}

export function figureOf(column: TimeColumn, { values }: Series, all: readonly Series[]): number | null {
  switch (column.colType) {
    case "contrib":
      return shareOf(values, all);
    case "avg":
      return meanOf(values.slice(column.timeLag ? -Math.abs(column.timeLag) : 0));
    case "spark":
      return values.at(-1) ?? null;
    default:
      return comparisonOf(column, values);
  }
}

function shareOf(values: Series["values"], all: readonly Series[]): number | null {
  const last = values.at(-1) ?? null;
  const whole = all.reduce((sum, series) => sum + (series.values.at(-1) ?? 0), 0);
  return last === null || whole === 0 ? null : last / whole;
}

function meanOf(values: Series["values"]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Compares the last value with the one `timeLag` steps before; a negative lag counts from the first. */
function comparisonOf({ timeLag, comparisonType }: TimeColumn, values: Series["values"]): number | null {
  const lag = Math.trunc(timeLag ?? 0);
  const now = values.at(-1) ?? null;
  const before = values[lag < 0 ? -lag - 1 : values.length - 1 - lag] ?? null;
  if (!comparisonType || comparisonType === "value") return before;
  return now === null || before === null ? null : changeOf(now, before, comparisonType);
}

function changeOf(now: number, before: number, kind: "diff" | "perc" | "perc_change"): number | null {
  if (kind === "diff") return now - before;
  if (before === 0) return null;
  return kind === "perc" ? now / before : now / before - 1;
}

export function sparklineOf({ timeRatio }: TimeColumn, { values }: Series): (number | null)[] {
  const step = Math.trunc(timeRatio ?? 0);
  if (step <= 0) return [...values];
  return values.slice(step).map((value, i) => {
    const before = values[i] ?? null;
    return value === null || before === null || before === 0 ? null : value / before;
  });
}

const isPercent = ({ colType, comparisonType }: TimeColumn) =>
  colType === "contrib" || (isTime(colType) && (comparisonType === "perc" || comparisonType === "perc_change"));

const isTime = (colType: TimeColumn["colType"]) => colType === "time" || !colType;

export function formatOf(column: TimeColumn, metric: (value: number) => string): (value: number) => string {
  const plain = plainFormat(column, metric);
  const isChange = isTime(column.colType) && ["diff", "perc_change"].includes(column.comparisonType ?? "");
  return (value) => (isChange && value > 0 && !column.d3format ? `+${plain(value)}` : plain(value));
}

function plainFormat(column: TimeColumn, metric: (value: number) => string): (value: number) => string {
  if (column.d3format) return numberFormatter(column.d3format);
  if (isPercent(column)) return formatPercent;
  return column.timeRatio ? formatFull : metric;
}

/** 0 to 1; undefined without bounds. A single bound splits values in two. */
export function shareInBounds(value: number | null, bounds: TimeColumn["bounds"]): number | undefined {
  const [from, to] = bounds ?? [null, null];
  if (value === null || (from === null && to === null)) return undefined;
  if (from === null || to === null || from === to) return value >= (from ?? to ?? 0) ? 1 : 0;
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
