import { filtersControl } from "../../chart-kit/controls/controls.ts";
import { colorPicker, legendCorner } from "../../chart-kit/map/map-controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { CartodiagramForm, isPart } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  {
    label: msg("Configuration"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "selected_chart",
          label: msg("Chart"),
          widget: "charts",
          multi: false,
          isPart,
          required: true,
          description: msg("Saved chart to draw at each location"),
        },
      ],
      [
        {
          name: "geom_column",
          label: msg("Geometry column"),
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: msg("Column with GeoJSON geometries. Rows with the same geometry share a chart"),
        },
      ],
      [filtersControl()],
    ],
  },
  {
    label: msg("Map options"),
    expanded: true,
    tab: "customize",
    rows: [[{ name: "map_view", label: msg("Map view"), widget: "viewport", render: true }], [legendCorner()]],
  },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [colorPicker("chart_background_color", msg("Chart background color"))],
      [
        {
          name: "chart_background_border_radius",
          label: msg("Corner radius"),
          widget: "slider",
          min: 0,
          max: 100,
          step: 1,
          default: 10,
          render: true,
          description: msg("In percent. 100 = circle"),
        },
      ],
      [{ name: "chart_size", label: msg("Chart size"), widget: "chart-size", render: true }],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: CartodiagramForm,
  buildQuery: (form) => queryContext(form, []),
  parts: ({ selected_chart, geom_column }) =>
    selected_chart && geom_column ? [{ chart: selected_chart, columns: [geom_column] }] : [],
  transform,
});
