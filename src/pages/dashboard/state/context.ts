import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { LabelColors } from "../../../chart-kit/colors/label-colors.ts";
import type { DashboardStore, DashboardView } from "./store.ts";

/** What every part of the page can reach without being handed it. */
export interface DashboardPageContext {
  store: DashboardStore;
  /** One map from label to colour for all charts. */
  colors: LabelColors;
  /** Parameters of the address that the page has no use for itself. */
  urlParams: Record<string, string>;
  canEdit: boolean;
  canExplore: boolean;
  canDownload: boolean;
  /** No tile menus, badges and cross-filters by click (an embedding bit). */
  hideChartControls: boolean;
  /** Every chart says which limit cut its rows (an embedding bit). */
  showRowLimitWarning: boolean;
}

export const DashboardContext = createContext<DashboardPageContext | null>(null);

export function useDashboardPage(): DashboardPageContext {
  const context = useContext(DashboardContext);
  if (!context) throw new Error("not inside a dashboard");
  return context;
}

/** A part of the view's state; rendered again when it changes (compared shallowly). */
export function useView<T>(select: (view: DashboardView) => T): T {
  return useStore(useDashboardPage().store, useShallow(select));
}

/** The state at this moment and its actions, for event handlers. */
export function useViewActions(): () => DashboardView {
  return useDashboardPage().store.getState;
}
