import { createPermalink } from "../../api/dashboard/contract.ts";
import { activeTabsOf } from "../../model/layout-tree.ts";
import { call } from "../../web/client/client.ts";
import type { HostChannel, HostMethods } from "../../web/session/host-channel.ts";
import type { Appearance } from "../../web/session/theme.ts";
import { type DashboardStore, masksToStore } from "./state/store.ts";

export interface HostContext {
  store: DashboardStore | undefined;
  host: HostChannel | undefined;
  setAppearance(appearance: Appearance): void;
}

const APPEARANCES: ReadonlyMap<unknown, Appearance> = new Map([
  ["default", "light"],
  ["dark", "dark"],
  ["system", "system"],
]);

/** All but the frame size fail until the dashboard is open. */
export function hostMethods({ store, host, setAppearance }: HostContext): HostMethods {
  const state = () => {
    if (!store) throw new Error("the dashboard isn't open yet");
    return store.getState();
  };
  return {
    getScrollSize: scrollSize,
    getActiveTabs: () => {
      const { dashboard, tabs } = state();
      return Object.values(activeTabsOf(dashboard.layout, tabs));
    },
    getDataMask: () => state().applied,
    getChartStates: () => state().ownStates,
    getDashboardPermalink: async ({ anchor }) => {
      const { dashboard, tabs } = state();
      const body = {
        dataMask: masksToStore(state()),
        activeTabs: Object.values(activeTabsOf(dashboard.layout, tabs)),
        urlParams: [],
        ...(typeof anchor === "string" ? { anchor } : {}),
      };
      const { key, url } = await call(createPermalink, { params: { id: String(dashboard.detail.id) }, body });
      const own = await host?.ask("resolvePermalinkUrl", { key }).catch(() => null);
      return typeof own === "string" ? own : url;
    },
    setThemeMode: ({ mode }) => {
      const appearance = APPEARANCES.get(mode);
      if (appearance) setAppearance(appearance);
    },
  };
}

function scrollSize(): { width: number; height: number } {
  const canvas = document.querySelector<HTMLElement>("[data-dashboard-canvas]");
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (!canvas) return { width: scrollWidth, height: scrollHeight };
  const hidden = canvas.scrollHeight - canvas.clientHeight;
  return { width: scrollWidth, height: scrollHeight + hidden };
}
