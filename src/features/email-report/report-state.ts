import type { ReportExtra } from "../../model/report.ts";

export type SavedDashboardState = NonNullable<ReportExtra["dashboard"]>;

export function hasFilters({ dataMask, nativeFilters }: SavedDashboardState): boolean {
  return Object.keys(dataMask ?? {}).length > 0 || (nativeFilters ?? []).length > 0;
}

interface Mask {
  filterState?: { value?: unknown; label?: string | null };
}

export function filterWords(
  { dataMask, nativeFilters }: SavedDashboardState,
  names: Readonly<Record<string, string>>,
): string {
  const masks = Object.entries(dataMask ?? {}).map(([id, mask]) => {
    const { value, label } = (mask as Mask | null)?.filterState ?? {};
    return words(names[id] ?? "", label ?? value);
  });
  const natives = (nativeFilters ?? []).map(({ nativeFilterId, columnName, filterValues }) =>
    words(names[nativeFilterId ?? ""] ?? (typeof columnName === "string" ? columnName : ""), filterValues),
  );
  return [...masks, ...natives].filter((each) => each !== "").join(", ");
}

function words(name: string, value: unknown): string {
  const values = [value].flat().filter((each) => each !== null && each !== undefined && each !== "");
  return values.length === 0 ? name : `${name} ${values.join(", ")}`.trim();
}
