import { areaRanges } from "../../chart-kit/map/area-brush.ts";
import {
  colorRows,
  legendRows,
  mapSection,
  queryRows,
  spatialPicker,
  tooltipRows,
} from "../../chart-kit/map/map-controls.ts";
import { mapQuery } from "../../chart-kit/map/map-query.ts";
import { spatialOf } from "../../chart-kit/map/spatial.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { spatialColumns } from "../../model/map-values.ts";
import { card } from "./card.ts";
import { ScatterForm } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [spatialPicker("spatial", msg("Longitude & latitude"))],
      [
        {
          name: "dimension",
          label: msg("Categorical color"),
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          description: msg("Point color"),
        },
      ],
      ...queryRows(),
      ...tooltipRows(),
    ],
  },
  mapSection(),
  {
    label: msg("Point size"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "point_radius_fixed",
          label: msg("Point size"),
          widget: "fixed-or-metric",
          default: { type: "fix", value: 4 },
          description: msg("A fixed size, or sized by a metric"),
        },
      ],
      [
        {
          name: "point_unit",
          label: msg("Point unit"),
          widget: "select",
          choices: [
            ["scaled", msg("Pixels (scaled to fit)")],
            ["square_m", msg("Square meters")],
            ["square_km", msg("Square kilometers")],
            ["square_miles", msg("Square miles")],
            ["radius_m", msg("Radius in meters")],
            ["radius_km", msg("Radius in kilometers")],
            ["radius_miles", msg("Radius in miles")],
          ],
          default: "scaled",
          render: true,
        },
      ],
      [
        { name: "min_radius", label: msg("Minimum radius"), widget: "number", min: 0, default: 2, render: true },
        { name: "max_radius", label: msg("Maximum radius"), widget: "number", min: 0, default: 250, render: true },
      ],
      [{ name: "multiplier", label: msg("Multiplier"), widget: "number", min: 0, default: 1, render: true }],
    ],
  },
  {
    label: msg("Point color"),
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

export const definition = defineChartType({
  card,
  sections,
  schema: ScatterForm,
  defaults: (dataset) => ({ spatial: spatialOf(dataset) }),
  buildQuery: (form) =>
    mapQuery(form, {
      places: spatialColumns(form.spatial),
      columns: [form.dimension],
      metrics: [form.point_radius_fixed.metric],
    }),
  ranges: areaRanges,
  transform,
});
