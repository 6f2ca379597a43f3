import { getColumnValues } from "../../api/datasource/contract.ts";
import type { FilterScalar } from "../../model/adhoc.ts";
import { call } from "../client.ts";
import { useDebounced } from "../clock.ts";
import { type Fetched, useFetched } from "../use-fetched.ts";

export interface ValuesRequest {
  datasetId: number;
  /** Undefined: not asked. */
  column: string | undefined;
  search?: string;
  limit: number;
}

/** Distinct values of a column that hold the search text, from the server. */
export function useColumnValues({ datasetId, column, search = "", limit }: ValuesRequest): Fetched<FilterScalar[]> {
  const text = useDebounced(search.trim());
  const key = column === undefined ? undefined : JSON.stringify([datasetId, column, text, limit]);
  return useFetched(key, async (signal) => {
    const { result } = await call(
      getColumnValues,
      {
        params: { type: "table", id: String(datasetId), name: column ?? "" },
        query: { limit, ...(text ? { search: text } : {}) },
      },
      { signal },
    );
    return result as FilterScalar[];
  });
}
