import type { AnnotationLayer } from "../../model/annotation-layer.ts";
import { annotationLayersOf } from "../../model/annotation-layer.ts";
import { parseFormula } from "./formula.ts";
import type { Frame } from "./frame.ts";
import type { TimeseriesForm } from "./schema.ts";

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
const OPACITIES: Readonly<Record<string, number>> = { opacityLow: 0.2, opacityMedium: 0.5, opacityHigh: 0.8 };

export function layerLook(layer: AnnotationLayer, automatic: string) {
  return {
    color: layer.color || automatic,
    line: STYLES[layer.style ?? ""] ?? "solid",
    width: layer.width || 1,
    opacity: OPACITIES[layer.opacity ?? ""],
  };
}

export function formulaLines(form: TimeseriesForm, frame: Frame, neutral: string): FormulaLine[] {
  return annotationLayersOf(form.annotation_layers).flatMap((layer): FormulaLine[] => {
    const isShown = layer.annotationType === "FORMULA" && layer.show !== false;
    const formula = isShown ? parseFormula(String(layer.value ?? "")) : undefined;
    if (!formula) return [];
    const { color, line, width, opacity = 1 } = layerLook(layer, neutral);
    return [
      {
        name: layer.name,
        showLabel: layer.showLabel === true,
        values: frame.x.map((x, i) => finite(formula(typeof x === "number" ? x : i))),
        style: { color, width, type: line, opacity },
      },
    ];
  });
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
