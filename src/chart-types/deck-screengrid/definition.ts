import type { z } from "zod";
import { categoricalColors, DEFAULT_CATEGORICAL_SCHEME } from "../../chart-kit/colors/categorical.ts";
import { colorSchemeControl, linearColorSchemeControl } from "../../chart-kit/controls/controls.ts";
import { areaRanges } from "../../chart-kit/map/area-brush.ts";
import { cellMarker } from "../../chart-kit/map/cell-marks.ts";
import { rgbaOf, toRgba, visiblePart } from "../../chart-kit/map/color.ts";
import { colorPicker, tooltipRows } from "../../chart-kit/map/map-controls.ts";
import { mapFrame, missingLocationWarning } from "../../chart-kit/map/map-rows.ts";
import type { MapMark, MapSpec, PointLayer, Rgba } from "../../chart-kit/map/map-spec.ts";
import { legendOf } from "../../chart-kit/map/paint.ts";
import { spatialOf } from "../../chart-kit/map/spatial.ts";
import {
  rampEnds,
  WeightedForm,
  type WeightedRows,
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

const ScreengridForm = WeightedForm.extend({ grid_size: number(20) });
type ScreengridForm = z.infer<typeof ScreengridForm>;

interface Formed {
  formData: Readonly<Record<string, unknown>>;
}

const isFixed = ({ formData }: Formed) => formData.color_scheme_type === "fixed_color";
const isInSteps = ({ formData }: Formed) => formData.color_scheme_type === "categorical_palette";

export const definition = defineChartType({
  card,
  schema: ScreengridForm,
  defaults: (dataset) => ({ spatial: spatialOf(dataset) }),
  sections: weightedSections(
    [
      [
        {
          name: "grid_size",
          label: msg("Grid size"),
          widget: "number",
          min: 2,
          default: 20,
          render: true,
          description: msg("Square width, in pixels"),
        },
      ],
      [
        {
          name: "color_scheme_type",
          label: msg("Color by"),
          widget: "select",
          choices: [
            ["default", msg("By value")],
            ["fixed_color", msg("One color")],
            ["categorical_palette", msg("By step")],
          ],
          default: "default",
          render: true,
          description: msg(
            "By step = values are split into steps with distinct colors from a categorical color scheme",
          ),
        },
      ],
      [linearColorSchemeControl({ visible: (state) => !isFixed(state) && !isInSteps(state) })],
      [colorSchemeControl({ visible: isInSteps })],
      [colorPicker("color_picker", msg("Color"), { visible: isFixed })],
    ],
    tooltipRows(),
  ),
  buildQuery: (form) => weightedQuery(form),
  ranges: areaRanges,
  transform,
});

function transform(input: TransformInput<ScreengridForm>): Drawing<MapSpec> {
  const { formData: form } = input;
  const rows = weightedRows(input);
  const markOf = cellMarker(input, rows, "sum");
  const markAt = (index: number) => {
    const { at: middle, weight: value } = rows.points[index] ?? {};
    return middle && value !== undefined ? markOf({ middle, value, points: [index] }) : null;
  };
  const ramp = rampOf(input);
  const colors = ramp.map(([r, g, b, a]) => `rgba(${r},${g},${b},${(a / 255).toFixed(2)})`);
  const summary = weightedSummary(rows, t("Screen grid"));
  return {
    summary,
    isEmpty: rows.points.length === 0,
    ...missingLocationWarning(rows.left, rows.points.length),
    props: {
      ...mapFrame(
        input,
        rows.points.map(({ at }) => at),
      ),
      summary,
      layers: [
        {
          id: "squares",
          kind: "screen-grid",
          count: rows.points.length,
          mark: (index) => markAt(index),
          points: rows.points,
          ramp,
          isStepped: isInSteps(input),
          cellPixels: form.grid_size,
          cell: (value, points, middle) => markOf({ value, points, middle }),
        },
        chosenPlaces(input, rows, markAt),
      ],
      legend: legendOf(
        form,
        [{ kind: "ramp", colors: isInSteps(input) ? asSteps(colors) : colors, ...rampEnds(form) }],
        rows.measure.label,
      ),
    },
  };
}

const asSteps = (colors: readonly string[]) => colors.flatMap((color) => Array.from({ length: 8 }, () => color));

function chosenPlaces(
  { selected, theme }: TransformInput<ScreengridForm>,
  { points }: WeightedRows,
  markAt: (index: number) => MapMark | null,
): PointLayer {
  const chosen = selected ? points.filter((_, index) => markAt(index)?.isSelected) : [];
  return {
    ...{ id: "chosen", kind: "points", count: 0, unit: "pixels", minPixels: 2, maxPixels: 2 },
    points: chosen.map(({ at }) => ({ at, radius: 2, color: rgbaOf(theme.text) })),
  };
}

const STEPS = 6;

const stepColors = ({ formData: form }: TransformInput<ScreengridForm>) =>
  categoricalColors(form.color_scheme || DEFAULT_CATEGORICAL_SCHEME).slice(0, STEPS);

function rampOf(input: TransformInput<ScreengridForm>): Rgba[] {
  const { formData: form, theme } = input;
  if (isInSteps(input)) return stepColors(input).map((one) => rgbaOf(one, 0.85));
  if (!isFixed(input)) return visiblePart(input.rampOf(form.linear_color_scheme)).map((color) => rgbaOf(color, 0.85));
  const [r, g, b] = form.color_picker ? toRgba(form.color_picker) : rgbaOf(theme.focus);
  return [0.25, 0.4, 0.55, 0.7, 0.85, 1].map((alpha): Rgba => [r, g, b, Math.round(alpha * 255)]);
}
