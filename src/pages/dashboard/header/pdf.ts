import { cacheDashboard, dashboardPictures } from "../../../api/picture/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { activeTabsOf } from "../../../model/layout-tree.ts";
import { call, callForStream } from "../../../web/client/client.ts";
import { later } from "../../../web/client/clock.ts";
import { downloadPending, saveBlob, withProgressToast } from "../../../web/toasts/download.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { fileName } from "../grid/downloads.ts";
import { type DashboardStore, type DashboardView, masksToStore } from "../state/store.ts";
import { parseUrl } from "../state/url.ts";

const POLL_MS = 700;
const TIMEOUT_MS = 120_000;

export async function downloadPdf(store: DashboardStore): Promise<void> {
  const state = store.getState();
  const { id, dashboard_title: title } = state.dashboard.detail;
  const { urlParams } = parseUrl(window.location.search);
  const name = `${fileName(title)}.pdf`;
  try {
    saveBlob(await withProgressToast(downloadPending(name), pdfOf(state, String(id), urlParams)), name);
  } catch (error) {
    toast.error(error, (message) => t("Failed to create the PDF: {message}", { message }));
  }
}

async function pdfOf(state: DashboardView, id: string, urlParams: Readonly<Record<string, string>>): Promise<Blob> {
  const { cache_key: digest } = await call(cacheDashboard, {
    params: { id },
    query: { force: "true" },
    body: {
      dataMask: masksToStore(state),
      activeTabs: Object.values(activeTabsOf(state.dashboard.layout, state.tabs)),
      urlParams: Object.entries(urlParams),
    },
  });
  return waitForPdf(id, digest);
}

async function waitForPdf(id: string, digest: string): Promise<Blob> {
  const until = performance.now() + TIMEOUT_MS;
  while (performance.now() < until) {
    const query = { download_format: "pdf" };
    const response = await callForStream(dashboardPictures.screenshot, { params: { id, digest }, query });
    if (response.status === 200) return response.blob();
    await new Promise<void>((resolve) => {
      later(POLL_MS, resolve);
    });
  }
  throw new Error(t("The server took longer than 2 minutes. Try again later."));
}
