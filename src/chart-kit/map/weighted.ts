import { z } from "zod";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import type { QueryMetric } from "../../model/adhoc.ts";
import { metricControl as metricForm } from "../../model/form-data.ts";
import { spatialColumns } from "../../model/map-values.ts";
import type { QueryContext } from "../../model/query-context.ts";
import { metricControl } from "../controls/controls.ts";
import { type Measure, measureOf, numberIn } from "../values/measure.ts";
import { pluralize } from "../warning.ts";
import { legendRows, mapSection, queryRows, spatialPicker } from "./map-controls.ts";
import { MapForm } from "./map-form.ts";
import { mapQuery } from "./map-query.ts";
import { type LocatedRow, locatedRows, missingLocationWarning } from "./map-rows.ts";
import type { Weighted } from "./map-spec.ts";
import { positionIn, spatialControl } from "./spatial.ts";

/** Maps of places that weigh something: grids, hexagons, heat, contours. */
export const WeightedForm = MapForm.extend({
  spatial: spatialControl,
  size: z.preprocess((value) => (Array.isArray(value) ? value[0] : value), metricForm),
});
export type WeightedForm = z.infer<typeof WeightedForm>;

export const weightedQuery = (form: WeightedForm): QueryContext =>
  mapQuery(form, { places: spatialColumns(form.spatial), metrics: [form.size] });

export interface WeightedRows {
  placed: LocatedRow[];
  points: Weighted[];
  left: number;
  measure: Measure;
}

/** A place without a value weighs nothing. */
export function weightedRows(input: TransformInput<WeightedForm>): WeightedRows {
  const { spatial, size } = input.formData;
  const measure = measureOf(size, input);
  const { placed, left } = locatedRows(input, (row) => (spatial ? positionIn(row, spatial) : null));
  const points = placed.map(({ row, at }) => ({ at, weight: size ? (numberIn(row, measure.key) ?? 0) : 1 }));
  return { placed, points, left, measure };
}

/** Where weight is what is seen, places without any leave an empty map, which says nothing. */
export function emptyWithoutWeight(
  { points, left }: WeightedRows,
  isSeen: (weight: number) => boolean,
): Pick<Drawing, "isEmpty" | "warning"> {
  const isEmpty = !points.some(({ weight }) => isSeen(weight));
  if (isEmpty && points.length > 0) return { isEmpty, warning: "Points without a weight aren't visible" };
  return { isEmpty, ...missingLocationWarning(left, points.length) };
}

type Rows = readonly (readonly Control[])[];

/** `told`: what tooltips are written with, where marks have any. */
export const weightedSections = (look: Rows, told: Rows = []): Section[] => [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [spatialPicker("spatial", "Longitude & latitude")],
      [metricControl({ name: "size", label: "Weight", description: "Metric that weights each point" } as object)],
      ...queryRows(),
      ...told,
    ],
  },
  mapSection(),
  { label: "Chart options", expanded: true, tab: "customize", rows: [...look, ...legendRows()] },
];

export const sizeControl = (name: string, label: string, description: string): Control => ({
  name,
  label,
  widget: "number",
  min: 0,
  render: true,
  description,
});

/** A size in meters; missing and 0: as the data need. */
export const metersControl = z.preprocess(
  (value) => (value === "" || value === null || Number(value) <= 0 ? null : value),
  z.coerce.number().nullish().catch(null),
);

/** The ends of a legend whose values nobody knows beforehand: things are counted, other weights added up. */
export function rampEnds({ size }: WeightedForm): { low: string; high: string } {
  const isCount = !size || (typeof size === "string" ? size === "count" : isCountOf(size));
  return isCount ? { low: "Few", high: "Many" } : { low: "Low", high: "High" };
}

const isCountOf = (metric: Exclude<QueryMetric, string>): boolean =>
  metric.expressionType === "SIMPLE" && /^count/i.test(metric.aggregate ?? "");

/** `Map of 3 places by count, 120 in all.` */
export function weightedSummary({ points, measure }: WeightedRows, kind: string): string {
  const total = points.reduce((sum, { weight }) => sum + weight, 0);
  return `${kind} of ${pluralize(points.length, "place")} by ${measure.label || "number"}, ${measure.full(total)} in all.`;
}
