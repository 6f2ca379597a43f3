import type { Selection } from "../../chart-types/chart-type.ts";
import { formatPercent } from "../format/plain-number.ts";
import { type Hit, type Mark, TOOLTIP_ROWS, type TooltipContent, type TooltipRow } from "../picture.ts";
import { selectionOf } from "../selection.ts";
import { seriesOffset } from "./marks.ts";
import type { Plan, PlannedSeries } from "./plan.ts";

/** What tooltips, screen readers and clicks are told about marks. */

interface Point {
  series: PlannedSeries;
  index: number;
  value: number;
}

function pointOf(plan: Plan, hit: Hit): Point | null {
  const series = plan.series[hit.seriesIndex - seriesOffset(plan)];
  const value = series?.values[hit.dataIndex] ?? null;
  return series && value !== null ? { series, index: hit.dataIndex, value } : null;
}

export function tooltipOf(plan: Plan, hits: readonly Hit[]): TooltipContent | null {
  const points = hits.map((hit) => pointOf(plan, hit)).filter((point) => point !== null);
  const first = points[0];
  if (!first) return null;
  if (plan.form.tooltipSortByMetric) points.sort((a, b) => b.value - a.value);
  const shown = points.slice(0, TOOLTIP_ROWS);
  const total = totalOf(points);
  const hasTotal =
    plan.isAdditive && points.length > 1 && !plan.form.contributionMode && !points.some((p) => p.series.shift);
  const withShare = plan.form.showTooltipPercentage && !plan.form.contributionMode && total !== 0;
  return {
    title: plan.formats.xFull(plan.frame.x[first.index] ?? null),
    rows: shown.map((point) => rowOf(plan, point, withShare ? total : null)),
    ...(hasTotal && plan.form.showTooltipTotal ? { total: { label: "Total", value: plan.formats.full(total) } } : {}),
    ...(points.length > shown.length ? { note: `+ ${points.length - shown.length} more` } : {}),
  };
}

function totalOf(points: readonly Point[]): number {
  return points.reduce((sum, point) => sum + point.value, 0);
}

function rowOf(plan: Plan, point: Point, total: number | null): TooltipRow {
  return {
    color: plan.categoryColors?.[point.index] ?? point.series.color,
    label: point.series.label,
    value: valueText(plan, point),
    ...(total === null ? {} : { share: formatPercent(point.value / total) }),
    isFocus: point.series.isSelected,
  };
}

/** Shares of an expanded stack come with the value they stand for. */
function valueText(plan: Plan, { series, index, value }: Point): string {
  if (plan.stack !== "expand") return plan.formats.full(value);
  return formatPercent(series.drawn[index] ?? 0);
}

/** `dataIndex` -1 stands for the whole series, as a click on a line between its points does. */
export function markOf(plan: Plan, hit: Hit): Mark | null {
  const series = plan.series[hit.seriesIndex - seriesOffset(plan)];
  if (!series) return null;
  const selection = selectionAt(plan, series, hit.dataIndex);
  const isSelected = plan.filterBy === "series" ? series.isSelected : plan.selectedPoints?.[hit.dataIndex] === true;
  if (hit.dataIndex < 0) return { text: series.label, selection, isSelected };
  const point = pointOf(plan, hit);
  if (!point) return null;
  const x = plan.formats.xFull(plan.frame.x[hit.dataIndex] ?? null);
  const name = plan.series.length > 1 ? `${series.label}, ` : "";
  return { text: `${name}${x}: ${valueText(plan, point)}`, selection, isSelected };
}

function selectionAt(plan: Plan, series: PlannedSeries, index: number): Selection | null {
  if (plan.filterBy === "series") return selectionOf(plan.form.groupby, series.dimensions);
  const column = plan.form.x_axis;
  if (plan.filterBy !== "points" || !column || index < 0) return null;
  return selectionOf([column], [plan.frame.x[index] ?? null]);
}
