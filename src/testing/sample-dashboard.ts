import type { DashboardChart, DashboardDetail } from "../api/dashboard/contract.ts";
import { parseLayout, toPositions } from "../model/dashboard-layout.ts";
import { Dataset } from "../model/dataset.ts";
import { type Dashboard, toDashboard } from "../pages/dashboard/state/dashboard.ts";

const tile = (id: number, width = 4) => ({
  id: `CHART-${id}`,
  type: "CHART",
  children: [],
  meta: { chartId: id, width, height: 30, sliceName: `chart ${id}` },
});

export const layout = parseLayout({
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["TABS-1"] },
  GRID_ID: { id: "GRID_ID", type: "GRID", children: [] },
  "TABS-1": { id: "TABS-1", type: "TABS", children: ["TAB-a", "TAB-b"] },
  "TAB-a": { id: "TAB-a", type: "TAB", children: ["ROW-a", "MARKDOWN-1"], meta: { text: "Delays" } },
  "TAB-b": { id: "TAB-b", type: "TAB", children: ["HEADER-1", "CHART-4"], meta: { text: "Cities" } },
  "ROW-a": { id: "ROW-a", type: "ROW", children: ["CHART-1", "CHART-2", "CHART-3"] },
  "HEADER-1": {
    id: "HEADER-1",
    type: "HEADER",
    children: [],
    meta: { text: "All cities", headerSize: "LARGE_HEADER" },
  },
  "MARKDOWN-1": { id: "MARKDOWN-1", type: "MARKDOWN", children: [], meta: { code: "**Source**: BTS", width: 4 } },
  "CHART-1": tile(1),
  "CHART-2": tile(2),
  "CHART-3": tile(3),
  "CHART-4": tile(4, 12),
});

export const filters = [
  {
    id: "NATIVE_FILTER-origin",
    name: "Origin",
    filterType: "filter_select",
    targets: [{ datasetId: 7, column: { name: "origin" } }],
  },
  {
    id: "NATIVE_FILTER-city",
    name: "City",
    filterType: "filter_select",
    targets: [{ datasetId: 8, column: { name: "city" } }],
    scope: { rootPath: ["TAB-b"], excluded: [] },
  },
  { id: "NATIVE_FILTER-time", name: "Departure", filterType: "filter_time", targets: [{}] },
];

function chart(id: number, dataset: number, viz_type: string, extra: Record<string, unknown> = {}): DashboardChart {
  return {
    id,
    slice_name: `Chart ${id}`,
    cache_timeout: null,
    changed_on: "2026-01-01T00:00:00",
    description: id === 1 ? "Share of flights\nin percent" : null,
    form_data: { viz_type, datasource: `${dataset}__table`, slice_id: id, ...extra },
    slice_url: `/explore/?slice_id=${id}`,
    certified_by: null,
    certification_details: null,
  };
}

const dataset = (id: number, table_name: string, names: readonly string[]) =>
  Dataset.parse({
    id,
    table_name,
    database: { id: 1 },
    columns: names.map((column_name) => ({ column_name, is_dttm: column_name === "date" })),
    metrics: [{ metric_name: "count", expression: "COUNT(*)" }],
    time_grain_sqla: [
      ["P1D", "Day"],
      ["P1W", "Week"],
    ],
  });

export const charts = [
  chart(1, 7, "table", { query_mode: "aggregate", groupby: ["origin"], metrics: ["count"] }),
  chart(2, 7, "big_number_total", { metric: "count" }),
  chart(3, 8, "table", { query_mode: "aggregate", groupby: ["city"], metrics: ["count"] }),
  chart(4, 8, "table", { query_mode: "aggregate", groupby: ["origin"], metrics: ["count"] }),
];

export const datasets = [
  dataset(7, "flights", ["origin", "delay", "date"]),
  dataset(8, "airports", ["origin", "city"]),
];

export function detailOf(metadata: Record<string, unknown> = {}): DashboardDetail {
  return {
    id: 5,
    uuid: "0c9b1c1e-0000-4000-8000-000000000005",
    slug: "flights",
    url: "/superset/dashboard/flights/",
    dashboard_title: "US flight delays",
    published: true,
    css: null,
    json_metadata: JSON.stringify({ native_filter_configuration: filters, ...metadata }),
    position_json: JSON.stringify(toPositions(layout)),
    certified_by: null,
    certification_details: null,
    changed_by_name: "Ada Lovelace",
    changed_on: "2026-01-01T00:00:00",
    changed_on_delta_humanized: "an hour ago",
    charts: [],
    owners: [{ id: 1, first_name: "Ada", last_name: "Lovelace" }],
    roles: [],
    tags: [],
    is_managed_externally: false,
  };
}

export function sampleDashboard(metadata: Record<string, unknown> = {}): Dashboard {
  return toDashboard({ detail: detailOf(metadata), charts, datasets });
}
