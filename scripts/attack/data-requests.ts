import type { Answer, Client } from "./client.ts";

const TOTAL = { expressionType: "SQL", sqlExpression: "SUM(amount)", label: "total", optionName: "total" };

export interface DataRequest {
  what: string;
  send(client: Client): Promise<Answer>;
}

/** `form`: form data that says which chart, dashboard or filter the rows are for. */
export function dataRequests(datasetId: number, form: Record<string, unknown>): DataRequest[] {
  const datasource = { id: datasetId, type: "table" };
  const query = { columns: ["note"], metrics: [], filters: [], orderby: [], row_limit: 100, extras: {} };
  const context = { datasource, queries: [query], form_data: form };
  const chartData = (what: string, change: object): DataRequest => ({
    what,
    send: (client) => client.post("/api/v1/chart/data", { ...context, ...change }),
  });
  const form_data = JSON.stringify({ viz_type: "table", datasource: `${datasetId}__table`, ...form });
  return [
    chartData("rows", {}),
    chartData("counts", { queries: [{ ...query, columns: [], metrics: [TOTAL] }] }),
    chartData("SQL of its own", { queries: [{ ...query, columns: [{ label: "x", sqlExpression: "note" }] }] }),
    chartData("samples", { result_type: "samples" }),
    chartData("details", { result_type: "drill_detail" }),
    chartData("statement", { result_type: "query" }),
    chartData("CSV", { result_format: "csv" }),
    { what: "batch", send: (client) => client.post("/api/v1/chart/data/batch", { contexts: [context] }) },
    {
      what: "explore_json",
      send: (client) => client.post("/superset/explore_json/", { form_data: JSON.parse(form_data) }),
    },
    {
      what: "explore_json of the dataset",
      send: (client) =>
        client.get(`/superset/explore_json/table/${datasetId}/?form_data=${encodeURIComponent(form_data)}`),
    },
  ];
}

export function addressRequests(datasetId: number, dashboardId: number): DataRequest[] {
  const get = (what: string, path: string): DataRequest => ({ what, send: (client) => client.get(path) });
  const samples = `/datasource/samples?datasource_type=table&datasource_id=${datasetId}&per_page=50`;
  return [
    { what: "samples", send: (client) => client.post(`${samples}&dashboard_id=${dashboardId}`, {}) },
    { what: "samples without a dashboard", send: (client) => client.post(samples, {}) },
    get("drill info", `/api/v1/dataset/${datasetId}/drill_info/?q=(dashboard_id:${dashboardId})`),
    get("values", `/api/v1/datasource/table/${datasetId}/column/note/values/`),
    get("dataset", `/api/v1/dataset/${datasetId}`),
    get("export", `/api/v1/dataset/export/?q=!(${datasetId})`),
  ];
}

/** Form data through which dashboards, filters and charts grant access. */
export function formsOf({ dashboardId, chartId }: { dashboardId: number; chartId: number }) {
  const filter = { type: "NATIVE_FILTER", native_filter_id: FILTER_ID };
  return [
    { ...filter, dashboardId },
    { ...filter, dashboardId, type: "CHART_CUSTOMIZATION" },
    { ...filter, dashboardId: String(dashboardId), slice_id: chartId },
    { slice_id: chartId, dashboardId },
    { slice_id: 0, chart_id: chartId, dashboardId },
    { parent_slice_id: chartId, slice_id: chartId, dashboardId },
    { dashboardId },
    {},
  ];
}

export const FILTER_ID = "NATIVE_FILTER-attack";

export const filterOver = (datasetId: number) => ({
  id: FILTER_ID,
  name: "Attack",
  type: "NATIVE_FILTER",
  filterType: "filter_select",
  targets: [{ datasetId, column: { name: "note" } }],
});
