import type { ChartType } from "./chart-type.ts";

/** Every chart type, one line each. Definitions only: no drawing code, so the server may read it too. */
export const CHART_TYPES: readonly ChartType[] = [];

const byKey = new Map<string, ChartType>();
for (const type of CHART_TYPES) {
  byKey.set(type.key, type);
  for (const old of type.replaces ?? []) byKey.set(old, type);
}

/** The chart type of a `viz_type`, older keys included. */
export function maybeChartType(vizType: string): ChartType | undefined {
  return byKey.get(vizType);
}
