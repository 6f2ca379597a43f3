import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { LabelColors } from "../../../chart-kit/colors/label-colors.ts";
import type { DashboardStore, DashboardView } from "./store.ts";

export interface DashboardPageContext {
  store: DashboardStore;
  colors: LabelColors;
  urlParams: Record<string, string>;
  canEdit: boolean;
  canExplore: boolean;
  canDownload: boolean;
  /** Hides tile menus and badges, and turns off cross-filters by click (a bit of `uiConfig`). */
  hideChartControls: boolean;
  /** Every chart names the limit that truncated its rows (a bit of `uiConfig`). */
  showRowLimitWarning: boolean;
}

export const DashboardContext = createContext<DashboardPageContext | null>(null);

export function useDashboardPage(): DashboardPageContext {
  const context = useContext(DashboardContext);
  if (!context) throw new Error("not inside a dashboard");
  return context;
}

export function useView<T>(select: (view: DashboardView) => T): T {
  return useStore(useDashboardPage().store, useShallow(select));
}

export function useViewActions(): () => DashboardView {
  return useDashboardPage().store.getState;
}
