import { getColumnValues } from "../../api/datasource/contract.ts";
import type { FilterScalar } from "../../model/adhoc.ts";
import { call } from "../client.ts";
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
  const key = column === undefined ? undefined : JSON.stringify([datasetId, column, search, limit]);
  return useFetched(key, async (signal) => {
    const { result } = await call(
      getColumnValues,
      {
        params: { type: "table", id: String(datasetId), name: column ?? "" },
        query: { limit, ...(search ? { search } : {}) },
      },
      { signal },
    );
    return result as FilterScalar[];
  });
}
