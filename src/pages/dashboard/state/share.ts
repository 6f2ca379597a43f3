import { createPermalink } from "../../../api/dashboard/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { activeTabsOf } from "../../../model/layout-tree.ts";
import { call } from "../../../web/client/client.ts";
import { copyText } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { type DashboardStore, masksToStore } from "./store.ts";
import { hashOf, parseUrl } from "./url.ts";

export async function share(store: DashboardStore, anchor?: string): Promise<void> {
  try {
    if (await copyText(await permalinkOf(store, anchor))) toast.success(t("Link Copied!"));
  } catch (error) {
    toast.error(error);
  }
}

export async function shareByEmail(store: DashboardStore, { title, anchor }: { title: string; anchor?: string }) {
  try {
    const link = await permalinkOf(store, anchor);
    window.location.assign(`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(link)}`);
  } catch (error) {
    toast.error(error);
  }
}

/** Throws `ApiError`. */
export async function permalinkOf(store: DashboardStore, anchor?: string): Promise<string> {
  const state = store.getState();
  const { urlParams } = parseUrl(window.location.search);
  const body = {
    dataMask: masksToStore(state),
    activeTabs: Object.values(activeTabsOf(state.dashboard.layout, state.tabs)),
    urlParams: Object.entries(urlParams),
    anchor: anchor ?? hashOf(window.location.hash),
  };
  const { url } = await call(createPermalink, { params: { id: String(state.dashboard.detail.id) }, body });
  return new URL(url, window.location.origin).href;
}
