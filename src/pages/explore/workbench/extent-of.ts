import { postChartData } from "../../../api/chart-data/contract.ts";
import { type Dataset, datasourceKey, datasourceOf } from "../../../model/dataset.ts";
import { call } from "../../../web/client/client.ts";
import { later } from "../../../web/client/clock.ts";
import { queryClient } from "../../../web/client/query.ts";
import { type Extent, extentQuery, readExtent } from "../state/extent.ts";

/** A first picture waits no longer than this to learn more of its data. */
const PATIENCE_MS = 500;
const KEPT_MS = 600_000;

/**
 * How far a dataset reaches; undefined when its database does not say, or not soon. Asked once for all who want it; a query
 * that takes longer is ended, and not asked again for a while.
 */
export async function extentOf(dataset: Dataset): Promise<Extent | undefined> {
  const { changed_on } = dataset;
  const queryKey = ["explore", "extent", datasourceKey(dataset), changed_on];
  const asked = queryClient.fetchQuery({
    queryKey,
    staleTime: KEPT_MS,
    queryFn: async ({ signal }) => {
      const body = { datasource: datasourceOf(dataset), queries: [extentQuery(dataset)] };
      const { result } = await call(postChartData, { body }, { signal });
      const [row] = result[0]?.data ?? [];
      return (typeof row === "object" && readExtent(dataset, row as Parameters<typeof readExtent>[1])) || null;
    },
  });
  const giveUp = () => {
    if (queryClient.getQueryData(queryKey) !== undefined) return;
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, null);
  };
  const cancel = later(PATIENCE_MS, giveUp);
  try {
    return (await asked) ?? undefined;
  } catch {
    return undefined;
  } finally {
    cancel();
  }
}
