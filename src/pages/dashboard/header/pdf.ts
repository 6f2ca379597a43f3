import { cacheDashboard } from "../../../api/picture/contract.ts";
import { savePdf } from "../../../features/share/pdf.ts";
import { activeTabsOf } from "../../../model/layout-tree.ts";
import { call } from "../../../web/client/client.ts";
import { fileName } from "../grid/downloads.ts";
import { type DashboardStore, masksToStore } from "../state/store.ts";
import { parseUrl } from "../state/url.ts";

export function downloadPdf(store: DashboardStore): Promise<void> {
  const state = store.getState();
  const { id, dashboard_title: title } = state.dashboard.detail;
  const { urlParams } = parseUrl(window.location.search);
  const body = {
    dataMask: masksToStore(state),
    activeTabs: Object.values(activeTabsOf(state.dashboard.layout, state.tabs)),
    urlParams: Object.entries(urlParams),
  };
  const queue = async () =>
    (await call(cacheDashboard, { params: { id: String(id) }, query: { force: "true" }, body })).cache_key;
  return savePdf({ noun: "dashboard", id, file: `${fileName(title)}.pdf`, queue });
}
