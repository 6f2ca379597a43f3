import type { RangeColumn, Selection } from "../../chart-seam/chart-type.ts";
import { justAbove, MOST_EDGES, thinnedEdges } from "../../model/brush.ts";
import type { ValueRange } from "../../model/cross-filter.ts";
import type { Dataset } from "../../model/dataset.ts";
import { GENERIC_TYPE } from "../../model/query-context.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { bucketAt } from "../axes/grain-bucket.ts";
import { smallestStep } from "../axes/time-ticks.ts";
import { categoryBrush } from "../category-brush.ts";
import type { Brush } from "../echart/echart-spec.ts";
import { asRange, plainColumn, rangeOf } from "../selection.ts";
import type { Plan } from "./plan.ts";
import type { TimeseriesForm } from "./schema.ts";

export function timeseriesRanges(form: TimeseriesForm, dataset?: Dataset): RangeColumn[] {
  const column = plainColumn(form.x_axis);
  const known = dataset?.columns.find(({ column_name }) => column_name === column);
  if (column === undefined || !known || form.xAxisForceCategorical) return [];
  if (known.is_dttm || known.type_generic === GENERIC_TYPE.TEMPORAL) return [{ column, kind: "time" }];
  return known.type_generic === GENERIC_TYPE.NUMERIC ? [{ column, kind: "number" }] : [];
}

/** Selects the points inside, each with everything that its time grain covers. */
export function brushOf(plan: Plan, selected: Selection | null | undefined): Brush | undefined {
  const { form, frame, kind, isHorizontal, formats } = plan;
  const column = plainColumn(form.x_axis);
  const axis = isHorizontal ? "y" : "x";
  if (column === undefined) return undefined;
  if (frame.xKind === "category") return barBrush(plan, { column, axis }, selected);
  const points = frame.x.filter((value) => typeof value === "number").toSorted((a, b) => a - b);
  if (points.length < 2) return undefined;
  // Bars are as wide as a step, around their point.
  const reach = kind.mark === "bar" ? smallestStep(points) / 2 : 0;
  const grain = frame.xKind === "time" ? timeGrainOf(form) : undefined;
  const boxOf = (selection: Selection) => shownIn(points, rangeOf(selection, column), { axis, reach });
  return {
    axes: axis,
    select: (box) => {
      const [low = 0, high = 0] = box[axis] ?? [];
      const inside = points.filter((point) => point >= low - reach && point <= high + reach);
      const [first, last] = [inside[0], inside.at(-1)];
      if (first === undefined || last === undefined) return null;
      return asRange(column, spanOf(first, last, grain), spanText(formats.xFull(first), formats.xFull(last)));
    },
    boxOf,
    shown: selected ? boxOf(selected) : undefined,
    stops: { [axis]: points },
    dimensions: () => [{ column, edges: edgesOf(points, { grain, isTime: frame.xKind === "time" }) }],
  };
}

/** Bars of a column's values, of which there can be more than fit. Times as categories have no grain to filter by. */
function barBrush(
  { frame, formats, kind }: Plan,
  of: { column: string; axis: "x" | "y" },
  selected: Selection | null | undefined,
): Brush | undefined {
  if (kind.mark !== "bar" || frame.isOfTimes) return undefined;
  return categoryBrush([{ ...of, values: frame.x, nameOf: formats.xFull }], selected);
}

interface EdgeOptions {
  grain: string | null | undefined;
  isTime: boolean;
}

/** Of buckets, or of points, each with an edge behind it. */
function edgesOf(points: readonly number[], { grain, isTime }: EdgeOptions): number[] {
  const behind = edgeBehind(points, isTime);
  const ends = points.flatMap((point) => {
    const bucket = bucketAt(point, grain);
    return bucket ? [bucket.from, bucket.to] : [point, behind(point)];
  });
  const edges = [...new Set(ends)].toSorted((a, b) => a - b);
  const isOfPoints = bucketAt(0, grain) === undefined;
  if (!isOfPoints || edges.length <= MOST_EDGES) return thinnedEdges(edges);
  return thinnedEdges([...new Set(points), edges.at(-1) ?? 0]);
}

/** Steps of integers, as engines number the bins of these fast. */
function edgeBehind(points: readonly number[], isTime: boolean): (point: number) => number {
  if (!points.every(Number.isSafeInteger)) return justAbove;
  const [first = 0] = points;
  const step = isTime ? points.reduce((found, point) => commonDivisor(found, point - first), 0) : 1;
  return (point) => point + Math.max(1, step);
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/** Weeks are named by their first and last day. */
function spanText(first: string, last: string): string {
  const ends = [first.split(WEEK_DASH).at(0), last.split(WEEK_DASH).at(-1)];
  return [...new Set(ends)].join(" – ");
}

const WEEK_DASH = " — ";

function spanOf(first: number, last: number, grain: string | null | undefined): ValueRange {
  const [start, end] = [bucketAt(first, grain), bucketAt(last, grain)];
  return start && end ? { from: start.from, to: end.to } : { from: first, to: last, includesEnd: true };
}

function shownIn(
  points: readonly number[],
  range: ValueRange | undefined,
  { axis, reach }: { axis: "x" | "y"; reach: number },
): Brush["shown"] {
  if (!range) return undefined;
  const inside = points.filter(
    (point) => point >= range.from && (range.includesEnd ? point <= range.to : point < range.to),
  );
  return { [axis]: [(inside[0] ?? range.from) - reach, (inside.at(-1) ?? range.to) + reach] };
}
