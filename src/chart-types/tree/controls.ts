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
      [column("id", "Id", { required: true, description: "What each node is known by" })],
      [column("parent", "Parent", { required: true, description: "The id of the node above" })],
      [column("name", "Name", { description: "What a node is called; its id when empty" })],
      [
        {
          name: "root_node_id",
          label: "Root node id",
          widget: "text",
          render: true,
          description: "Where the tree begins; empty: the root of the largest tree",
        },
      ],
      [metricControl({ required: false, description: "Said of each node" })],
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
            ["LR", "Left to Right"],
            ["RL", "Right to Left"],
            ["TB", "Top to Bottom"],
            ["BT", "Bottom to Top"],
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
      [select("emphasis", "Emphasis", { choices: named(["ancestor", "descendant"]), default: "descendant" })],
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
        select("roam", "Enable graph roaming", {
          choices: [
            [false, "Disabled"],
            ["scale", "Scale only"],
            ["move", "Move only"],
            [true, "Scale and Move"],
          ],
          default: true,
        }),
      ],
      [
        select("initialTreeDepth", "Initial tree depth", {
          choices: [[-1, "All"], ...Array.from({ length: 11 }, (_, i): Choice => [i, String(i)])],
          default: 2,
          description: "Levels that are open at first",
        }),
      ],
    ],
  },
];
