import { postSamples } from "../api/datasource/contract.ts";
import { call } from "./client.ts";
import { useFetched } from "./use-fetched.ts";

/** How many rows of a stored dataset its reader may see; undefined until that is known. */
export function useRowCount(datasetId: number): number | undefined {
  const { data } = useFetched(datasetId > 0 ? `rows ${datasetId}` : undefined, async (signal) => {
    const query = { datasource_type: "table", datasource_id: String(datasetId), per_page: 1, page: 1 };
    const { result } = await call(postSamples, { query, body: null }, { signal });
    return result.total_count;
  });
  return data;
}
