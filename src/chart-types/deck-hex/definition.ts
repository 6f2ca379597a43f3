import { renderCheckbox } from "../../chart-kit/controls/controls.ts";
import { CellForm, cellDrawing } from "../../chart-kit/map/cell-map.ts";
import { AGGREGATIONS } from "../../chart-kit/map/cells.ts";
import { colorRows, tooltipRows } from "../../chart-kit/map/map-controls.ts";
import { spatialOf } from "../../chart-kit/map/spatial.ts";
import { sizeControl, weightedQuery, weightedSections } from "../../chart-kit/map/weighted.ts";
import type { Choice } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { card } from "./card.ts";

export const definition = defineChartType({
  card,
  schema: CellForm,
  defaults: (dataset) => ({ spatial: spatialOf(dataset) }),
  sections: weightedSections(
    [
      [sizeControl("grid_size", "Grid size", "Cell width in meters. Empty = automatic")],
      [renderCheckbox("extruded", "3D (extruded)", { default: true, description: "Raise cells by their value" })],
      [
        {
          name: "js_agg_function",
          label: "Aggregation",
          widget: "select",
          choices: AGGREGATIONS.map((name): Choice => [name, name]),
          default: "sum",
          render: true,
          description: "How the weights in a cell are combined",
        },
      ],
      ...colorRows({ schemes: ["linear_palette", "fixed_color", "color_breakpoints"], default: "linear_palette" }),
    ],
    tooltipRows(),
  ),
  buildQuery: (form) => weightedQuery(form),
  transform: (input) => cellDrawing(input, "hexagon"),
});
