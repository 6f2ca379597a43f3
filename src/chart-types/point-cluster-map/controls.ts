import { filtersControl, renderCheckbox, rowLimitControl } from "../../chart-kit/controls/controls.ts";
import { tooltipRows } from "../../chart-kit/map/map-controls.ts";
import { mapStyleControl } from "../../chart-kit/map/map-style.ts";
import { type Control, type FixedChoice, type Section, verbatim } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import { colorProblem } from "../../model/color-text.ts";
import { AGGREGATORS, RADIUS_UNITS } from "./schema.ts";

const same = (values: readonly string[]): FixedChoice[] => values.map((value) => [value, verbatim(value)]);

const column = (name: string, label: Message, part: Partial<Control> = {}): Control =>
  ({ name, label, widget: "columns", multi: false, sqlAllowed: true, ...part }) as Control;

const coordinate = (name: string, label: Message, [min, max]: readonly [number, number]): Control => ({
  name,
  label,
  widget: "number",
  min,
  max,
  render: true,
  description: msg("Empty = fit to data"),
});

const UNIT_NAMES = { Pixels: msg("Pixels"), Miles: msg("Miles"), Kilometers: msg("Kilometers") } as const;

const COLORS: readonly FixedChoice[] = [
  ["#008b8b", msg("Dark cyan")],
  ["#800080", msg("Purple")],
  ["#ffd700", msg("Gold")],
  ["#696969", msg("Dim gray")],
  ["#dc143c", msg("Crimson")],
  ["#228b22", msg("Forest green")],
];

const places: Section = {
  label: msg("Query"),
  expanded: true,
  tab: "data",
  rows: [
    [column("all_columns_x", msg("Longitude"), { required: true, description: msg("Column with longitudes") })],
    [column("all_columns_y", msg("Latitude"), { required: true, description: msg("Column with latitudes") })],
    [
      {
        name: "clustering_radius",
        label: msg("Clustering radius"),
        widget: "select",
        choices: same(["0", "20", "40", "60", "80", "100", "200", "500", "1000"]),
        freeForm: true,
        default: "60",
        render: true,
        description: msg("Points closer than this many pixels are grouped into a cluster. 0 = no clusters"),
      },
    ],
    [rowLimitControl()],
    [filtersControl()],
    [
      column("groupby", msg("Group by"), {
        multi: true,
        default: [],
        description: msg("One point per value. Must include the longitude and latitude columns"),
      } as object),
    ],
  ],
};

const query: Section = { ...places, rows: [...places.rows, ...tooltipRows()] };

const points: Section = {
  label: msg("Points"),
  expanded: true,
  tab: "data",
  rows: [
    [
      column("point_radius", msg("Point radius"), {
        accepts: "numeric",
        description: msg("Column that sizes points. Empty = same size"),
      } as object),
    ],
    [
      {
        name: "point_radius_unit",
        label: msg("Point radius unit"),
        widget: "select",
        choices: RADIUS_UNITS.map((unit) => [unit, UNIT_NAMES[unit]] as const),
        default: "Pixels",
        render: true,
      },
    ],
  ],
};

const labels: Section = {
  label: msg("Labels"),
  tab: "data",
  rows: [
    [
      column("map_label", msg("Label"), {
        multi: true,
        default: [],
        description: msg(
          "Column shown as label on points and aggregated on clusters. Empty = clusters show their number of points",
        ),
      } as object),
    ],
    [
      {
        name: "pandas_aggfunc",
        label: msg("Cluster label aggregation"),
        widget: "select",
        choices: same(AGGREGATORS),
        default: "sum",
        render: true,
      },
    ],
  ],
};

const look: Section = {
  label: msg("Appearance"),
  expanded: true,
  tab: "customize",
  rows: [
    [mapStyleControl()],
    [
      renderCheckbox("render_while_dragging", msg("Update while zooming"), {
        default: true,
        description: msg("Clusters split during zoom instead of after"),
      }),
    ],
    [
      {
        name: "global_opacity",
        label: msg("Opacity"),
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
        label: msg("Color"),
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
  label: msg("Viewport"),
  tab: "customize",
  rows: [
    [coordinate("viewport_longitude", msg("Longitude"), [-180, 180])],
    [coordinate("viewport_latitude", msg("Latitude"), [-90, 90])],
    [coordinate("viewport_zoom", msg("Zoom"), [0, 22])],
  ],
};

export const sections: readonly Section[] = [query, points, labels, look, viewport];
