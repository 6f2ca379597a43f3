import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { ControlState } from "../../../chart-seam/control.ts";
import type { ShownRows } from "../../../chart-seam/table-column.ts";
import { loadedEditedType } from "../../../chart-types/with-matrix.ts";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import {
  type ExploreActions,
  type ExploreState,
  type ExploreStore,
  type Standing,
  standingOf,
} from "../state/store.ts";

/** The open document and what its chart is doing, for everything on the page. */
export interface Bench {
  store: ExploreStore;
  run: ChartState;
  setRun(state: ChartState): void;
  /** The rows that a table shows as its reader arranged it. */
  shown: { current: ShownRows | undefined };
}

export const BenchContext = createContext<Bench | null>(null);

export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error("no chart is open");
  return bench;
}

export function useExplore<T>(select: (state: ExploreState & ExploreActions) => T): T {
  return useStore(useBench().store, select);
}

const standings = new WeakMap<ExploreState, Standing>();

/** Worked out once per state of the document, however many components ask. */
export function useStanding(): Standing {
  const state = useExplore((one) => one);
  const known = standings.get(state);
  if (known) return known;
  const standing = standingOf(state, loadedEditedType);
  standings.set(state, standing);
  return standing;
}

export function useChartType(): ChartType | undefined {
  return loadedEditedType(useExplore((state) => state.formData.viz_type));
}

export function useControlState(): ControlState {
  const formData = useExplore((state) => state.formData);
  const dataset = useExplore((state) => state.dataset);
  return { formData, dataset };
}
