import { z } from "zod";
import { flag, number, text } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

export const SIDES = ["left", "top", "right", "bottom"] as const;
export const SYMBOLS = ["emptyCircle", "circle", "rect", "triangle", "diamond", "pin", "arrow", "none"] as const;

export const TreeForm = FormData.extend({
  id: columnControl,
  parent: columnControl,
  name: columnControl,
  root_node_id: text,
  metric: metricControl,
  layout: z.enum(["orthogonal", "radial"]).catch("orthogonal").default("orthogonal"),
  orient: z.enum(["LR", "RL", "TB", "BT"]).catch("LR").default("LR"),
  node_label_position: z.enum(SIDES).catch("left").default("left"),
  child_label_position: z.enum(SIDES).catch("bottom").default("bottom"),
  emphasis: z.enum(["ancestor", "descendant"]).catch("descendant").default("descendant"),
  symbol: z.enum(SYMBOLS).catch("emptyCircle").default("emptyCircle"),
  symbolSize: number(7),
  roam: z
    .preprocess(
      (value) => (value === "true" ? true : value === "false" ? false : value),
      z.union([z.boolean(), z.enum(["scale", "move"])]),
    )
    .catch(true)
    .default(true),
  initialTreeDepth: number(2),
  show_labels: flag(true),
});
export type TreeForm = z.infer<typeof TreeForm>;
