import { postChartData } from "../../../api/chart-data/contract.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { call } from "../../../web/client.ts";
import { later } from "../../../web/clock.ts";
import { queryClient } from "../../../web/query.ts";
import { type Extent, extentQuery, readExtent } from "../state/extent.ts";

/** A first picture waits no longer than this to learn more of its data. */
const PATIENCE_MS = 500;
const KEPT_MS = 600_000;

/** How far a dataset reaches; undefined when its database does not say, or not soon. Asked once for all who want it. */
export async function extentOf(dataset: Dataset): Promise<Extent | undefined> {
  const { id, changed_on } = dataset;
  const asked = queryClient.fetchQuery({
    queryKey: ["explore", "extent", id, changed_on],
    staleTime: KEPT_MS,
    queryFn: async () => {
      const body = { datasource: { id, type: "table" }, queries: [extentQuery(dataset)] };
      const { result } = await call(postChartData, { body });
      const [row] = result[0]?.data ?? [];
      return (typeof row === "object" && readExtent(dataset, row as Parameters<typeof readExtent>[1])) || null;
    },
  });
  const patience = new Promise<undefined>((resolve) => {
    later(PATIENCE_MS, () => resolve(undefined));
  });
  return (await Promise.race([asked.catch(() => undefined), patience])) ?? undefined;
}
