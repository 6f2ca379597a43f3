import type { QueryDataset } from "./query-dataset.ts";

/** How a dashboard's time overrides (`__time_range`, `__time_col`, `__time_grain`) are reported among the filters. */
export function appliedTimeExtras(
  extras: Readonly<Record<string, unknown>> | null | undefined,
  dataset: QueryDataset,
): { applied: { column: string }[]; rejected: { column: string; reason: string }[] } {
  const applied: { column: string }[] = [];
  const rejected: { column: string; reason: string }[] = [];
  const hasTime = dataset.columns.some((column) => column.is_dttm);
  for (const key of ["__time_range", "__time_col", "__time_grain"]) {
    const value = extras?.[key];
    if (value === undefined || value === null) continue;
    const isKnown = key !== "__time_col" || dataset.columns.some((column) => column.column_name === value);
    if (hasTime && isKnown) applied.push({ column: key });
    else rejected.push({ column: key, reason: hasTime ? "not_in_datasource" : "no_temporal_column" });
  }
  return { applied, rejected };
}
