import { createContext, useContext } from "react";

export const OpenFiltersContext = createContext<(filterId?: string) => void>(() => {});

export function useOpenFilters(): (filterId?: string) => void {
  return useContext(OpenFiltersContext);
}

export function fieldId(filterId: string): string {
  return `filter-${filterId}`;
}
