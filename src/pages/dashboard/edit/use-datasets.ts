import type { DatasetColumn } from "../../../model/dataset.ts";
import { DYNAMIC_GROUPBY } from "../../../model/display-control.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { useDatasetChoices } from "../../../web/client/use-dataset-choices.ts";

interface Option {
  value: string;
  label: string;
}

export const byName = {
  filterOption: (text: string, option?: Option) =>
    `${option?.label} ${option?.value}`.toLowerCase().includes(text.toLowerCase()),
};

function isSuitable(column: DatasetColumn, filterType: string): boolean {
  if (filterType === DYNAMIC_GROUPBY) return column.groupby !== false;
  return filterType === "filter_range" ? column.type_generic === GENERIC_TYPE.NUMERIC : column.filterable !== false;
}

export function useDatasets(chosen: number | undefined) {
  const { choices, dataset, isFetching, search } = useDatasetChoices(chosen);
  return {
    isFetching,
    search,
    options: choices.map(({ value, label }) => ({ value, label })),
    dataset,
    columnsFor: (filterType: string): Option[] =>
      ((dataset?.columns ?? []) as DatasetColumn[])
        .filter((column) => isSuitable(column, filterType))
        .map((column) => ({ value: column.column_name, label: column.verbose_name || column.column_name })),
    metrics: (dataset?.metrics ?? []).map(
      (metric): Option => ({ value: metric.metric_name, label: metric.verbose_name || metric.metric_name }),
    ),
    temporal: ((dataset?.columns ?? []) as DatasetColumn[])
      .filter((column) => column.is_dttm)
      .map((column): Option => ({ value: column.column_name, label: column.verbose_name || column.column_name })),
    grains: (dataset?.time_grain_sqla ?? []).map(([value, label]): Option => ({ value, label })),
  };
}
