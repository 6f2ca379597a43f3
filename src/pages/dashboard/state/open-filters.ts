import { createContext, useContext } from "react";

/** Opens the filter bar (on phones, the sheet) and focuses a filter, by default the first one. */
export const OpenFiltersContext = createContext<(filterId?: string) => void>(() => {});

export function useOpenFilters(): (filterId?: string) => void {
  return useContext(OpenFiltersContext);
}

export function fieldId(filterId: string): string {
  return `filter-${filterId}`;
}
