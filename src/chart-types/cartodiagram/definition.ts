import { filtersControl } from "../../chart-kit/controls/controls.ts";
import { colorPicker, legendCorner } from "../../chart-kit/map/map-controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { CartodiagramForm, isPart } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  {
    label: "Configuration",
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "selected_chart",
          label: "Chart",
          widget: "charts",
          multi: false,
          isPart,
          required: true,
          description: "Saved chart to draw at each location",
        },
      ],
      [
        {
          name: "geom_column",
          label: "Geometry column",
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: "Column with GeoJSON geometries. Rows with the same geometry share a chart",
        },
      ],
      [filtersControl()],
    ],
  },
  {
    label: "Map options",
    expanded: true,
    tab: "customize",
    rows: [[{ name: "map_view", label: "Map view", widget: "viewport", render: true }], [legendCorner()]],
  },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [colorPicker("chart_background_color", "Chart background color")],
      [
        {
          name: "chart_background_border_radius",
          label: "Corner radius",
          widget: "slider",
          min: 0,
          max: 100,
          step: 1,
          default: 10,
          render: true,
          description: "In percent. 100 = circle",
        },
      ],
      [{ name: "chart_size", label: "Chart size", widget: "chart-size", render: true }],
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
