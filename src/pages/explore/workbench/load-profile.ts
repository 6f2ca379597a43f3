import { postChartData } from "../../../api/chart-data/contract.ts";
import { type Dataset, datasourceKey, datasourceOf } from "../../../model/dataset.ts";
import { call } from "../../../web/client/client.ts";
import { later } from "../../../web/client/clock.ts";
import { queryClient } from "../../../web/client/query.ts";
import { type DatasetProfile, parseProfile, profileQuery } from "../state/profile.ts";

/** Longest delay of the first chart. */
const TIMEOUT_MS = 500;
const CACHE_MS = 600_000;

/** Undefined if the query fails or times out. Cached; a timed-out query is cancelled and not retried for a while. */
export async function loadProfile(dataset: Dataset): Promise<DatasetProfile | undefined> {
  const { changed_on } = dataset;
  const queryKey = ["explore", "profile", datasourceKey(dataset), changed_on];
  const pending = queryClient.fetchQuery({
    queryKey,
    staleTime: CACHE_MS,
    queryFn: async ({ signal }) => {
      const body = { datasource: datasourceOf(dataset), queries: [profileQuery(dataset)] };
      const { result } = await call(postChartData, { body }, { signal });
      const [row] = result[0]?.data ?? [];
      return (typeof row === "object" && parseProfile(dataset, row as Parameters<typeof parseProfile>[1])) || null;
    },
  });
  const giveUp = () => {
    if (queryClient.getQueryData(queryKey) !== undefined) return;
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, null);
  };
  const cancel = later(TIMEOUT_MS, giveUp);
  try {
    return (await pending) ?? undefined;
  } catch {
    return undefined;
  } finally {
    cancel();
  }
}
