import { useQuery } from "@tanstack/react-query";
import { list, show } from "../../api/dataset/contract.ts";
import { call } from "./client.ts";
import { type Choice, useFoundChoices } from "./use-found-choices.ts";

export interface DatasetChoice extends Choice {
  database?: string | undefined;
}

export function useDatasetChoices(chosen: number | undefined) {
  const { found, isSearching, error, search } = useFoundChoices({ key: ["dataset", "choices"], find: findDatasets });
  const detail = useQuery({
    queryKey: ["dataset", chosen],
    enabled: chosen !== undefined,
    queryFn: ({ signal }) => call(show, { params: { id: String(chosen) } }, { signal }),
  });
  const dataset = detail.data?.result;
  const isFound = found.some((choice) => choice.value === chosen);
  const own: DatasetChoice[] =
    dataset && chosen !== undefined && !isFound
      ? [{ value: chosen, label: dataset.table_name, database: dataset.database?.database_name }]
      : [];
  return { choices: [...found, ...own], dataset, isFetching: isSearching || detail.isFetching, error, search };
}

async function findDatasets(text: string, signal: AbortSignal): Promise<DatasetChoice[]> {
  const q = {
    filters: text ? [{ col: "table_name", opr: "ct", value: text }] : [],
    columns: ["id", "table_name", "database.database_name"],
    order_column: "table_name",
    order_direction: "asc" as const,
    page_size: 100,
  };
  const { result } = await call(list, { q }, { signal });
  return result.map((row) => ({ value: row.id, label: row.table_name, database: row.database?.database_name }));
}
