import { rowsOf } from "../../chart-kit/table/column.ts";
import { type Dimensions, dimensionsOf, type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import type { BubbleForm } from "./schema.ts";

export interface Bubble {
  name: string;
  x: number;
  y: number;
  size: number;
  width: number;
}

export interface Group {
  name: string;
  bubbles: Bubble[];
}

export interface Measures {
  x: Measure;
  y: Measure;
  size: Measure;
}

export function measuresOf(input: TransformInput<BubbleForm>): Measures {
  const { formData: form } = input;
  return {
    x: measureOf(form.x, input, { format: form.xAxisFormat }),
    y: measureOf(form.y, input, { format: form.y_axis_format }),
    size: measureOf(form.size, input, { format: form.tooltipSizeFormat }),
  };
}

export interface Grouped {
  groups: Group[];
  left: number;
  cut: number;
}

export const LABEL_MIN_WIDTH = 18;
const LEAST = 5;
const SMALLEST = 2;
export const MAX_BUBBLES = 3000;

/** Largest first so that small ones are on top. Area is proportional to size. */
export function groupsOf(input: TransformInput<BubbleForm>, measures: Measures): Grouped {
  const { formData: form } = input;
  const entity = one(form.entity, input);
  const series = one(form.series, input);
  const rows = rowsOf(input.results[0]);
  const placed = rows.flatMap((row) => {
    const [x, y, size] = [measures.x, measures.y, measures.size].map((measure) => numberIn(row, measure.key));
    if (!hasPlace(x, form.logXAxis) || !hasPlace(y, form.logYAxis)) return [];
    return [{ row, x, y, size: size ?? 0 }];
  });
  const drawn =
    placed.length > MAX_BUBBLES ? [...placed].sort((a, b) => b.size - a.size).slice(0, MAX_BUBBLES) : placed;
  const groups = new Map<string, Group>();
  for (const { row, ...place } of drawn) {
    const name = form.series ? series.nameOf(row) : "";
    const group = groups.get(name) ?? { name, bubbles: [] };
    groups.set(name, group);
    group.bubbles.push({ name: entity.nameOf(row), ...place, width: LEAST });
  }
  const all = [...groups.values()];
  sizeAll(all, form.max_bubble_size * Math.min(1, Math.min(input.width, input.height) / 360));
  limitCoverage(all, input);
  return { groups: all, left: rows.length - placed.length, cut: placed.length - drawn.length };
}

function hasPlace(value: number | null | undefined, isLog: boolean): value is number {
  return typeof value === "number" && (!isLog || value > 0);
}

function sizeAll(groups: readonly Group[], widest: number): void {
  const most = Math.max(0, ...groups.flatMap((group) => group.bubbles.map((bubble) => bubble.size)));
  for (const group of groups) {
    for (const bubble of group.bubbles) {
      const share = most > 0 ? Math.sqrt(Math.max(0, bubble.size) / most) : 0;
      bubble.width = Math.max(Math.min(LEAST, widest), share * widest);
    }
    group.bubbles.sort((a, b) => b.width - a.width);
  }
}

const MAX_COVERAGE = 0.6;

function limitCoverage(groups: readonly Group[], { width, height }: { width: number; height: number }): void {
  const all = groups.flatMap(({ bubbles }) => bubbles);
  const area = all.reduce((sum, bubble) => sum + (Math.PI * bubble.width ** 2) / 4, 0);
  const scale = Math.sqrt((width * height * MAX_COVERAGE) / Math.max(1, area));
  if (scale >= 1) return;
  for (const bubble of all) bubble.width = Math.max(SMALLEST, bubble.width * scale);
}

function one(column: BubbleForm["entity"], input: TransformInput<BubbleForm>): Dimensions {
  return dimensionsOf(column ? [column] : [], input);
}
