import { createContext, useContext } from "react";

/** Opens the filter bar (or the sheet on a phone) and puts the focus on a filter, or on the first one. */
export const OpenFiltersContext = createContext<(filterId?: string) => void>(() => {});

export function useOpenFilters(): (filterId?: string) => void {
  return useContext(OpenFiltersContext);
}

/** Element id of a filter's field. */
export function fieldId(filterId: string): string {
  return `filter-${filterId}`;
}
