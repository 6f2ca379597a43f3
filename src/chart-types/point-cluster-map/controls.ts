import { filtersControl, renderCheckbox, rowLimitControl } from "../../chart-kit/controls/controls.ts";
import { tooltipRows } from "../../chart-kit/map/map-controls.ts";
import { mapStyleControl } from "../../chart-kit/map/map-style.ts";
import type { Choice, Control, Section } from "../../chart-seam/control.ts";
import { colorProblem } from "../../model/color-text.ts";
import { AGGREGATORS, RADIUS_UNITS } from "./schema.ts";

const same = (values: readonly string[]): Choice[] => values.map((value) => [value, value]);

const column = (name: string, label: string, part: Partial<Control> = {}): Control =>
  ({ name, label, widget: "columns", multi: false, sqlAllowed: true, ...part }) as Control;

const coordinate = (name: string, label: string, [min, max]: readonly [number, number]): Control => ({
  name,
  label,
  widget: "number",
  min,
  max,
  render: true,
  description: "Empty = fit to data",
});

const COLORS: readonly Choice[] = [
  ["#008b8b", "Dark cyan"],
  ["#800080", "Purple"],
  ["#ffd700", "Gold"],
  ["#696969", "Dim gray"],
  ["#dc143c", "Crimson"],
  ["#228b22", "Forest green"],
];

const places: Section = {
  label: "Query",
  expanded: true,
  tab: "data",
  rows: [
    [column("all_columns_x", "Longitude", { required: true, description: "Column with longitudes" })],
    [column("all_columns_y", "Latitude", { required: true, description: "Column with latitudes" })],
    [
      {
        name: "clustering_radius",
        label: "Clustering radius",
        widget: "select",
        choices: same(["0", "20", "40", "60", "80", "100", "200", "500", "1000"]),
        freeForm: true,
        default: "60",
        render: true,
        description: "Points closer than this many pixels are grouped into a cluster. 0 = no clusters",
      },
    ],
    [rowLimitControl()],
    [filtersControl()],
    [
      column("groupby", "Group by", {
        multi: true,
        default: [],
        description: "One point per value. Must include the longitude and latitude columns",
      } as object),
    ],
  ],
};

const query: Section = { ...places, rows: [...places.rows, ...tooltipRows()] };

const points: Section = {
  label: "Points",
  expanded: true,
  tab: "data",
  rows: [
    [
      column("point_radius", "Point radius", {
        accepts: "numeric",
        description: "Column that sizes points. Empty = same size",
      } as object),
    ],
    [
      {
        name: "point_radius_unit",
        label: "Point radius unit",
        widget: "select",
        choices: same(RADIUS_UNITS),
        default: "Pixels",
        render: true,
      },
    ],
  ],
};

const labels: Section = {
  label: "Labels",
  tab: "data",
  rows: [
    [
      column("map_label", "Label", {
        multi: true,
        default: [],
        description:
          "Column shown as label on points and aggregated on clusters. Empty = clusters show their number of points",
      } as object),
    ],
    [
      {
        name: "pandas_aggfunc",
        label: "Cluster label aggregation",
        widget: "select",
        choices: same(AGGREGATORS),
        default: "sum",
        render: true,
      },
    ],
  ],
};

const look: Section = {
  label: "Appearance",
  expanded: true,
  tab: "customize",
  rows: [
    [mapStyleControl()],
    [
      renderCheckbox("render_while_dragging", "Update while zooming", {
        default: true,
        description: "Clusters split during zoom instead of after",
      }),
    ],
    [
      {
        name: "global_opacity",
        label: "Opacity",
        widget: "slider",
        min: 0,
        max: 1,
        step: 0.05,
        default: 1,
        render: true,
      },
    ],
    [
      {
        name: "map_color",
        label: "Color",
        widget: "select",
        choices: COLORS,
        freeForm: true,
        default: "#008b8b",
        render: true,
        validate: colorProblem,
      },
    ],
  ],
};

const viewport: Section = {
  label: "Viewport",
  tab: "customize",
  rows: [
    [coordinate("viewport_longitude", "Longitude", [-180, 180])],
    [coordinate("viewport_latitude", "Latitude", [-90, 90])],
    [coordinate("viewport_zoom", "Zoom", [0, 22])],
  ],
};

export const sections: readonly Section[] = [query, points, labels, look, viewport];
