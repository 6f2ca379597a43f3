import { z } from "zod";
import { linearColorSchemeControl } from "../../chart-kit/controls/controls.ts";
import { areaRanges } from "../../chart-kit/map/area-brush.ts";
import { hitAreaLayer } from "../../chart-kit/map/cell-marks.ts";
import { aggregate, type Cell, cellMeters, cellsOf, placesOfCells, quantile } from "../../chart-kit/map/cells.ts";
import { cssOf, rampAt, rgbaOf, toRgba, visiblePart } from "../../chart-kit/map/color.ts";
import { tooltipRows } from "../../chart-kit/map/map-controls.ts";
import { mapFrame } from "../../chart-kit/map/map-rows.ts";
import type { ContourLayer, LegendPart, MapSpec } from "../../chart-kit/map/map-spec.ts";
import { legendOf } from "../../chart-kit/map/paint.ts";
import { spatialOf } from "../../chart-kit/map/spatial.ts";
import {
  emptyWithoutWeight,
  metersControl,
  sizeControl,
  WeightedForm,
  weightedQuery,
  weightedRows,
  weightedSections,
  weightedSummary,
} from "../../chart-kit/map/weighted.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg, t } from "../../i18n/translate.ts";
import { PickedColor } from "../../model/map-values.ts";
import { card } from "./card.ts";

const threshold = z.preprocess((value) => (value === "" ? null : value), z.coerce.number().nullish().catch(null));
/** A line at the lower threshold; a band when there is an upper one. */
const Contour = z.looseObject({
  lowerThreshold: threshold,
  upperThreshold: threshold,
  strokeWidth: threshold,
  color: PickedColor.nullish().catch(null),
});

const AGGREGATIONS = ["sum", "min", "max", "mean"] as const;

const ContourForm = WeightedForm.extend({
  cellSize: metersControl,
  aggregation: z
    .preprocess((value) => String(value ?? "sum").toLowerCase(), z.enum(AGGREGATIONS))
    .catch("sum")
    .default("sum"),
  contours: z.array(Contour).nullish().catch(null),
});
type ContourForm = z.infer<typeof ContourForm>;
type Input = TransformInput<ContourForm>;

export const definition = defineChartType({
  card,
  schema: ContourForm,
  defaults: (dataset) => ({ spatial: spatialOf(dataset) }),
  sections: weightedSections(
    [
      [sizeControl("cellSize", msg("Cell size"), msg("Cell width in meters. Empty = automatic"))],
      [
        {
          name: "aggregation",
          label: msg("Aggregation"),
          widget: "select",
          choices: [
            ["sum", msg("Sum")],
            ["min", msg("Minimum")],
            ["max", msg("Maximum")],
            ["mean", msg("Mean")],
          ],
          default: "sum",
          render: true,
        },
      ],
      [
        {
          name: "contours",
          label: msg("Contours"),
          widget: "contours",
          default: [],
          render: true,
          description: msg("Contour lines and bands. Empty = automatic"),
        },
      ],
      [linearColorSchemeControl()],
    ],
    tooltipRows(),
  ),
  buildQuery: (form) => weightedQuery(form),
  ranges: areaRanges,
  transform,
});

type Band = ContourLayer["contours"][number];

function transform(input: Input): Drawing<MapSpec> {
  const { formData: form } = input;
  const rows = weightedRows(input);
  const cell = cellMeters(rows.points, form.cellSize ?? null);
  const cells = cellsOf(rows.points, { shape: "square", meters: cell, aggregation: form.aggregation });
  const contours = form.contours && form.contours.length > 0 ? chosenBands(input) : fittingBands(input, cells);
  // deck.gl finds no contour around a single cell, so it is drawn as a polygon.
  const isAlone = cells.length === 1;
  const highest = aggregate(
    cells.map(({ value }) => value),
    "max",
  );
  const reached = contours.filter(({ threshold }) => highest >= lowerOf(threshold));
  const isUnreached = cells.length > 0 && contours.length > 0 && reached.length === 0;
  const write = rows.measure.short;
  const summary = weightedSummary(rows, t("Contour map"));
  return {
    summary,
    ...(isUnreached
      ? unreachedWarning(contours, { highest, write })
      : emptyWithoutWeight(rows, (weight) => weight !== 0)),
    props: {
      ...mapFrame(input, placesOfCells(cells, rows.points)),
      summary,
      layers: [
        {
          id: "contours",
          kind: "contours",
          count: 0,
          points: isAlone ? [] : rows.points,
          cellMeters: cell,
          aggregation: form.aggregation.toUpperCase() as ContourLayer["aggregation"],
          contours,
        },
        hitAreaLayer(input, rows, {
          cells,
          aggregation: form.aggregation,
          ...(isAlone ? { color: reached.at(-1)?.color } : {}),
        }),
      ],
      legend: legendOf(form, [legendPart(contours, write)], t("{measure} per cell", { measure: rows.measure.label })),
    },
  };
}

const lowerOf = (threshold: Band["threshold"]) => (typeof threshold === "number" ? threshold : threshold[0]);

function unreachedWarning(
  contours: readonly Band[],
  { highest, write }: { highest: number; write(value: number): string },
) {
  const least = Math.min(...contours.map(({ threshold }) => lowerOf(threshold)));
  return {
    isEmpty: false,
    warning: t("No cell reaches the lowest contour ({lowest}). The highest cell value is {highest}", {
      lowest: write(least),
      highest: write(highest),
    }),
  };
}

function legendPart(contours: readonly Band[], write: (value: number) => string): LegendPart {
  const sorted = [...contours].sort((a, b) => lowerOf(b.threshold) - lowerOf(a.threshold));
  const items = sorted.map((band) => ({ color: cssOf(band.color), label: labelOf(band.threshold, write) }));
  const [top, bottom] = [sorted[0], sorted.at(-1)].map((band) => write(band ? lowerOf(band.threshold) : 0));
  return { kind: "items", items, ends: { low: bottom ?? "", high: `≥ ${top}` }, isFalling: true };
}

function labelOf(threshold: Band["threshold"], write: (value: number) => string): string {
  if (typeof threshold === "number") return t("From {value}", { value: write(threshold) });
  const [from, to] = threshold;
  if (to === Number.MAX_VALUE) return t("{value} or more", { value: write(from) });
  return t("{low} to {high}", { low: write(from), high: write(to) });
}

function chosenBands({ formData: form, theme }: Input): Band[] {
  return (form.contours ?? []).flatMap(({ lowerThreshold: from, upperThreshold: to, strokeWidth, color }): Band[] => {
    if (from === null || from === undefined) return [];
    const isBand = to !== null && to !== undefined && to > from;
    return [
      {
        threshold: isBand ? [from, to] : from,
        color: color ? toRgba(color) : rgbaOf(theme.focus, 0.8),
        width: strokeWidth || 1,
      },
    ];
  });
}

const STEPS = [0.25, 0.5, 0.7, 0.85, 0.94, 1];

function fittingBands(input: Input, cells: readonly Cell[]): Band[] {
  const sorted = cells.map(({ value }) => value).sort((a, b) => a - b);
  const ramp = visiblePart(input.rampOf(input.formData.linear_color_scheme));
  const most = aggregate(sorted, "max");
  const found = [...new Set(STEPS.map((share) => quantile(sorted, share)))];
  // Equal cells share one band.
  const ends = found.length > 1 ? found : [most, most];
  return ends.slice(0, -1).map((from, index): Band => {
    const to = ends[index + 1] ?? most;
    const isLast = index === ends.length - 2;
    return {
      // deck.gl's grid has another origin, so its maximum may be higher than ours.
      threshold: [from, isLast ? Number.MAX_VALUE : to],
      color: rgbaOf(rampAt(ramp, (index + 1) / (ends.length - 1)), 0.75),
      width: 1,
    };
  });
}
