import { useMemo } from "react";
import { useView } from "./context.ts";
import { type CrossFilter, crossFilters } from "./masks.ts";

export function useCrossFilters(): CrossFilter[] {
  const { dashboard, applied } = useView((view) => ({ dashboard: view.dashboard, applied: view.applied }));
  return useMemo(() => crossFilters(dashboard, applied), [dashboard, applied]);
}
