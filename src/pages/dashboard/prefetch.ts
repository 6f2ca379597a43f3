import { prepareChart } from "../../chart-types/renderers.ts";
import { activeTabsOf, chartsOnOpenTabs } from "../../model/layout-tree.ts";
import { queryClient } from "../../web/client/query.ts";
import type { Visit } from "../../web/page.ts";
import { dashboardQuery } from "./state/load.ts";

/** How long a response waits for its page, in ms. */
const PREFETCH_TTL_MS = 10_000;

export async function prefetchDashboard({ params: { idOrSlug: reference } }: Visit): Promise<void> {
  if (!reference) return;
  const query = dashboardQuery(reference);
  if (queryClient.getQueryState(query.queryKey)) return;
  await queryClient.prefetchQuery({ ...query, gcTime: PREFETCH_TTL_MS });
  const dashboard = queryClient.getQueryData(query.queryKey);
  if (!dashboard) return;
  const open = chartsOnOpenTabs(dashboard.layout, activeTabsOf(dashboard.layout, {}));
  for (const id of open) prepareChart(String(dashboard.charts.get(id)?.form_data.viz_type));
}
