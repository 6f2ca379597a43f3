import { firstView } from "../../api/dashboard/contract.ts";
import { prepareChart } from "../../chart-types/renderers.ts";
import { activeTabsOf, chartsOnOpenTabs } from "../../model/layout-tree.ts";
import { call } from "../../web/client.ts";
import { queryClient } from "../../web/query.ts";
import type { Visit } from "../page.ts";
import { dashboardQuery } from "./state/load.ts";

/** How long an answer waits for its page, milliseconds. */
const KEPT_MS = 10_000;

/**
 * Asks for a dashboard, then for its charts' code, while its page is still being loaded. By a link the server has not
 * seen the address yet: it is told to start the queries of the plain first view.
 */
export async function askAhead({ params: { idOrSlug: reference }, search, isByLink }: Visit): Promise<void> {
  if (!reference) return;
  const query = dashboardQuery(reference);
  if (queryClient.getQueryState(query.queryKey)) return;
  if (isByLink && search === "") call(firstView, { params: { id: reference } }).catch(() => undefined);
  await queryClient.prefetchQuery({ ...query, gcTime: KEPT_MS });
  const dashboard = queryClient.getQueryData(query.queryKey);
  if (!dashboard) return;
  const open = chartsOnOpenTabs(dashboard.layout, activeTabsOf(dashboard.layout, {}));
  for (const id of open) prepareChart(String(dashboard.charts.get(id)?.form_data.viz_type));
}
