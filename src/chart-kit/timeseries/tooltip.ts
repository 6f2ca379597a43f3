import type { Selection } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { type Hit, type Mark, TOOLTIP_ROWS, type TooltipContent, type TooltipRow } from "../echart/echart-spec.ts";
import { formatPercent } from "../format/plain-number.ts";
import { zoneText } from "../format/zoned.ts";
import { selectionOf } from "../selection.ts";
import { sampleText } from "./downsample.ts";
import { forecasted } from "./forecast-series.ts";
import { linesAt, marksAt } from "./layer-series.ts";
import { seriesOffset } from "./marks.ts";
import type { Plan, PlannedSeries } from "./plan.ts";
import { partRows } from "./small-series.ts";
import { unfinishedText } from "./unfinished.ts";

interface Point {
  series: PlannedSeries;
  index: number;
  value: number | null;
  isHovered: boolean;
}

function seriesAt(plan: Plan, seriesIndex: number): PlannedSeries | undefined {
  const index = seriesIndex - seriesOffset(plan);
  return plan.series[index] ?? forecasted(plan)[index - plan.series.length];
}

function pointOf(plan: Plan, hit: Hit): Point | null {
  const series = seriesAt(plan, hit.seriesIndex);
  const value = series?.values[hit.dataIndex] ?? null;
  const hasValue = value !== null || (series?.forecast?.yhat[hit.dataIndex] ?? null) !== null;
  return series && hasValue ? { series, index: hit.dataIndex, value, isHovered: hit.isHovered === true } : null;
}

export function tooltipOf(plan: Plan, hits: readonly Hit[]): TooltipContent | null {
  const found = hits.map((hit) => pointOf(plan, hit)).filter((point) => point !== null);
  const points = [...new Map(found.map((point) => [point.series, point])).values()];
  const first = points[0];
  if (!first) return null;
  if (plan.form.tooltipSortByMetric) points.sort((a, b) => heightOf(b) - heightOf(a));
  const shown = points.filter(({ isHovered }, i) => i < TOOLTIP_ROWS || isHovered);
  const total = totalOf(points);
  const hasTotal = plan.form.showTooltipTotal && isSummed(plan, points);
  const withShare = plan.form.showTooltipPercentage && !plan.form.contributionMode && total !== 0;
  return {
    title: plan.formats.xFull(plan.frame.x[first.index] ?? null),
    rows: [
      ...shown.flatMap((point) => [
        rowOf(plan, point, withShare ? total : null),
        ...partRows(plan, point, TOOLTIP_ROWS - shown.length),
      ]),
      ...layerRows(plan, first.index),
    ],
    ...(hasTotal ? { total: { label: t("Total"), value: plan.formats.full(total) } } : {}),
    ...noteOf([
      points.length > shown.length ? t("+ {count, number} more", { count: points.length - shown.length }) : undefined,
      unfinishedText(plan.unfinished.get(first.index)),
      sampleText(plan.frame),
      plan.zone && zoneText(plan.zone),
    ]),
  };
}

function isSummed(plan: Plan, points: readonly Point[]): boolean {
  if (!plan.isAdditive || points.length < 2 || plan.stack === "expand" || plan.form.contributionMode) return false;
  return !points.some(({ series, value }) => series.shift || value === null);
}

function noteOf(notes: readonly (string | undefined)[]): Pick<TooltipContent, "note"> {
  const presentNotes = notes.filter((note) => note !== undefined);
  return presentNotes.length > 0 ? { note: presentNotes.join("; ") } : {};
}

const heightOf = ({ series, index, value }: Point) => value ?? series.forecast?.yhat[index] ?? 0;

function totalOf(points: readonly Point[]): number {
  return points.reduce((sum, point) => sum + (point.value ?? 0), 0);
}

function rowOf(plan: Plan, point: Point, total: number | null): TooltipRow {
  return {
    color: plan.categoryColors?.[point.index] ?? point.series.color,
    label: point.series.label,
    value: valueText(plan, point),
    ...(total === null || point.value === null ? {} : { share: formatPercent(point.value / total) }),
    isFocus: point.series.isSelected || point.isHovered,
  };
}

const MOST_LAYER_ROWS = 6;

function layerRows(plan: Plan, index: number): TooltipRow[] {
  const lines = linesAt(plan, index).map(({ layer, name, value }) => ({
    color: layer.color,
    label: name,
    value: plan.formats.full(value),
  }));
  const marks = marksAt(plan, index).map(({ layer, mark }) => ({
    color: layer.color,
    label: mark.title,
    value: truncate(mark.details.join(", ")),
  }));
  return [...lines, ...marks].slice(0, MOST_LAYER_ROWS);
}

const LONGEST = 60;
const truncate = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text);

function valueText(plan: Plan, { series, index, value }: Point): string {
  if (plan.stack === "expand") return formatPercent(series.drawn[index] ?? 0);
  const { full } = plan.formats;
  const { yhat, lower, upper } = series.forecast ?? {};
  const predicted = yhat?.[index] ?? null;
  const parts = value === null ? [] : [full(value)];
  if (predicted !== null) {
    parts.push(`ŷ = ${full(predicted)} [${full(lower?.[index] ?? predicted)}, ${full(upper?.[index] ?? predicted)}]`);
  }
  return parts.join(", ");
}

export function markOf(plan: Plan, hit: Hit): Mark | null {
  const series = seriesAt(plan, hit.seriesIndex);
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
  if (plan.filterBy === "series") return series.isOthers ? null : selectionOf(plan.form.groupby, series.dimensions);
  const column = plan.form.x_axis;
  if (plan.filterBy !== "points" || !column || index < 0) return null;
  return selectionOf([column], [plan.frame.x[index] ?? null]);
}
