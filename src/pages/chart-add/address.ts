import type { ChartCard } from "../../chart-types/chart-type.ts";

export interface ChartChoice {
  datasetId?: number;
  dashboardId?: number;
}

/** What the address brings along: `?dataset=3` or an older `?datasource_id=3`, and the dashboard it is meant for. */
export function parseChoice(params: URLSearchParams): ChartChoice {
  const number = (name: string) => {
    const value = Number(params.get(name));
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  return { datasetId: number("dataset") ?? number("datasource_id"), dashboardId: number("dashboard_id") };
}

/** Where the new chart is made. */
export function exploreAddress(choice: { datasetId: number; vizType: string; dashboardId?: number }): string {
  const query = new URLSearchParams({
    datasource_id: String(choice.datasetId),
    datasource_type: "table",
    viz_type: choice.vizType,
  });
  if (choice.dashboardId) query.set("dashboard_id", String(choice.dashboardId));
  return `/explore/?${query}`;
}

/** Chart types that hold every word in their name, category, tags or description. */
export function matchingTypes(types: readonly ChartCard[], text: string): ChartCard[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return types.filter((type) => {
    const source = [type.name, type.category, type.description, ...type.tags].join(" ").toLowerCase();
    return words.every((word) => source.includes(word));
  });
}
