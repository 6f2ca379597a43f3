import type { DatasetColumn } from "../../../model/dataset.ts";
import { DYNAMIC_GROUPBY } from "../../../model/display-control.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { useDatasetChoices } from "../../../web/client/use-dataset-choices.ts";
import { useView } from "../state/context.ts";
import { columnUses, datasetsByUse } from "./suggested-filters.ts";

interface Choice<V> {
  value: V;
  label: string;
}
type Option = Choice<string>;

export const byName = {
  filterOption: (text: string, option?: Option) =>
    `${option?.label} ${option?.value}`.toLowerCase().includes(text.toLowerCase()),
};

function isSuitable(column: DatasetColumn, filterType: string): boolean {
  if (filterType === DYNAMIC_GROUPBY) return column.groupby !== false;
  return filterType === "filter_range" ? column.type_generic === GENERIC_TYPE.NUMERIC : column.filterable !== false;
}

/** Choices that the dashboard uses first, most used at the top. */
function usedFirst<V>(choices: readonly Choice<V>[], uses: ReadonlyMap<V, number>): Choice<V>[] {
  return choices.toSorted((a, b) => (uses.get(b.value) ?? 0) - (uses.get(a.value) ?? 0));
}

export function useDatasets(chosen: number | undefined) {
  const { choices, dataset, isFetching, search } = useDatasetChoices(chosen);
  const dashboard = useView((view) => view.dashboard);
  return {
    isFetching,
    search,
    options: usedFirst(
      choices.map(({ value, label }) => ({ value, label })),
      new Map(datasetsByUse(dashboard).map((id, at, { length }) => [id, length - at])),
    ),
    dataset,
    columnsFor: (filterType: string): Option[] =>
      usedFirst(
        ((dataset?.columns ?? []) as DatasetColumn[])
          .filter((column) => isSuitable(column, filterType))
          .map((column) => ({ value: column.column_name, label: column.verbose_name || column.column_name })),
        columnUses(dashboard, dataset?.id ?? -1),
      ),
    metrics: (dataset?.metrics ?? []).map(
      (metric): Option => ({ value: metric.metric_name, label: metric.verbose_name || metric.metric_name }),
    ),
    temporal: ((dataset?.columns ?? []) as DatasetColumn[])
      .filter((column) => column.is_dttm)
      .map((column): Option => ({ value: column.column_name, label: column.verbose_name || column.column_name })),
    grains: (dataset?.time_grain_sqla ?? []).map(([value, label]): Option => ({ value, label })),
  };
}
