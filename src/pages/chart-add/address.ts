export interface ChartChoice {
  datasetId?: number;
  dashboardId?: number;
}

/** Reads `?dataset=3` (or the legacy `?datasource_id=3`) and `dashboard_id`. */
export function parseChoice(params: URLSearchParams): ChartChoice {
  const number = (name: string) => {
    const value = Number(params.get(name));
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  return { datasetId: number("dataset") ?? number("datasource_id"), dashboardId: number("dashboard_id") };
}

export function exploreAddress(choice: { datasetId: number; vizType: string; dashboardId?: number }): string {
  const query = new URLSearchParams({
    datasource_id: String(choice.datasetId),
    datasource_type: "table",
    viz_type: choice.vizType,
  });
  if (choice.dashboardId) query.set("dashboard_id", String(choice.dashboardId));
  return `/explore/?${query}`;
}
