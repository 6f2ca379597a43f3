import { z } from "zod";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import type { QueryMetric } from "../../model/adhoc.ts";
import { metricControl as metricForm } from "../../model/form-data.ts";
import { spatialColumns } from "../../model/map-values.ts";
import type { QueryContext } from "../../model/query-context.ts";
import { metricControl } from "../controls/controls.ts";
import { type Measure, measureOf, numberIn } from "../values/measure.ts";
import { legendRows, mapSection, queryRows, spatialPicker } from "./map-controls.ts";
import { MapForm } from "./map-form.ts";
import { mapQuery } from "./map-query.ts";
import { type LocatedRow, locatedRows, missingLocationWarning } from "./map-rows.ts";
import type { Weighted } from "./map-spec.ts";
import { positionIn, spatialControl } from "./spatial.ts";

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

export function weightedRows(input: TransformInput<WeightedForm>): WeightedRows {
  const { spatial, size } = input.formData;
  const measure = measureOf(size, input);
  const { placed, left } = locatedRows(input, (row) => (spatial ? positionIn(row, spatial) : null));
  const points = placed.map(({ row, at }) => ({ at, weight: size ? (numberIn(row, measure.key) ?? 0) : 1 }));
  return { placed, points, left, measure };
}

export function emptyWithoutWeight(
  { points, left }: WeightedRows,
  isSeen: (weight: number) => boolean,
): Pick<Drawing, "isEmpty" | "warning"> {
  const isEmpty = !points.some(({ weight }) => isSeen(weight));
  if (isEmpty && points.length > 0) return { isEmpty, warning: t("Points without a weight aren't visible") };
  return { isEmpty, ...missingLocationWarning(left, points.length) };
}

type Rows = readonly (readonly Control[])[];

export const weightedSections = (look: Rows, tooltips: Rows = []): Section[] => [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [spatialPicker("spatial", msg("Longitude & latitude"))],
      [
        metricControl({
          name: "size",
          label: msg("Weight"),
          description: msg("Metric that weights each point"),
        } as object),
      ],
      ...queryRows(),
      ...tooltips,
    ],
  },
  mapSection(),
  { label: msg("Chart options"), expanded: true, tab: "customize", rows: [...look, ...legendRows()] },
];

export const sizeControl = (name: string, label: Message, description: Message): Control => ({
  name,
  label,
  widget: "number",
  min: 0,
  render: true,
  description,
});

/** In meters; missing or 0 = automatic. */
export const metersControl = z.preprocess(
  (value) => (value === "" || value === null || Number(value) <= 0 ? null : value),
  z.coerce.number().nullish().catch(null),
);

/** Legend ends when values aren't known in advance: Few/Many for counts, Low/High for sums. */
export function rampEnds({ size }: WeightedForm): { low: string; high: string } {
  const isCount = !size || (typeof size === "string" ? size === "count" : isCountOf(size));
  return isCount ? { low: t("Few"), high: t("Many") } : { low: t("Low"), high: t("High") };
}

const isCountOf = (metric: Exclude<QueryMetric, string>): boolean =>
  metric.expressionType === "SIMPLE" && /^count/i.test(metric.aggregate ?? "");

export function weightedSummary({ points, measure }: WeightedRows, kind: string): string {
  const total = points.reduce((sum, { weight }) => sum + weight, 0);
  return t("{chart} of {count, plural, one {# location} other {# locations}} by {measure}, {total} in all.", {
    chart: kind,
    count: points.length,
    measure: measure.label || t("number"),
    total: measure.full(total),
  });
}
