import { epochOf } from "../../chart-kit/format/value.ts";
import { labelOf } from "../../chart-kit/selection.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { columnLabel } from "../../model/adhoc.ts";
import type { ChartDataResult, DataRow, DataValue } from "../../model/query-context.ts";
import type { GanttForm } from "./schema.ts";

/** Times are epoch milliseconds; swapped when the end is before the start. */
export interface GanttBar {
  line: number;
  from: number;
  to: number;
  series: string | undefined;
  row: DataRow;
}

export interface GanttLine {
  label: string;
  isFirst: boolean;
  category: string;
}

export interface BarRows {
  bars: readonly GanttBar[];
  lines: readonly GanttLine[];
  series: readonly string[];
  left: number;
}

export function barsOf(result: ChartDataResult, form: GanttForm, isSplit: boolean): BarRows {
  const [start, end] = [form.start_time, form.end_time].map((column) => (column ? columnLabel(column) : ""));
  const dimension = form.series ? columnLabel(form.series) : undefined;
  const rows = rowsOf(result);
  const known = rows.flatMap((row) => {
    const [from, to] = [timeOf(row[start ?? ""]), timeOf(row[end ?? ""])];
    if (from === undefined || to === undefined) return [];
    const category = form.y_axis.map((column) => labelOf(row[columnLabel(column)])).join(", ");
    const series = dimension === undefined ? undefined : labelOf(row[dimension]);
    return [{ from: Math.min(from, to), to: Math.max(from, to), category, series, row }];
  });
  const lines = [...Map.groupBy(known, (one) => one.category)].flatMap(([category, all]): GanttLine[] => {
    const own = isSplit ? [...new Set(all.map((one) => one.series ?? ""))] : [category];
    return own.map((label, index) => ({ label, category, isFirst: index === 0 }));
  });
  const places = new Map<string, Map<string, number>>();
  lines.forEach(({ category, label }, index) => {
    places.set(category, (places.get(category) ?? new Map<string, number>()).set(label, index));
  });
  return {
    lines,
    bars: known.map(({ category, series, ...bar }) => ({
      ...bar,
      series,
      line: places.get(category)?.get(isSplit ? (series ?? "") : category) ?? 0,
    })),
    series: [...new Set(known.map((one) => one.series))].filter((name) => name !== undefined),
    left: rows.length - known.length,
  };
}

export function firstLines(chart: BarRows, most: number): BarRows {
  if (chart.lines.length <= most) return chart;
  const bars = chart.bars.filter((bar) => bar.line < most);
  const series = [...new Set(bars.flatMap((bar) => bar.series ?? []))];
  return { ...chart, bars, series, lines: chart.lines.slice(0, most) };
}

const MAX_BARS = 3000;

export function longestOf(bars: readonly GanttBar[]): readonly GanttBar[] {
  if (bars.length <= MAX_BARS) return bars;
  const byLength = bars.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  const ofLine = new Map<number, GanttBar>();
  for (const bar of byLength) if (!ofLine.has(bar.line)) ofLine.set(bar.line, bar);
  const longest = new Set([...new Set([...ofLine.values(), ...byLength])].slice(0, MAX_BARS));
  return bars.filter((bar) => longest.has(bar));
}

function timeOf(value: DataValue | undefined): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? epochOf(value) : undefined;
}

export function clockOf(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > 24 || Number(minutes) > 59) return undefined;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000;
}
