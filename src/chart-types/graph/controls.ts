import {
  colorSchemeControl,
  filtersControl,
  metricControl,
  renderCheckbox,
  rowLimitControl,
} from "../../chart-kit/controls/controls.ts";
import { legendRows } from "../../chart-kit/controls/customize-controls.ts";
import type { Choice, Control, ControlState, Section } from "../../chart-seam/control.ts";

const end = (name: string, label: string, part: { required?: boolean; description: string }): Control => ({
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
  part: { choices: readonly Choice[]; default: string | boolean; description?: string },
): Control => ({
  name,
  label,
  widget: "select",
  render: true,
  ...part,
});

const slider = (
  name: string,
  label: string,
  part: { min: number; max: number; step: number; default: number; description: string },
): Control => ({ name, label, widget: "slider", render: true, visible: isForce, ...part });

const isForce = ({ formData }: ControlState) => formData.layout !== "circular";

const layoutRows: Section["rows"] = [
  [
    select("layout", "Graph layout", {
      choices: [
        ["force", "Force"],
        ["circular", "Circular"],
      ],
      default: "force",
    }),
  ],
  [
    select("edgeSymbol", "Edge symbols", {
      choices: [
        ["none,none", "None -> None"],
        ["none,arrow", "None -> Arrow"],
        ["circle,arrow", "Circle -> Arrow"],
        ["circle,circle", "Circle -> Circle"],
      ],
      default: "none,arrow",
    }),
  ],
  [renderCheckbox("draggable", "Enable node dragging", { default: false })],
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
    select("selectedMode", "Node select mode", {
      choices: [
        [false, "Disabled"],
        ["single", "Single"],
        ["multiple", "Multiple"],
      ],
      default: "single",
    }),
  ],
];

const sizeRows: Section["rows"] = [
  [
    {
      name: "showSymbolThreshold",
      label: "Label threshold",
      widget: "number",
      default: 0,
      render: true,
      description: "Least value of a node with a label",
    },
  ],
  [
    {
      name: "baseNodeSize",
      label: "Node size",
      widget: "number",
      default: 20,
      render: true,
      description: "Of the middle; others are half to twice as large",
    },
  ],
  [
    {
      name: "baseEdgeWidth",
      label: "Edge width",
      widget: "number",
      default: 3,
      render: true,
      description: "Of the middle; others are half to twice as wide",
    },
  ],
  [
    slider("edgeLength", "Edge length", {
      min: 100,
      max: 1000,
      step: 50,
      default: 400,
      description: "How far linked nodes want to be apart",
    }),
  ],
  [
    slider("gravity", "Gravity", {
      min: 0.1,
      max: 1,
      step: 0.1,
      default: 0.3,
      description: "How strongly nodes are drawn to the middle",
    }),
  ],
  [
    slider("repulsion", "Repulsion", {
      min: 100,
      max: 3000,
      step: 50,
      default: 1000,
      description: "How strongly nodes push each other away",
    }),
  ],
  [
    slider("friction", "Friction", {
      min: 0.1,
      max: 1,
      step: 0.1,
      default: 0.2,
      description: "How soon nodes come to rest",
    }),
  ],
];

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [end("source", "Source", { required: true, description: "Where links come from" })],
      [end("target", "Target", { required: true, description: "Where links go to" })],
      [metricControl()],
      [end("source_category", "Source category", { description: "Colors the source nodes" })],
      [end("target_category", "Target category", { description: "Colors the target nodes" })],
      [filtersControl()],
      [rowLimitControl()],
    ],
  },
  { label: "Chart options", expanded: true, tab: "customize", rows: [[colorSchemeControl()], ...legendRows()] },
  { label: "Layout", expanded: true, tab: "customize", rows: [...layoutRows, ...sizeRows] },
];
