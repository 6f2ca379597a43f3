import { getColumnValues } from "../../api/datasource/contract.ts";
import type { FilterScalar } from "../../model/adhoc.ts";
import { type Dataset, datasourceOf } from "../../model/dataset.ts";
import { call } from "../../web/client/client.ts";
import { type Fetched, useFetched } from "../../web/client/use-fetched.ts";

export interface ValuesRequest {
  dataset: Pick<Dataset, "id" | "type"> | undefined;
  column: string | undefined;
  search?: string;
  limit: number;
}

export function useColumnValues({ dataset, column, search = "", limit }: ValuesRequest): Fetched<FilterScalar[]> {
  const { id, type } = datasourceOf(dataset ?? { id: 0 });
  const isEnabled = dataset !== undefined && column !== undefined;
  const key = isEnabled ? JSON.stringify([id, type, column, search, limit]) : undefined;
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
