import { z } from "zod";
import { linearColorSchemeControl } from "../../chart-kit/controls/controls.ts";
import { areaRanges } from "../../chart-kit/map/area-brush.ts";
import { hitAreaLayer } from "../../chart-kit/map/cell-marks.ts";
import { cellsOf } from "../../chart-kit/map/cells.ts";
import { rgbaOf, visiblePart } from "../../chart-kit/map/color.ts";
import { tooltipRows } from "../../chart-kit/map/map-controls.ts";
import { mapFrame } from "../../chart-kit/map/map-rows.ts";
import type { MapSpec } from "../../chart-kit/map/map-spec.ts";
import { legendOf } from "../../chart-kit/map/paint.ts";
import { spatialOf } from "../../chart-kit/map/spatial.ts";
import {
  emptyWithoutWeight,
  rampEnds,
  WeightedForm,
  weightedQuery,
  weightedRows,
  weightedSections,
  weightedSummary,
} from "../../chart-kit/map/weighted.ts";
import { number } from "../../chart-kit/timeseries/schema.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg, t } from "../../i18n/translate.ts";
import { card } from "./card.ts";

const HeatmapForm = WeightedForm.extend({
  intensity: number(1),
  radius_pixels: number(30),
  aggregation: z
    .preprocess((value) => String(value ?? "sum").toLowerCase(), z.enum(["sum", "mean"]))
    .catch("sum")
    .default("sum"),
});
type HeatmapForm = z.infer<typeof HeatmapForm>;

export const definition = defineChartType({
  card,
  schema: HeatmapForm,
  defaults: (dataset) => ({ spatial: spatialOf(dataset) }),
  sections: weightedSections(
    [
      [linearColorSchemeControl()],
      [
        {
          name: "intensity",
          label: msg("Intensity"),
          widget: "slider",
          min: 0.1,
          max: 1,
          step: 0.1,
          default: 1,
          render: true,
          description: msg("Higher values make points brighter"),
        },
      ],
      [
        {
          name: "radius_pixels",
          label: msg("Radius"),
          widget: "slider",
          min: 5,
          max: 70,
          step: 1,
          default: 30,
          render: true,
          description: msg("Radius of each point, in pixels"),
        },
      ],
      [
        {
          name: "aggregation",
          label: msg("Aggregation"),
          widget: "select",
          choices: [
            ["sum", msg("Sum")],
            ["mean", msg("Mean")],
          ],
          default: "sum",
          render: true,
        },
      ],
    ],
    tooltipRows(),
  ),
  buildQuery: (form) => weightedQuery(form),
  ranges: areaRanges,
  transform,
});

const FADE = [0.35, 0.6, 0.75, 0.85, 0.9];

function transform(input: TransformInput<HeatmapForm>): Drawing<MapSpec> {
  const { formData: form } = input;
  const rows = weightedRows(input);
  const ramp = visiblePart(input.rampOf(form.linear_color_scheme));
  const summary = weightedSummary(rows, t("Heatmap"));
  // The radius scales with the map.
  const scale = Math.min(1, Math.max(0.4, Math.min(input.width, input.height) / 420));
  return {
    summary,
    ...emptyWithoutWeight(rows, (weight) => weight > 0),
    props: {
      ...mapFrame(
        input,
        rows.points.map(({ at }) => at),
      ),
      summary,
      layers: [
        {
          id: "heat",
          kind: "heat",
          count: 0,
          points: rows.points,
          ramp: ramp.map((color, index) => rgbaOf(color, FADE[index] ?? 0.92)),
          radiusPixels: form.radius_pixels * scale,
          intensity: form.intensity,
          aggregation: form.aggregation === "mean" ? "MEAN" : "SUM",
        },
        hitAreaLayer(input, rows, {
          cells: cellsOf(rows.points, { shape: "square", meters: null, aggregation: form.aggregation }),
          aggregation: form.aggregation,
        }),
      ],
      legend: legendOf(form, [{ kind: "ramp", colors: ramp, ...rampEnds(form) }], rows.measure.label),
    },
  };
}
