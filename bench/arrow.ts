/// <reference lib="dom" />
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { WITH_ARROW } from "../src/model/arrow-rows.ts";
import { launchBrowser, signIn, visit } from "../src/testing/stage.ts";
import { readBody } from "../src/web/chart-view/answer-body.ts";
import type { BenchTarget } from "./chart-data.ts";

export interface FormMeasurement {
  shape: string;
  rows: number;
  /** Arrow to JSON: of the bytes, and of these compressed as they are sent. */
  ratio: number;
  sentRatio: number;
  /** Arrow as sent to JSON before compression. */
  sentToRows: number;
  jsonMs: number;
  arrowMs: number;
}

export interface PaintMeasurement {
  chart: string;
  /** Medians of a dashboard with the chart, cached: navigation to the drawn tile. */
  jsonMs: number;
  arrowMs: number;
  jsonBytes: number;
  arrowBytes: number;
  failure?: string;
}

const ROUNDS = 7;
const PAINT_ROUNDS = 5;
const LOAD_MS = 120_000;
const PAINTED_ROWS = 50_000;
const SAME_LEVEL = { level: 3 };

const RAW = ["date", "delay", "distance", "origin", "destination"];
const sql = (label: string, sqlExpression: string) => ({ label, sqlExpression, expressionType: "SQL" });

const SHAPES: readonly { shape: string; columns: readonly unknown[]; rows: number }[] = [
  { shape: "flights as they are", columns: RAW, rows: 50_000 },
  { shape: "the same, more rows", columns: RAW, rows: 100_000 },
  { shape: "random doubles", columns: [sql("x", "random()"), sql("y", "random()")], rows: 50_000 },
  { shape: "large integers", columns: [sql("id", "9007199254740993 + rowid")], rows: 50_000 },
  { shape: "different texts", columns: [sql("t", "md5(rowid::text)")], rows: 50_000 },
];

/** Decoding runs in this process, on the same engine as in the browser. */
export async function measureForms(target: BenchTarget): Promise<FormMeasurement[]> {
  const measured: FormMeasurement[] = [];
  for (const { shape, columns, rows } of SHAPES) {
    const query = { columns, metrics: null, row_limit: rows };
    const [json, arrow] = [await answer(target, query), await answer(target, query, WITH_ARROW)];
    const decode = (bytes: Uint8Array<ArrayBuffer>) =>
      medianOf(async () => void (await readBody(bytes, { isLossless: false })));
    const [sent, sentJson] = [gzipSync(arrow, SAME_LEVEL).length, gzipSync(json, SAME_LEVEL).length];
    measured.push({
      ...{ shape, rows, ratio: arrow.length / json.length, sentRatio: sent / sentJson, sentToRows: sent / json.length },
      jsonMs: await decode(json),
      arrowMs: await decode(arrow),
    });
  }
  return measured;
}

async function answer({ url, headers, flightsId }: BenchTarget, query: object, accept = "application/json") {
  const context = { datasource: { id: flightsId, type: "table" }, queries: [query], force: true };
  const response = await fetch(`${url}/api/v1/chart/data`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", accept },
    body: JSON.stringify(context),
  });
  if (!response.ok) throw new Error(await response.text());
  return new Uint8Array(await response.arrayBuffer());
}

const CHARTS: Readonly<Record<string, object>> = {
  table: { viz_type: "table", query_mode: "raw", all_columns: RAW, row_limit: PAINTED_ROWS },
  echarts_timeseries_scatter: {
    ...{ viz_type: "echarts_timeseries_scatter", x_axis: "date", time_grain_sqla: "PT1M", metrics: ["count"] },
    row_limit: PAINTED_ROWS,
  },
  deck_scatter: {
    viz_type: "deck_scatter",
    spatial: { type: "latlong", latCol: "lat", lonCol: "lon" },
    row_limit: PAINTED_ROWS,
  },
};

/** In Chromium: the same page asks for Arrow, or the request's `Accept` is changed to JSON on its way. */
export async function measurePaint(target: BenchTarget, report: (measured: PaintMeasurement) => void): Promise<void> {
  const browser = await launchBrowser();
  try {
    const { page } = await visit(browser);
    await signIn(page, target.url, "/dashboard/list/");
    let form = "arrow";
    await page.route("**/api/v1/chart/data*", (route) =>
      route.continue(form === "json" ? { headers: { ...route.request().headers(), accept: "application/json" } } : {}),
    );
    const load = async (path: string, of: string) => {
      form = of;
      return loaded(page, target.url + path);
    };
    for (const chart of Object.keys(CHARTS)) {
      const path = await dashboardWith(page, target, chart);
      report(
        await paintOf(chart, (of) => load(path, of)).catch((error: Error) => ({
          ...NOTHING,
          chart,
          failure: error.message,
        })),
      );
    }
  } finally {
    await browser.close();
  }
}

const NOTHING = { jsonMs: 0, arrowMs: 0, jsonBytes: 0, arrowBytes: 0 };

async function paintOf(chart: string, load: (form: string) => Promise<Load>): Promise<PaintMeasurement> {
  const loads: Record<"json" | "arrow", Load[]> = { json: [], arrow: [] };
  for (let round = -1; round < PAINT_ROUNDS; round++) {
    for (const form of ["json", "arrow"] as const) {
      const measured = await load(form);
      if (round >= 0) loads[form].push(measured);
    }
  }
  const [json, arrow] = [middle(loads.json), middle(loads.arrow)];
  return {
    ...{ chart, jsonMs: json.duration, arrowMs: arrow.duration },
    ...{ jsonBytes: json.bytes, arrowBytes: arrow.bytes },
  };
}

interface Load {
  duration: number;
  bytes: number;
}

/** As the page logs it for performance budgets. */
async function loaded(page: Page, address: string): Promise<Load> {
  const logged = page.waitForRequest((request) => request.postData()?.includes("load_dashboard") ?? false, {
    timeout: LOAD_MS,
  });
  await page.goto(address);
  const { events } = (await logged).postDataJSON() as { events: (Load & { event_name: string })[] };
  const event = events.find(({ event_name }) => event_name === "load_dashboard");
  if (!event) throw new Error("the page logged no load");
  return event;
}

async function dashboardWith(page: Page, target: BenchTarget, chart: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const { result } = await (await page.request.get(`${target.url}/api/v1/security/csrf_token/`)).json();
    const response = await page.request.post(target.url + path, { data: body, headers: { "x-csrftoken": result } });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as { id: number };
  };
  const datasetId = chart.startsWith("deck") ? (await placesDataset(target, post)).id : target.flightsId;
  const params = JSON.stringify({ ...CHARTS[chart], datasource: `${datasetId}__table` });
  const dashboard = await post("/api/v1/dashboard/", { dashboard_title: chart });
  const about = { viz_type: chart, datasource_id: datasetId, datasource_type: "table", dashboards: [dashboard.id] };
  await post("/api/v1/chart/", { slice_name: chart, params, ...about });
  return `/superset/dashboard/${dashboard.id}/`;
}

async function placesDataset(
  { url, headers, flightsId }: BenchTarget,
  post: (path: string, body: object) => Promise<{ id: number }>,
): Promise<{ id: number }> {
  const { result } = await (await fetch(`${url}/api/v1/dataset/${flightsId}`, { headers })).json();
  const query = `SELECT 24 + (i * 7919 % 25000) / 1000.0 AS lat, -125 + (i * 104729 % 58000) / 1000.0 AS lon FROM range(${PAINTED_ROWS}) AS t(i)`;
  return post("/api/v1/dataset/", { database: result.database.id, table_name: "places", sql: query });
}

function middle(loads: readonly Load[]): Load {
  const sorted = loads.toSorted((a, b) => a.duration - b.duration);
  return sorted[Math.floor(sorted.length / 2)] ?? { duration: 0, bytes: 0 };
}

async function medianOf(act: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}
