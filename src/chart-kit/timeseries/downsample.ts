import type { Frame } from "./frame.ts";
import type { TimeseriesForm, TimeseriesKind } from "./schema.ts";

/** Points for each pixel of the width above which a frame is sampled. */
const DENSE = 3;
/** Fewer are drawn as they are. */
const FEW = 1000;
/** Pixels of which a series of a stack keeps both ends, for each series that the stack has. */
const PART = 4;

/**
 * More points than the width can show, as the lowest and the highest of each stretch of a pixel: the picture is the
 * one that all of them would give. A stretch without values stays a gap. Categories have names, points of a scatter
 * their own place, and a zoomed axis room for all: those are never sampled. A stack has to have all of its series at each
 * point, so its outline keeps both ends of each pixel, and a series in it those of some pixels: more would be all points.
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
    sampledPart,
  };
}

/** True when so many points of lines or bars are to be sampled. */
export function isDense(count: number, width: number): boolean {
  return count >= FEW && count >= width * DENSE;
}

/** Positions of the lowest and the highest of each stretch of a pixel in any of the lists, in order. */
export function extremeIndexes(lists: readonly (readonly (number | null)[])[], count: number, width: number): number[] {
  const stretch = Math.ceil(count / Math.max(1, width));
  const kept = new Set<number>([0, count - 1]);
  for (let from = 0; from < count; from += stretch) {
    for (const values of lists) addExtremes(values, { from, to: Math.min(count, from + stretch) }, kept);
  }
  return [...kept].sort((a, b) => a - b);
}

function addExtremes(
  values: readonly (number | null)[],
  { from, to }: { from: number; to: number },
  kept: Set<number>,
) {
  let [low, high] = [-1, -1];
  for (let i = from; i < to; i++) {
    const value = values[i] ?? null;
    if (value === null) continue;
    if (low < 0 || value < (values[low] ?? 0)) low = i;
    if (high < 0 || value > (values[high] ?? 0)) high = i;
  }
  kept.add(low < 0 ? from : low);
  if (high >= 0) kept.add(high);
}

/** What stacks add up to, so that their outline keeps its ends too. */
function totals(lists: readonly (readonly (number | null)[])[], count: number): number[] {
  return Array.from({ length: count }, (_, i) => lists.reduce((sum, values) => sum + (values[i] ?? 0), 0));
}

/** What is said where not all points are drawn. */
export function sampleText({ sampledFrom, sampledPart = 1 }: Frame): string | undefined {
  if (sampledFrom === undefined) return undefined;
  const count = sampledFrom.toLocaleString("en-US");
  if (sampledPart > 1)
    return `${count} points, sampled: highest and lowest total per pixel, and of each series per ${sampledPart} pixels`;
  return `${count} points, sampled: highest and lowest value per pixel`;
}
