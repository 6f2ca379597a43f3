import { createPermalink } from "../../../api/dashboard/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { activeTabsOf } from "../../../model/layout-tree.ts";
import { call } from "../../../web/client/client.ts";
import { copyText } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { type DashboardStore, masksToStore } from "./store.ts";
import { hashOf, parseUrl } from "./url.ts";

export async function share(store: DashboardStore, anchor?: string): Promise<void> {
  const link = await permalinkOf(store, anchor);
  if (link && (await copyText(link))) toast.success(t("Link Copied!"));
}

export async function shareByEmail(store: DashboardStore, { title, anchor }: { title: string; anchor?: string }) {
  const link = await permalinkOf(store, anchor);
  if (!link) return;
  window.location.assign(`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(link)}`);
}

async function permalinkOf(store: DashboardStore, anchor?: string): Promise<string | undefined> {
  const state = store.getState();
  const { urlParams } = parseUrl(window.location.search);
  const body = {
    dataMask: masksToStore(state),
    activeTabs: Object.values(activeTabsOf(state.dashboard.layout, state.tabs)),
    urlParams: Object.entries(urlParams),
    anchor: anchor ?? hashOf(window.location.hash),
  };
  try {
    const { url } = await call(createPermalink, { params: { id: String(state.dashboard.detail.id) }, body });
    return new URL(url, window.location.origin).href;
  } catch (error) {
    toast.error(error);
    return undefined;
  }
}
