import { RISON } from "rison2";

/** The address of a list page with filters set, by their keys. */
export const filteredList = (
  path: string,
  filters: Readonly<Record<string, { label: string; value: number }>>,
): string => `${path}?filters=${encodeURIComponent(RISON.stringify(filters))}`;
