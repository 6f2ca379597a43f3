import { type ColumnProfile, getColumnProfile } from "../../api/datasource/contract.ts";
import { type Dataset, datasourceOf } from "../../model/dataset.ts";
import { call } from "../../web/client/client.ts";
import { type Fetched, useFetched } from "../../web/client/use-fetched.ts";

export function useColumnProfile(dataset: Pick<Dataset, "id" | "type">, column: string): Fetched<ColumnProfile> {
  const { id, type } = datasourceOf(dataset);
  return useFetched(JSON.stringify(["profile", id, type, column]), async (signal) => {
    const { result } = await call(
      getColumnProfile,
      { params: { type, id: String(id), name: column }, query: {} },
      { signal },
    );
    return result;
  });
}
