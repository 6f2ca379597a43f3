import type { QueryDataset } from "./query-dataset.ts";

type Extra = "__time_col" | "__time_grain" | "__time_range";
const EXTRAS: readonly Extra[] = ["__time_col", "__time_grain", "__time_range"];

/** How a dashboard's time overrides (`__time_range`, `__time_col`, `__time_grain`) are reported among the filters. */
export function appliedTimeExtras(
  extras: Readonly<Record<string, unknown>> | null | undefined,
  dataset: QueryDataset,
): { applied: { column: string }[]; rejected: { column: string; reason: string }[] } {
  const times = dataset.columns.filter((column) => column.is_dttm).map((column) => column.column_name);
  const asked = EXTRAS.filter((key) => extras?.[key] !== undefined && extras[key] !== null);
  const fits = (key: Extra) => (key === "__time_col" ? times.includes(String(extras?.[key])) : times.length > 0);
  const reason = (key: Extra) => (key === "__time_col" ? "not_in_datasource" : "no_temporal_column");
  return {
    applied: asked.filter(fits).map((column) => ({ column })),
    rejected: asked.filter((key) => !fits(key)).map((column) => ({ column, reason: reason(column) })),
  };
}
