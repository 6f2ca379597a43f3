import { filtersControl, metricControl, rowLimitControl } from "../../chart-kit/controls/controls.ts";
import type { Choice, Control, Section } from "../../chart-seam/control.ts";
import { SIDES, SYMBOLS } from "./schema.ts";

const column = (name: string, label: string, part: { required?: boolean; description: string }): Control => ({
  name,
  label,
  widget: "columns",
  multi: false,
  sqlAllowed: true,
  ...part,
});

const select = (
  name: string,
  label: string,
  part: Partial<Control> & { choices: readonly Choice[]; default: string | boolean | number },
): Control => ({ name, label, widget: "select", render: true, ...part }) as Control;

const named = (keys: readonly string[]): Choice[] =>
  keys.map((key) => [key, key.replace(/^empty/, "empty ").replace(/^./, (letter) => letter.toUpperCase())]);

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [column("id", "ID", { required: true, description: "Node ID" })],
      [column("parent", "Parent", { required: true, description: "ID of the parent node" })],
      [column("name", "Name", { description: "Node name. Empty = node ID" })],
      [
        {
          name: "root_node_id",
          label: "Root node ID",
          widget: "text",
          render: true,
          description: "Node to start from. Empty = root of the largest tree",
        },
      ],
      [metricControl({ required: false, description: "Shown in the tooltip of each node" })],
      [filtersControl()],
      [rowLimitControl()],
    ],
  },
  {
    label: "Layout",
    expanded: true,
    tab: "customize",
    rows: [
      [select("layout", "Tree layout", { choices: named(["orthogonal", "radial"]), default: "orthogonal" })],
      [
        select("orient", "Tree orientation", {
          choices: [
            ["LR", "Left to right"],
            ["RL", "Right to left"],
            ["TB", "Top to bottom"],
            ["BT", "Bottom to top"],
          ],
          default: "LR",
          visible: ({ formData }) => formData.layout !== "radial",
        }),
      ],
      [
        select("node_label_position", "Node label position", {
          choices: named(SIDES),
          default: "left",
          visible: ({ formData }) => formData.layout !== "radial",
        }),
      ],
      [select("child_label_position", "Child label position", { choices: named(SIDES), default: "bottom" })],
      [select("emphasis", "Highlight on hover", { choices: named(["ancestor", "descendant"]), default: "descendant" })],
      [select("symbol", "Symbol", { choices: named(SYMBOLS), default: "emptyCircle" })],
      [
        {
          name: "symbolSize",
          label: "Symbol size",
          widget: "slider",
          min: 5,
          max: 30,
          step: 2,
          default: 7,
          render: true,
        },
      ],
      [
        select("roam", "Zoom and pan", {
          choices: [
            [false, "Disabled"],
            ["scale", "Zoom only"],
            ["move", "Pan only"],
            [true, "Zoom and pan"],
          ],
          default: true,
        }),
      ],
      [
        select("initialTreeDepth", "Initial tree depth", {
          choices: [[-1, "All"], ...Array.from({ length: 11 }, (_, i): Choice => [i, String(i)])],
          default: 2,
          description: "Number of levels expanded at first",
        }),
      ],
    ],
  },
];
