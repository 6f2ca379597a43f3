import { renderCheckbox } from "../../chart-kit/controls/controls.ts";
import { areaRanges } from "../../chart-kit/map/area-brush.ts";
import { CellForm, cellDrawing } from "../../chart-kit/map/cell-map.ts";
import { colorRows, tooltipRows } from "../../chart-kit/map/map-controls.ts";
import { spatialOf } from "../../chart-kit/map/spatial.ts";
import { sizeControl, weightedQuery, weightedSections } from "../../chart-kit/map/weighted.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { card } from "./card.ts";

export const definition = defineChartType({
  card,
  schema: CellForm,
  defaults: (dataset) => ({ spatial: spatialOf(dataset) }),
  sections: weightedSections(
    [
      [sizeControl("grid_size", msg("Grid size"), msg("Cell width in meters. Empty = automatic"))],
      [
        renderCheckbox("extruded", msg("3D (extruded)"), {
          default: true,
          description: msg("Raise cells by their value"),
        }),
      ],

      ...colorRows({ schemes: ["linear_palette", "fixed_color", "color_breakpoints"], default: "linear_palette" }),
    ],
    tooltipRows(),
  ),
  buildQuery: (form) => weightedQuery(form),
  ranges: areaRanges,
  transform: (input) => cellDrawing(input, "square"),
});
