import { useQuery } from "@tanstack/react-query";
import { list, show } from "../../../api/dataset/contract.ts";
import type { DatasetColumn } from "../../../model/dataset.ts";
import { DYNAMIC_GROUPBY } from "../../../model/display-control.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { call } from "../../../web/client.ts";
import { useFoundChoices } from "../../../web/use-found-choices.ts";

interface Option {
  value: string;
  label: string;
}

/** A choice of columns or metrics is searched by their names and by what they are called. */
export const byName = {
  filterOption: (text: string, option?: Option) =>
    `${option?.label} ${option?.value}`.toLowerCase().includes(text.toLowerCase()),
};

function suits(column: DatasetColumn, filterType: string): boolean {
  if (filterType === DYNAMIC_GROUPBY) return column.groupby !== false;
  return filterType === "filter_range" ? column.type_generic === GENERIC_TYPE.NUMERIC : column.filterable !== false;
}

/** Datasets to choose from, and the columns of the chosen one that suit a type of filter. */
export function useDatasets(chosen: number | undefined) {
  const { found, isSearching, search } = useFoundChoices({ key: ["dataset", "choices"], find: findDatasets });
  const detail = useQuery({
    queryKey: ["dataset", chosen],
    enabled: chosen !== undefined,
    queryFn: ({ signal }) => call(show, { params: { id: String(chosen) } }, { signal }),
  });
  const dataset = detail.data?.result;
  const isListed = found.some((option) => option.value === chosen);
  return {
    isFetching: isSearching || detail.isFetching,
    search,
    options:
      dataset && chosen !== undefined && !isListed ? [...found, { value: chosen, label: dataset.table_name }] : found,
    dataset,
    columnsFor: (filterType: string): Option[] =>
      ((dataset?.columns ?? []) as DatasetColumn[])
        .filter((column) => suits(column, filterType))
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

async function findDatasets(text: string, signal: AbortSignal) {
  const filters = text ? [{ col: "table_name", opr: "ct", value: text }] : [];
  const order = { order_column: "table_name", order_direction: "asc" as const };
  const { result } = await call(
    list,
    { q: { filters, columns: ["id", "table_name"], ...order, page_size: 100 } },
    { signal },
  );
  return result.map(({ id, table_name }) => ({ value: id, label: table_name }));
}
