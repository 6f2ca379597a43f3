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
        ["force", "Force-directed"],
        ["circular", "Circular"],
      ],
      default: "force",
    }),
  ],
  [
    select("edgeSymbol", "Edge symbols", {
      choices: [
        ["none,none", "None → None"],
        ["none,arrow", "None → Arrow"],
        ["circle,arrow", "Circle → Arrow"],
        ["circle,circle", "Circle → Circle"],
      ],
      default: "none,arrow",
    }),
  ],
  [renderCheckbox("draggable", "Allow dragging nodes", { default: false })],
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
    select("selectedMode", "Node selection", {
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
      description: "Minimum node value to show its label",
    },
  ],
  [
    {
      name: "baseNodeSize",
      label: "Node size",
      widget: "number",
      default: 20,
      render: true,
      description: "Size of an average node. Nodes are 0.5 to 2 times this size",
    },
  ],
  [
    {
      name: "baseEdgeWidth",
      label: "Edge width",
      widget: "number",
      default: 3,
      render: true,
      description: "Width of an average edge. Edges are 0.5 to 2 times this width",
    },
  ],
  [
    slider("edgeLength", "Edge length", {
      min: 100,
      max: 1000,
      step: 50,
      default: 400,
      description: "Preferred distance between linked nodes",
    }),
  ],
  [
    slider("gravity", "Gravity", {
      min: 0.1,
      max: 1,
      step: 0.1,
      default: 0.3,
      description: "How strongly nodes are pulled to the center",
    }),
  ],
  [
    slider("repulsion", "Repulsion", {
      min: 100,
      max: 3000,
      step: 50,
      default: 1000,
      description: "How strongly nodes repel each other",
    }),
  ],
  [
    slider("friction", "Friction", {
      min: 0.1,
      max: 1,
      step: 0.1,
      default: 0.2,
      description: "How quickly nodes stop moving",
    }),
  ],
];

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [end("source", "Source", { required: true, description: "Where each link starts" })],
      [end("target", "Target", { required: true, description: "Where each link ends" })],
      [metricControl()],
      [end("source_category", "Source category", { description: "Source node color" })],
      [end("target_category", "Target category", { description: "Target node color" })],
      [filtersControl()],
      [rowLimitControl()],
    ],
  },
  { label: "Chart options", expanded: true, tab: "customize", rows: [[colorSchemeControl()], ...legendRows()] },
  { label: "Layout", expanded: true, tab: "customize", rows: [...layoutRows, ...sizeRows] },
];
