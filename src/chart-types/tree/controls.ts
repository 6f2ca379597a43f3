import { filtersControl, metricControl, rowLimitControl } from "../../chart-kit/controls/controls.ts";
import { type Control, type FixedChoice, type Section, verbatim } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import { SIDES, SYMBOLS } from "./schema.ts";

const column = (name: string, label: Message, part: { required?: boolean; description: Message }): Control => ({
  name,
  label,
  widget: "columns",
  multi: false,
  sqlAllowed: true,
  ...part,
});

const select = (
  name: string,
  label: Message,
  part: Partial<Control> & { choices: readonly FixedChoice[]; default: string | boolean | number },
): Control => ({ name, label, widget: "select", render: true, ...part }) as Control;

const NAMES = {
  orthogonal: msg("Orthogonal"),
  radial: msg("Radial"),
  left: msg("Left"),
  top: msg("Top"),
  right: msg("Right"),
  bottom: msg("Bottom"),
  ancestor: msg("Ancestor"),
  descendant: msg("Descendant"),
  emptyCircle: msg("Empty circle"),
  circle: msg("Circle"),
  rect: msg("Rectangle"),
  triangle: msg("Triangle"),
  diamond: msg("Diamond"),
  pin: msg("Pin"),
  arrow: msg("Arrow"),
  none: msg("None"),
} as const;

const named = (keys: readonly (keyof typeof NAMES)[]): FixedChoice[] => keys.map((key) => [key, NAMES[key]]);

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [column("id", msg("ID"), { required: true, description: msg("Node ID") })],
      [column("parent", msg("Parent"), { required: true, description: msg("ID of the parent node") })],
      [column("name", msg("Name"), { description: msg("Node name. Empty = node ID") })],
      [
        {
          name: "root_node_id",
          label: msg("Root node ID"),
          widget: "text",
          render: true,
          description: msg("Node to start from. Empty = root of the largest tree"),
        },
      ],
      [metricControl({ required: false, description: msg("Shown in the tooltip of each node") })],
      [filtersControl()],
      [rowLimitControl()],
    ],
  },
  {
    label: msg("Layout"),
    expanded: true,
    tab: "customize",
    rows: [
      [select("layout", msg("Tree layout"), { choices: named(["orthogonal", "radial"]), default: "orthogonal" })],
      [
        select("orient", msg("Tree orientation"), {
          choices: [
            ["LR", msg("Left to right")],
            ["RL", msg("Right to left")],
            ["TB", msg("Top to bottom")],
            ["BT", msg("Bottom to top")],
          ],
          default: "LR",
          visible: ({ formData }) => formData.layout !== "radial",
        }),
      ],
      [
        select("node_label_position", msg("Node label position"), {
          choices: named(SIDES),
          default: "left",
          visible: ({ formData }) => formData.layout !== "radial",
        }),
      ],
      [select("child_label_position", msg("Child label position"), { choices: named(SIDES), default: "bottom" })],
      [
        select("emphasis", msg("Highlight on hover"), {
          choices: named(["ancestor", "descendant"]),
          default: "descendant",
        }),
      ],
      [select("symbol", msg("Symbol"), { choices: named(SYMBOLS), default: "emptyCircle" })],
      [
        {
          name: "symbolSize",
          label: msg("Symbol size"),
          widget: "slider",
          min: 5,
          max: 30,
          step: 2,
          default: 7,
          render: true,
        },
      ],
      [
        select("roam", msg("Zoom and pan"), {
          choices: [
            [false, msg("Disabled")],
            ["scale", msg("Zoom only")],
            ["move", msg("Pan only")],
            [true, msg("Zoom and pan")],
          ],
          default: true,
        }),
      ],
      [
        select("initialTreeDepth", msg("Initial tree depth"), {
          choices: [[-1, msg("All")], ...Array.from({ length: 11 }, (_, i): FixedChoice => [i, verbatim(String(i))])],
          default: 2,
          description: msg("Number of levels expanded initially"),
        }),
      ],
    ],
  },
];
