import {
  colorSchemeControl,
  filtersControl,
  metricControl,
  renderCheckbox,
  rowLimitControl,
} from "../../chart-kit/controls/controls.ts";
import { legendRows } from "../../chart-kit/controls/customize-controls.ts";
import type { Control, ControlState, FixedChoice, Section } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";

const end = (name: string, label: Message, part: { required?: boolean; description: Message }): Control => ({
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
  part: { choices: readonly FixedChoice[]; default: string | boolean; description?: Message },
): Control => ({
  name,
  label,
  widget: "select",
  render: true,
  ...part,
});

const slider = (
  name: string,
  label: Message,
  part: { min: number; max: number; step: number; default: number; description: Message },
): Control => ({ name, label, widget: "slider", render: true, visible: isForce, ...part });

const isForce = ({ formData }: ControlState) => formData.layout !== "circular";

const layoutRows: Section["rows"] = [
  [
    select("layout", msg("Graph layout"), {
      choices: [
        ["force", msg("Force-directed")],
        ["circular", msg("Circular")],
      ],
      default: "force",
    }),
  ],
  [
    select("edgeSymbol", msg("Edge symbols"), {
      choices: [
        ["none,none", msg("None → None")],
        ["none,arrow", msg("None → Arrow")],
        ["circle,arrow", msg("Circle → Arrow")],
        ["circle,circle", msg("Circle → Circle")],
      ],
      default: "none,arrow",
    }),
  ],
  [renderCheckbox("draggable", msg("Allow dragging nodes"), { default: false })],
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
    select("selectedMode", msg("Node selection"), {
      choices: [
        [false, msg("Disabled")],
        ["single", msg("Single")],
        ["multiple", msg("Multiple")],
      ],
      default: "single",
    }),
  ],
];

const sizeRows: Section["rows"] = [
  [
    {
      name: "showSymbolThreshold",
      label: msg("Label threshold"),
      widget: "number",
      default: 0,
      render: true,
      description: msg("Minimum node value to show its label"),
    },
  ],
  [
    {
      name: "baseNodeSize",
      label: msg("Node size"),
      widget: "number",
      default: 20,
      render: true,
      description: msg("Size of an average node. Nodes are 0.5 to 2 times this size"),
    },
  ],
  [
    {
      name: "baseEdgeWidth",
      label: msg("Edge width"),
      widget: "number",
      default: 3,
      render: true,
      description: msg("Width of an average edge. Edges are 0.5 to 2 times this width"),
    },
  ],
  [
    slider("edgeLength", msg("Edge length"), {
      min: 100,
      max: 1000,
      step: 50,
      default: 400,
      description: msg("Preferred distance between linked nodes"),
    }),
  ],
  [
    slider("gravity", msg("Gravity"), {
      min: 0.1,
      max: 1,
      step: 0.1,
      default: 0.3,
      description: msg("How strongly nodes are pulled to the center"),
    }),
  ],
  [
    slider("repulsion", msg("Repulsion"), {
      min: 100,
      max: 3000,
      step: 50,
      default: 1000,
      description: msg("How strongly nodes repel each other"),
    }),
  ],
  [
    slider("friction", msg("Friction"), {
      min: 0.1,
      max: 1,
      step: 0.1,
      default: 0.2,
      description: msg("How quickly nodes stop moving"),
    }),
  ],
];

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [end("source", msg("Source"), { required: true, description: msg("Where each edge starts") })],
      [end("target", msg("Target"), { required: true, description: msg("Where each edge ends") })],
      [metricControl()],
      [end("source_category", msg("Source category"), { description: msg("Source node color") })],
      [end("target_category", msg("Target category"), { description: msg("Target node color") })],
      [filtersControl()],
      [rowLimitControl()],
    ],
  },
  { label: msg("Chart options"), expanded: true, tab: "customize", rows: [[colorSchemeControl()], ...legendRows()] },
  { label: msg("Layout"), expanded: true, tab: "customize", rows: [...layoutRows, ...sizeRows] },
];
