import { t } from "../../i18n/translate.ts";
import type { Frame } from "./frame.ts";
import type { TimeseriesForm, TimeseriesKind } from "./schema.ts";

/** Points per pixel above which a frame is downsampled. */
const DENSE = 3;
const FEW = 1000;
/** Pixels per sample of a stacked series, times the number of series. */
const PART = 4;

/**
 * Keeps the minimum and maximum per pixel, so the chart looks the same as with all points. Gaps stay. Categories,
 * scatter points and zoomable axes are never downsampled. Stacks need all series at each point, so their outline keeps
 * both extremes per pixel and each series those of several pixels.
 */
export function downsample(
  frame: Frame,
  { form, kind, width }: { form: TimeseriesForm; kind: TimeseriesKind; width: number },
): Frame {
  const count = frame.x.length;
  const isLeft = frame.xKind === "category" || kind.mark === "scatter" || form.zoomable;
  if (isLeft || !isDense(count, width) || frame.series.some((series) => series.forecast)) return frame;
  const lists = frame.series.map((series) => series.values);
  const sampledPart = form.stack && lists.length > 1 ? PART * lists.length : 1;
  const parts = extremeIndexes(lists, count, width / sampledPart);
  const outline = sampledPart > 1 ? extremeIndexes([totals(lists, count)], count, width) : [];
  const at = [...new Set([...parts, ...outline])].sort((a, b) => a - b);
  return {
    ...frame,
    x: at.map((i) => frame.x[i] ?? null),
    series: frame.series.map((series) => ({ ...series, values: at.map((i) => series.values[i] ?? null) })),
    sampledFrom: count,
  };
}

export function isDense(count: number, width: number): boolean {
  return count >= FEW && count >= width * DENSE;
}

export function extremeIndexes(lists: readonly (readonly (number | null)[])[], count: number, width: number): number[] {
  const stretch = Math.ceil(count / Math.max(1, width));
  const indexes = new Set<number>([0, count - 1]);
  for (let from = 0; from < count; from += stretch) {
    for (const values of lists) addExtremes(values, { from, to: Math.min(count, from + stretch) }, indexes);
  }
  return [...indexes].sort((a, b) => a - b);
}

function addExtremes(
  values: readonly (number | null)[],
  { from, to }: { from: number; to: number },
  indexes: Set<number>,
) {
  let [low, high] = [-1, -1];
  for (let i = from; i < to; i++) {
    const value = values[i] ?? null;
    if (value === null) continue;
    if (low < 0 || value < (values[low] ?? 0)) low = i;
    if (high < 0 || value > (values[high] ?? 0)) high = i;
  }
  indexes.add(low < 0 ? from : low);
  if (high >= 0) indexes.add(high);
}

function totals(lists: readonly (readonly (number | null)[])[], count: number): number[] {
  return Array.from({ length: count }, (_, i) => lists.reduce((sum, values) => sum + (values[i] ?? 0), 0));
}

export function sampleText({ sampledFrom }: Frame): string | undefined {
  if (sampledFrom === undefined) return undefined;
  return t("Simplified from {count, number} points: only the highs and lows per pixel are drawn", {
    count: sampledFrom,
  });
}
