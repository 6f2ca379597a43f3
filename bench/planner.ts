/// <reference lib="dom" />
import { availableParallelism } from "node:os";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { Page, Response } from "playwright-core";
import { chartAnswers, type SentAnswer } from "../src/testing/chart-answers.ts";
import { launchBrowser, PASSWORD, startServer, visit } from "../src/testing/stage.ts";
import { DASHBOARD, isChartData, painted, statementsIn } from "./dashboard.ts";
import { LARGE_TABLE } from "./large.ts";
import { createLargeDashboard, LARGE_DASHBOARD } from "./large-dashboard.ts";
import { processorMs } from "./process.ts";

interface PlannerOptions {
  home: string;
  port: number;
  file: string;
}

export interface PlannerMeasurement {
  name: string;
  /** Medians of the rounds. */
  ratio: number;
  shownMs: number;
  rawMs: number;
  /** Processor time. */
  engineMs: number;
  rawProcessorMs: number;
  queries: number;
  atMost: number;
}

const WARM_ROUNDS = 2;
const ROUNDS = 7;

interface Step {
  name: string;
  path: string;
  table: string;
  atMost: number;
  /** Of the open dashboard, what is clicked; navigation by default. */
  mark?: (page: Page) => Promise<Point>;
}

interface Point {
  x: number;
  y: number;
}

const STEPS: readonly Step[] = [
  { name: "20 charts, navigation", path: LARGE_DASHBOARD, table: LARGE_TABLE, atMost: 1 },
  { name: "20 charts, a cross-filter", path: LARGE_DASHBOARD, table: LARGE_TABLE, atMost: 0.5, mark: largestBar },
  { name: "flights dashboard, a cross-filter", path: DASHBOARD, table: "flights", atMost: 0.5, mark: largestBar },
];

/**
 * Time until the last tile is drawn, over the time of the statements that the server reports, one after another in the
 * engine alone. A warm server without cached data: the dataset is saved before each round.
 */
export async function measurePlanner(options: PlannerOptions): Promise<PlannerMeasurement[]> {
  const server = await startServer(options);
  const browser = await launchBrowser();
  const instance = await DuckDBInstance.create(options.file, {
    access_mode: "READ_ONLY",
    threads: String(availableParallelism()),
  });
  const raw = await instance.connect();
  try {
    const { page } = await visit(browser);
    const { url } = server;
    await page.request.post(`${url}/login/`, { data: { username: "admin", password: PASSWORD }, maxRedirects: 0 });
    const cookies = await page.context().cookies();
    const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
    await createLargeDashboard({ url, headers, flightsId: await datasetId(page, url, "flights") });
    const bench: Bench = { page, url, raw, engine: () => processorMs(server.process.pid).engine };
    const measured: PlannerMeasurement[] = [];
    for (const step of STEPS) measured.push(await measureStep(bench, step));
    return measured;
  } finally {
    raw.closeSync();
    instance.closeSync();
    await browser.close();
    await server.stop();
  }
}

interface Bench {
  page: Page;
  url: string;
  raw: DuckDBConnection;
  engine(): number;
}

async function measureStep(bench: Bench, step: Step): Promise<PlannerMeasurement> {
  const rounds: Round[] = [];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    const { shownMs, statements, engineMs } = await showStep(bench, step);
    const rawTimes = await runRaw(bench.raw, statements);
    const ratio = shownMs / rawTimes.rawMs;
    if (round >= 0) rounds.push({ shownMs, engineMs, ratio, queries: statements.length, ...rawTimes });
  }
  return { name: step.name, atMost: step.atMost, ...medians(rounds) };
}

type Round = Omit<PlannerMeasurement, "name" | "atMost">;

function medians(rounds: readonly Round[]): Round {
  const of = (key: keyof Round) =>
    rounds.map((round) => round[key]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
  return {
    ratio: of("ratio"),
    shownMs: of("shownMs"),
    rawMs: of("rawMs"),
    engineMs: of("engineMs"),
    rawProcessorMs: of("rawProcessorMs"),
    queries: of("queries"),
  };
}

async function showStep({ page, url, engine }: Bench, { path, table, mark }: Step) {
  const answers: Promise<SentAnswer[]>[] = [];
  const onResponse = (response: Response) => {
    if (isChartData(response)) answers.push(chartAnswers(response));
  };
  // An open dashboard would load again after the change of its dataset.
  await page.goto("about:blank");
  await clearCache(page, url, table);
  const point = mark && (await approached(page, url + path, mark));
  page.on("response", onResponse);
  const engineBefore = engine();
  const shownMs = point ? await clicked(page, point) : await opened(page, url + path);
  const engineMs = engine() - engineBefore;
  page.off("response", onResponse);
  const statements = statementsIn((await Promise.all(answers)).flat());
  return { shownMs, engineMs, statements };
}

async function opened(page: Page, address: string): Promise<number> {
  const startMs = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await painted(page);
  const shownMs = performance.now() - startMs;
  await page.waitForLoadState("networkidle");
  return shownMs;
}

/** A pointer is over a mark before it clicks, and the index that is made then has arrived. */
async function approached(page: Page, address: string, mark: (page: Page) => Promise<Point>): Promise<Point> {
  await page.goto(address);
  await painted(page);
  await page.waitForLoadState("networkidle");
  const point = await mark(page);
  const index = page.waitForResponse((response) => response.url().endsWith("/chart/brush_index"));
  await page.mouse.move(point.x, point.y);
  await (await index).finished();
  return point;
}

async function largestBar(page: Page): Promise<Point> {
  const bars = page.getByRole("figure", { name: /^Bar chart: (Flights|count), 10/i }).first();
  const box = await bars.boundingBox();
  if (!box) throw new Error("No bars to click");
  return { x: box.x + box.width * 0.4, y: box.y + 22 };
}

/**
 * From the press of the button until a frame shows the last change within a tile, in milliseconds. Answers that only
 * confirm what is shown change nothing.
 */
async function clicked(page: Page, { x, y }: Point): Promise<number> {
  await page.evaluate(() => {
    const times = { pressed: 0, shown: 0 };
    Object.assign(window, { times });
    addEventListener("pointerdown", ({ timeStamp }) => (times.pressed = timeStamp), { capture: true, once: true });
    const isInTile = ({ target }: MutationRecord) =>
      (target instanceof Element ? target : target.parentElement)?.closest("[data-tile] figure");
    const isSameAttribute = (a: MutationRecord, b: MutationRecord) =>
      a.target === b.target && a.attributeName === b.attributeName;
    // React takes the name of a field away and sets it again.
    const isChange = (record: MutationRecord, at: number, all: readonly MutationRecord[]) =>
      record.type !== "attributes" ||
      (!all.slice(0, at).some((before) => isSameAttribute(before, record)) &&
        (record.target as Element).getAttribute(record.attributeName ?? "") !== record.oldValue);
    new MutationObserver((records) => {
      if (!records.filter(isInTile).some(isChange)) return;
      requestAnimationFrame(() => setTimeout(() => (times.shown = performance.now())));
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeOldValue: true,
    });
  });
  const answered = page.waitForResponse(isChartData);
  await page.mouse.click(x, y);
  await (await answered).finished();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-status]")].every((box) => box.getAttribute("data-status") === "ready"),
  );
  await quiet(page);
  const { pressed, shown } = await page.evaluate(
    () => (window as unknown as { times: { pressed: number; shown: number } }).times,
  );
  return shown - pressed;
}

const QUIET_MS = 1500;

/** Resolves when nothing has been requested for a while. */
async function quiet(page: Page): Promise<void> {
  let last = performance.now();
  const onRequest = () => {
    last = performance.now();
  };
  page.on("request", onRequest);
  page.on("requestfinished", onRequest);
  while (performance.now() - last < QUIET_MS) await page.waitForTimeout(100);
  page.off("request", onRequest);
  page.off("requestfinished", onRequest);
}

async function datasetId({ request }: Page, url: string, table: string): Promise<number> {
  const q = encodeURIComponent(`(filters:!((col:table_name,opr:eq,value:${table})))`);
  const list = (await (await request.get(`${url}/api/v1/dataset/?q=${q}`)).json()) as { result: { id: number }[] };
  return list.result[0]?.id ?? 0;
}

async function clearCache(page: Page, url: string, table: string): Promise<void> {
  const { request } = page;
  const token = (await (await request.get(`${url}/api/v1/security/csrf_token/`)).json()) as { result: string };
  const saved = await request.put(`${url}/api/v1/dataset/${await datasetId(page, url, table)}`, {
    headers: { "x-csrftoken": token.result },
    data: { cache_timeout: null },
  });
  if (!saved.ok()) throw new Error(await saved.text());
}

async function runRaw(
  raw: DuckDBConnection,
  statements: readonly string[],
): Promise<{ rawMs: number; rawProcessorMs: number }> {
  const startMs = performance.now();
  const before = process.cpuUsage();
  for (const sql of statements) await (await raw.run(sql)).getColumns();
  const { user, system } = process.cpuUsage(before);
  return { rawMs: performance.now() - startMs, rawProcessorMs: (user + system) / 1000 };
}
