import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { Lab } from "./lab.ts";
import { databaseOf, type LabDatabase, type LabState, type Run, tabOf } from "./store.ts";
import type { EditorTab } from "./tab.ts";

export const LabContext = createContext<Lab | null>(null);

export function useLab(): Lab {
  const lab = useContext(LabContext);
  if (!lab) throw new Error("the SQL editor is not open");
  return lab;
}

export function useLabState<T>(select: (state: LabState) => T): T {
  return useStore(useLab().store, select);
}

export function useTab(): EditorTab {
  const tab = useLabState((state) => tabOf(state, state.active) ?? state.tabs[0]);
  if (!tab) throw new Error("no tab is open");
  return tab;
}

export function useDatabase(): LabDatabase | undefined {
  return useLabState((state) => databaseOf(state, tabOf(state, state.active)));
}

export function useRun(): Run | undefined {
  return useLabState((state) => state.runs[state.active]);
}
