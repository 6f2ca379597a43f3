import { z } from "zod";
import {
  colorRows,
  legendRows,
  mapSection,
  queryRows,
  spatialPicker,
  tooltipRows,
} from "../../chart-kit/map/map-controls.ts";
import { fixedOrMetricControl, MapForm } from "../../chart-kit/map/map-form.ts";
import { mapQuery } from "../../chart-kit/map/map-query.ts";
import { spatialControl, spatialOf } from "../../chart-kit/map/spatial.ts";
import { number } from "../../chart-kit/timeseries/schema.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { columnControl } from "../../model/form-data.ts";
import { spatialColumns } from "../../model/map-values.ts";
import { deckScatterCard } from "./card.ts";
import { transform } from "./transform.ts";

/** What a radius is in: areas and radii on the ground, or pixels on the screen. */
const UNITS = ["scaled", "square_m", "square_km", "square_miles", "radius_m", "radius_km", "radius_miles"] as const;

export const ScatterForm = MapForm.extend({
  spatial: spatialControl,
  dimension: columnControl,
  point_radius_fixed: fixedOrMetricControl,
  point_unit: z.enum(UNITS).catch("square_m").default("square_m"),
  min_radius: number(2),
  max_radius: number(250),
  multiplier: number(1),
});
export type ScatterForm = z.infer<typeof ScatterForm>;

const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [spatialPicker("spatial", "Longitude & latitude")],
      [
        {
          name: "dimension",
          label: "Categorical color",
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          description: "Colors the points",
        },
      ],
      ...queryRows(),
      ...tooltipRows(),
    ],
  },
  mapSection(),
  {
    label: "Point size",
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "point_radius_fixed",
          label: "Point size",
          widget: "fixed-or-metric",
          default: { type: "fix", value: 4 },
          description: "The same for all, or by a metric",
        },
      ],
      [
        {
          name: "point_unit",
          label: "Point unit",
          widget: "select",
          choices: [
            ["scaled", "Pixels, the largest value fits"],
            ["square_m", "Square meters"],
            ["square_km", "Square kilometers"],
            ["square_miles", "Square miles"],
            ["radius_m", "Radius in meters"],
            ["radius_km", "Radius in kilometers"],
            ["radius_miles", "Radius in miles"],
          ],
          default: "scaled",
          render: true,
        },
      ],
      [
        { name: "min_radius", label: "Minimum radius", widget: "number", min: 0, default: 2, render: true },
        { name: "max_radius", label: "Maximum radius", widget: "number", min: 0, default: 250, render: true },
      ],
      [{ name: "multiplier", label: "Multiplier", widget: "number", min: 0, default: 1, render: true }],
    ],
  },
  {
    label: "Point color",
    expanded: true,
    tab: "customize",
    rows: [
      ...colorRows({
        schemes: ["categorical_palette", "fixed_color", "linear_palette", "color_breakpoints"],
        default: "categorical_palette",
      }),
      ...legendRows(),
    ],
  },
];

/** A point for each row. */
export const deckScatter = defineChartType({
  card: deckScatterCard,
  sections,
  schema: ScatterForm,
  defaults: (dataset) => ({ spatial: spatialOf(dataset) }),
  buildQuery: (form) =>
    mapQuery(form, {
      places: spatialColumns(form.spatial),
      columns: [form.dimension],
      metrics: [form.point_radius_fixed.metric],
    }),
  transform,
});
