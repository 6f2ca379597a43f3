import { z } from "zod";
import { flag, LegendForm, number } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

/** Stored charts may hold booleans as text. */
const yesOr = <T extends string>(...words: readonly [T, ...T[]]) =>
  z.preprocess(
    (value) => (value === "true" ? true : value === "false" ? false : value),
    z.union([z.boolean(), z.enum(words)]),
  );

export const GraphForm = FormData.extend({
  ...LegendForm.shape,
  source: columnControl,
  target: columnControl,
  metric: metricControl,
  source_category: columnControl,
  target_category: columnControl,
  layout: z.enum(["force", "circular"]).catch("force").default("force"),
  edgeSymbol: z
    .enum(["none,none", "none,arrow", "circle,arrow", "circle,circle"])
    .catch("none,arrow")
    .default("none,arrow"),
  draggable: flag(false),
  roam: yesOr("scale", "move").catch(true).default(true),
  selectedMode: yesOr("single", "multiple").catch("single").default("single"),
  showSymbolThreshold: number(0),
  baseNodeSize: number(20),
  baseEdgeWidth: number(3),
  edgeLength: number(400),
  gravity: number(0.3),
  repulsion: number(1000),
  friction: number(0.2),
});
export type GraphForm = z.infer<typeof GraphForm>;
