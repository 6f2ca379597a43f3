import { LARGE_TABLE, registerLargeTable } from "./large.ts";

export const LARGE_DASHBOARD = "/superset/dashboard/ten-million-flights/";

interface Access {
  url: string;
  headers: Record<string, string>;
  flightsId: number;
}

/** The eighteen charts of the flights dashboard and two more, without tabs, over ten million rows. */
export async function createLargeDashboard({ flightsId, ...access }: Access): Promise<void> {
  const ask = await askAs(access);
  const datasetId = await registerLargeTable(access, flightsId);
  await copyExpressions(ask, flightsId, datasetId);
  const { result: examples } = await ask<{ result: ExampleChart[] }>(
    "GET",
    "/api/v1/dashboard/us-flight-delays/charts",
  );
  const forms = [...examples.map(({ form_data, slice_name }) => ({ form_data, slice_name })), ...additional(examples)];
  const ids: number[] = [];
  for (const { slice_name, form_data } of forms) {
    const params = JSON.stringify({ ...form_data, datasource: `${datasetId}__table`, slice_id: undefined });
    const { id } = await ask<{ id: number }>("POST", "/api/v1/chart/", {
      slice_name: `${slice_name} (${LARGE_TABLE})`,
      viz_type: form_data.viz_type,
      datasource_id: datasetId,
      datasource_type: "table",
      params,
    });
    ids.push(id);
  }
  const { id } = await ask<{ id: number }>("POST", "/api/v1/dashboard/", {
    dashboard_title: "Ten million flights",
    slug: "ten-million-flights",
    position_json: JSON.stringify(layoutOf(ids)),
    json_metadata: JSON.stringify({ cross_filters_enabled: true, native_filter_configuration: [] }),
    published: true,
  });
  for (const chart of ids) await ask("PUT", `/api/v1/chart/${chart}`, { dashboards: [id] });
}

interface ExampleChart {
  slice_name: string;
  form_data: { viz_type: string } & Record<string, unknown>;
}

function additional(examples: readonly ExampleChart[]): ExampleChart[] {
  const formOf = (name: string) => {
    const found = examples.find(({ slice_name }) => slice_name === name);
    if (!found) throw new Error(`no example chart "${name}"`);
    return found.form_data;
  };
  return [
    {
      slice_name: "By weekday",
      form_data: { ...formOf("Busiest origins"), x_axis: "weekday", metrics: ["count"] },
    },
    {
      slice_name: "Distance by hour",
      form_data: { ...formOf("Busiest origins"), x_axis: "hour", metrics: ["avg_distance"] },
    },
  ];
}

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

async function askAs({ url, headers }: Omit<Access, "flightsId">): Promise<Ask> {
  const csrf = await fetch(`${url}/api/v1/security/csrf_token/`, { headers });
  const { result: token } = (await csrf.json()) as { result: string };
  return async <T>(method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, "content-type": "application/json", "x-csrftoken": token },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

interface Named {
  column_name?: string;
  metric_name?: string;
  expression?: string | null;
}

async function copyExpressions(ask: Ask, from: number, to: number): Promise<void> {
  type Detail = { result: { columns: Named[]; metrics: Named[] } };
  const source = await ask<Detail>("GET", `/api/v1/dataset/${from}`);
  const target = await ask<Detail>("GET", `/api/v1/dataset/${to}`);
  const pick = (named: Named, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(named).filter(([key]) => keys.includes(key)));
  const calculated = source.result.columns.filter(({ expression }) => expression);
  const physical = ["id", "column_name", "type", "is_dttm"];
  await ask("PUT", `/api/v1/dataset/${to}?override_columns=false`, {
    columns: [
      ...target.result.columns.map((column) => pick(column, physical)),
      ...calculated.map((column) => pick(column, ["column_name", "expression", "type"])),
    ],
    metrics: source.result.metrics.map((metric) => pick(metric, ["metric_name", "expression"])),
  });
}

const CHARTS_IN_ROW = 4;

function layoutOf(ids: readonly number[]): object {
  const rows = Array.from({ length: Math.ceil(ids.length / CHARTS_IN_ROW) }, (_, i) =>
    ids.slice(i * CHARTS_IN_ROW, (i + 1) * CHARTS_IN_ROW),
  );
  const tile = (chartId: number, row: string) => ({
    id: `CHART-${chartId}`,
    type: "CHART",
    children: [],
    parents: ["ROOT_ID", "GRID_ID", row],
    meta: { chartId, width: 12 / CHARTS_IN_ROW, height: 26 },
  });
  const nodes = rows.flatMap((charts, i) => {
    const row = `ROW-${i}`;
    const children = charts.map((chartId) => `CHART-${chartId}`);
    return [
      { id: row, type: "ROW", children, parents: ["ROOT_ID", "GRID_ID"], meta: {} },
      ...charts.map((chartId) => tile(chartId, row)),
    ];
  });
  return {
    DASHBOARD_VERSION_KEY: "v2",
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", parents: ["ROOT_ID"], children: rows.map((_, i) => `ROW-${i}`) },
    ...Object.fromEntries(nodes.map((node) => [node.id, node])),
  };
}
