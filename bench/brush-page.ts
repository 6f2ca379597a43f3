/// <reference lib="dom" />
import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { launchBrowser, signIn, visit } from "../src/testing/stage.ts";
import { DASHBOARD, painted } from "./dashboard.ts";

/** How fast the charts of a dashboard follow a range that is dragged in one of them. */
export interface BrushMeasurement {
  name: string;
  /** Other charts on the screen, and how many of them the index answers. */
  charts: number;
  covered: number;
  /** From the pointer's approach until the index has arrived. */
  indexMs: number;
  moves: number;
  /** From the pointer event until the frame with the last chart is painted. */
  p50Ms: number;
  p95Ms: number;
  frames: readonly Frame[];
}

interface Frame {
  /** Since the start of the drag, in milliseconds. */
  at: number;
  tookMs: number;
}

interface BrushBench {
  url: string;
  headers: Record<string, string>;
  largeId: number;
}

/** Of the drag: more than 300 change the range. */
const MOVES = 420;

export async function measureBrushes(bench: BrushBench): Promise<BrushMeasurement[]> {
  const large = await makeDashboard(bench);
  const browser = await launchBrowser();
  try {
    const { page } = await visit(browser);
    await signIn(page, bench.url, "/dashboard/list/");
    return [
      await measureBrush(page, `${bench.url}${DASHBOARD}`, {
        name: "flights dashboard, 3,000,000 rows",
        source: "Late flights, by week",
      }),
      await measureBrush(page, `${bench.url}/superset/dashboard/${large}/`, {
        name: "six charts over 10,000,000 rows",
        source: SOURCE,
      }),
    ];
  } finally {
    await browser.close();
  }
}

async function measureBrush(
  page: Page,
  address: string,
  { name, source }: { name: string; source: string },
): Promise<BrushMeasurement> {
  await page.goto(address);
  await painted(page);
  await page.waitForLoadState("networkidle");
  await recordMoves(page);
  const box = await page.getByRole("region", { name: source }).getByRole("img").first().boundingBox();
  if (!box) throw new Error(`no chart ${source}`);
  const [y, xAt] = [box.y + box.height / 2, (part: number) => box.x + box.width * part];
  const startMs = performance.now();
  const answer = page.waitForResponse((response) => response.url().endsWith("/chart/brush_index"));
  await page.mouse.move(xAt(0.1), y);
  const parts = partsIn(await (await answer).body());
  const indexMs = performance.now() - startMs;
  await page.mouse.down();
  for (let move = 0; move < MOVES; move++) await page.mouse.move(xAt(0.55 + 0.4 * Math.sin(move * 0.83)), y);
  await page.waitForFunction(() => document.querySelector("[data-testid=brush][data-dragging]") !== null);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  const frames = await page.evaluate(() => (window as unknown as { moves: Frame[] }).moves);
  const took = frames.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const at = (part: number) => took[Math.floor(took.length * part)] ?? Number.NaN;
  const charts = new Set(parts.map(({ key }) => key));
  const missing = new Set(parts.filter(({ isCovered }) => !isCovered).map(({ key }) => key));
  return {
    name,
    charts: charts.size,
    covered: charts.size - missing.size,
    indexMs,
    moves: took.length,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    frames,
  };
}

/** The page measures each move as `brush`. */
async function recordMoves(page: Page): Promise<void> {
  await page.evaluate(() => {
    const moves: Frame[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries())
        if (name === "brush") moves.push({ at: startTime + duration, tookMs: duration });
    }).observe({ entryTypes: ["measure"] });
  });
}

function partsIn(body: Buffer): { key: string; isCovered: boolean }[] {
  const parts: { key: string; isCovered: boolean }[] = [];
  for (let at = 0; at + 4 <= body.length; ) {
    const length = body.readUInt32LE(at);
    const head = JSON.parse(body.toString("utf8", at + 4, at + 4 + length)) as {
      key: string;
      isCovered: boolean;
      bytes?: number[];
    };
    parts.push(head);
    at += 4 + length + (head.bytes ?? []).reduce((sum, one) => sum + one, 0);
  }
  return parts;
}

const SOURCE = "Flights by day";
const COUNT = { expressionType: "SIMPLE", aggregate: "COUNT", column: { column_name: "delay" }, label: "Flights" };
const AVERAGE = { expressionType: "SIMPLE", aggregate: "AVG", column: { column_name: "delay" }, label: "Delay" };

/** A time axis, and bars, a line, a number, a pivot table, a pie and a table. */
const CHARTS = [
  { slice_name: SOURCE, viz_type: "echarts_timeseries_line", x_axis: "date", time_grain_sqla: "P1D", metrics: [COUNT] },
  { slice_name: "Flights", viz_type: "big_number_total", metric: COUNT },
  { slice_name: "Origins", viz_type: "echarts_timeseries_bar", x_axis: "origin", metrics: [COUNT], row_limit: 15 },
  {
    slice_name: "Delay",
    viz_type: "echarts_timeseries_line",
    x_axis: "date",
    time_grain_sqla: "P1W",
    metrics: [AVERAGE],
  },
  {
    slice_name: "Copies",
    viz_type: "pivot_table_v2",
    groupbyRows: ["late"],
    groupbyColumns: ["copy"],
    metrics: [COUNT],
  },
  { slice_name: "Late", viz_type: "pie", groupby: ["late"], metric: COUNT },
  {
    slice_name: "Destinations",
    viz_type: "table",
    query_mode: "aggregate",
    groupby: ["destination"],
    metrics: [COUNT, AVERAGE],
    row_limit: 50,
  },
];

async function makeDashboard({ url, headers, largeId }: BrushBench): Promise<number> {
  const ask = async (path: string, data?: unknown) => {
    const init = data === undefined ? {} : { method: "POST", body: JSON.stringify(data) };
    const token = { "content-type": "application/json", "x-csrftoken": csrf };
    const answer = await fetch(url + path, { ...init, headers: { ...headers, ...token } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: number; result: string };
  };
  let csrf = "";
  csrf = (await ask("/api/v1/security/csrf_token/")).result;
  const ids: number[] = [];
  for (const { slice_name, ...form } of CHARTS) {
    const params = JSON.stringify({ ...form, datasource: `${largeId}__table`, time_range: "No filter" });
    const of = { slice_name, viz_type: form.viz_type, datasource_id: largeId, datasource_type: "table", params };
    ids.push((await ask("/api/v1/chart/", of)).id);
  }
  const positions = layoutOf(ids);
  const json_metadata = JSON.stringify({ positions, cross_filters_enabled: true });
  return (await ask("/api/v1/dashboard/", { dashboard_title: "Brush", json_metadata })).id;
}

function layoutOf([source, ...others]: readonly number[]): Record<string, unknown> {
  const rows = [[source], others.slice(0, 3), others.slice(3)];
  const tiles = rows.flat().map((id) => ({ id: `CHART-${id}`, chartId: id }));
  return {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: rows.map((_, at) => `ROW-${at}`), parents: ["ROOT_ID"] },
    ...Object.fromEntries(
      rows.map((row, at) => [
        `ROW-${at}`,
        { id: `ROW-${at}`, type: "ROW", children: row.map((id) => `CHART-${id}`), meta: {} },
      ]),
    ),
    ...Object.fromEntries(
      tiles.map(({ id, chartId }) => [
        id,
        { id, type: "CHART", children: [], meta: { chartId, width: chartId === source ? 12 : 4, height: 30 } },
      ]),
    ),
  };
}

/** The frames of a drag with their times, to look at later. */
export function writeRecording(file: string, measured: readonly BrushMeasurement[]): void {
  writeFileSync(file, JSON.stringify(measured, null, 1));
}
