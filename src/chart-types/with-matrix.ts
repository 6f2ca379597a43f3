import { type MetricPlaces, matrixSections } from "../chart-kit/controls/matrix-controls.ts";
import type { ChartType } from "../chart-seam/chart-type.ts";
import { controlProblems, controlsOf } from "../chart-seam/define.ts";
import type { FormData } from "../model/form-data.ts";
import { hasMatrix, loadChartType, loadedChartType } from "./index.ts";

const known = new WeakMap<ChartType, ChartType>();

export function withMatrix(type: ChartType): ChartType {
  if (!hasMatrix(type.key)) return type;
  const withMatrix = known.get(type) ?? extended(type);
  known.set(type, withMatrix);
  return withMatrix;
}

function extended(type: ChartType): ChartType {
  const sections = matrixSections(placesOf(type));
  return {
    ...type,
    sections: [...type.sections, ...sections],
    validate: (formData: FormData) => ({ ...type.validate(formData), ...controlProblems(sections, { formData }) }),
  };
}

function placesOf(type: ChartType): MetricPlaces {
  const names = controlsOf(type.sections).map(({ name }) => name);
  if (names.includes("metrics")) return "many";
  return names.includes("metric") ? "one" : "none";
}

export function loadedEditedType(vizType: string): ChartType | undefined {
  const type = loadedChartType(vizType);
  return type && withMatrix(type);
}

export async function loadEditedType(vizType: string): Promise<ChartType | undefined> {
  const type = await loadChartType(vizType);
  return type && withMatrix(type);
}
