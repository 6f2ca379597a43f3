import { getColumnValues } from "../../api/datasource/contract.ts";
import type { FilterScalar } from "../../model/adhoc.ts";
import { type Dataset, datasourceOf } from "../../model/dataset.ts";
import { call } from "../../web/client/client.ts";
import { type Fetched, useFetched } from "../../web/client/use-fetched.ts";

export interface ValuesRequest {
  /** Undefined: not asked. */
  dataset: Pick<Dataset, "id" | "type"> | undefined;
  /** Undefined: not asked. */
  column: string | undefined;
  search?: string;
  limit: number;
}

/** Distinct values of a column that hold the search text, from the server. */
export function useColumnValues({ dataset, column, search = "", limit }: ValuesRequest): Fetched<FilterScalar[]> {
  const { id, type } = datasourceOf(dataset ?? { id: 0 });
  const isAsked = dataset !== undefined && column !== undefined;
  const key = isAsked ? JSON.stringify([id, type, column, search, limit]) : undefined;
  return useFetched(key, async (signal) => {
    const { result } = await call(
      getColumnValues,
      {
        params: { type, id: String(id), name: column ?? "" },
        query: { limit, ...(search ? { search } : {}) },
      },
      { signal },
    );
    return result as FilterScalar[];
  });
}
