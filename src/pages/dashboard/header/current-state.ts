import { filterWords, type SavedDashboardState } from "../../../features/email-report/report-state.ts";
import { list } from "../../../i18n/intl.ts";
import type { DataMask } from "../../../model/data-mask.ts";
import { activeTabsOf } from "../../../model/layout-tree.ts";
import { type DashboardStore, masksToStore } from "../state/store.ts";

export function currentState(store: DashboardStore): { state: SavedDashboardState; words: string } {
  const view = store.getState();
  const { layout, filters, charts } = view.dashboard;
  const dataMask = Object.fromEntries(Object.entries(masksToStore(view)).filter(([, mask]) => isChosen(mask)));
  const open = activeTabsOf(layout, view.tabs);
  const initial = Object.values(activeTabsOf(layout, {}));
  const others = Object.values(open).filter((id) => !initial.includes(id));
  const names = {
    ...Object.fromEntries([...charts].map(([id, { slice_name }]) => [String(id), slice_name])),
    ...Object.fromEntries(filters.map(({ id, name }) => [id, name])),
  };
  const tabs = others.map((id) => String(layout[id]?.meta?.text ?? ""));
  const words = list(
    [...tabs, filterWords({ dataMask }, names)].filter((each) => each !== ""),
    "commas",
  );
  const hasMasks = Object.keys(dataMask).length > 0;
  return {
    state: { ...(hasMasks ? { dataMask } : {}), ...(others.length > 0 ? { activeTabs: Object.values(open) } : {}) },
    words,
  };
}

function isChosen({ filterState }: DataMask): boolean {
  const value = filterState?.value;
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== "";
}
