import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { LabelColors } from "../../../chart-kit/colors/label-colors.ts";
import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { ControlState } from "../../../chart-seam/control.ts";
import type { ShownRows } from "../../../chart-seam/table-column.ts";
import { loadedEditedType } from "../../../chart-types/with-matrix.ts";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import {
  type DerivedState,
  deriveState,
  type ExploreActions,
  type ExploreState,
  type ExploreStore,
} from "../state/store.ts";

export interface WorkbenchValue {
  store: ExploreStore;
  run: ChartState;
  setRun(state: ChartState): void;
  /** Of the labels that the chart shows. */
  colors: LabelColors;
  tableRows: { current: ShownRows | undefined };
}

export const WorkbenchContext = createContext<WorkbenchValue | null>(null);

export function useWorkbench(): WorkbenchValue {
  const workbench = useContext(WorkbenchContext);
  if (!workbench) throw new Error("no chart is open");
  return workbench;
}

export function useExplore<T>(select: (state: ExploreState & ExploreActions) => T): T {
  return useStore(useWorkbench().store, select);
}

const derivedStates = new WeakMap<ExploreState, DerivedState>();

export function useDerivedState(): DerivedState {
  const state = useExplore((one) => one);
  const cached = derivedStates.get(state);
  if (cached) return cached;
  const derived = deriveState(state, loadedEditedType);
  derivedStates.set(state, derived);
  return derived;
}

export function useChartType(): ChartType | undefined {
  return loadedEditedType(useExplore((state) => state.formData.viz_type));
}

export function useControlState(): ControlState {
  const formData = useExplore((state) => state.formData);
  const dataset = useExplore((state) => state.dataset);
  return { formData, dataset };
}
