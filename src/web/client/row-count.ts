import { postSamples } from "../../api/datasource/contract.ts";
import { type Dataset, datasourceOf } from "../../model/dataset.ts";
import { call } from "./client.ts";
import { useFetched } from "./use-fetched.ts";

/** `isAllowed`: whether the user can see sample rows. */
export function useRowCount(dataset: Pick<Dataset, "id" | "type">, isAllowed: boolean): number | undefined {
  const { id, type } = datasourceOf(dataset);
  const { data } = useFetched(id > 0 && isAllowed ? `rows ${id}__${type}` : undefined, async (signal) => {
    const query = { datasource_type: type, datasource_id: String(id), per_page: 1, page: 1 };
    const { result } = await call(postSamples, { query, body: null }, { signal });
    return result.total_count;
  });
  return data;
}
