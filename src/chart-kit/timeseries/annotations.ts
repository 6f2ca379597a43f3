import { z } from "zod";
import { parseFormula } from "../formula.ts";
import type { Frame } from "./frame.ts";
import type { TimeseriesForm } from "./schema.ts";

/** Annotation layers that are formulas of x: lines over the chart. Other kinds need data of their own and are kept unread. */
const FormulaLayer = z.looseObject({
  name: z.string().catch(""),
  annotationType: z.literal("FORMULA"),
  value: z.coerce.string(),
  show: z.boolean().catch(true),
  showLabel: z.boolean().catch(false),
  color: z.string().nullish(),
  style: z.string().nullish(),
  opacity: z.string().nullish(),
  width: z.coerce.number().catch(1),
});

export interface FormulaLine {
  name: string;
  showLabel: boolean;
  values: readonly (number | null)[];
  style: Record<string, unknown>;
}

const STYLES: Readonly<Record<string, unknown>> = {
  dashed: [4, 4],
  dotted: [1, 3],
  longDashed: [8, 4],
};
const OPACITIES: Readonly<Record<string, number>> = { opacityLow: 0.4, opacityMedium: 0.7, opacityHigh: 0.9 };

export function formulaLines(form: TimeseriesForm, frame: Frame, neutral: string): FormulaLine[] {
  const layers = Array.isArray(form.annotation_layers) ? form.annotation_layers : [];
  return layers.flatMap((layer): FormulaLine[] => {
    const { data } = FormulaLayer.safeParse(layer);
    const formula = data?.show ? parseFormula(data.value) : undefined;
    if (!data || !formula) return [];
    return [
      {
        name: data.name,
        showLabel: data.showLabel,
        values: frame.x.map((x, i) => finite(formula(typeof x === "number" ? x : i))),
        style: {
          color: data.color || neutral,
          width: data.width || 1,
          type: STYLES[data.style ?? ""] ?? "solid",
          opacity: data.color ? (OPACITIES[data.opacity ?? ""] ?? 1) : 1,
        },
      },
    ];
  });
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
