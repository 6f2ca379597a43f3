/// <reference lib="dom" />
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { BrowserContext, Page } from "playwright-core";
import { chartAnswers, type SentAnswer } from "../src/testing/chart-answers.ts";
import {
  launchBrowser,
  launchProfile,
  PASSWORD,
  type RunningServer,
  startServer,
  visit,
} from "../src/testing/stage.ts";
import type { FloorPlan, Place } from "./floor/plan.ts";
import { buildFloor } from "./floor.ts";
import { processorMs } from "./process.ts";

export const DASHBOARD = "/superset/dashboard/us-flight-delays/";

interface DashboardOptions {
  home: string;
  port: number;
  file: string;
}

export interface DashboardMeasurement {
  visits: readonly DashboardVisit[];
  /** The same charts on a page without an interface: the cost of browser, engine and drawing. */
  floor: DashboardVisit;
  rawMs: number;
  queries: number;
}

export interface DashboardVisit {
  name: string;
  paintedMs: number;
  beforeDataMs: number;
  browserMs: number;
  serverMs: number;
  engineMs: number;
}

const WARM_ROUNDS = 3;
const ROUNDS = 7;

/**
 * A warm server without cached data, as the dataset is saved before each visit. Medians of seven visits: returning
 * users (browser with a profile), through a link in the product, and private windows, which cache few files.
 */
export async function measureDashboard(options: DashboardOptions): Promise<DashboardMeasurement> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-profile-"));
  const profile = await launchProfile(folder);
  const browser = await launchBrowser();
  const privately = await visit(browser);
  try {
    const server = await startServer(options);
    await signInAll(server, [profile, privately.context]);
    const visits = [
      await medianVisit("people who come back", { server, context: profile, open: byAddress }),
      await medianVisit("from the list", { server, context: profile, open: fromList }),
      await medianVisit("a private window", { server, context: privately.context, open: byAddress }),
    ];
    const { statements, plan } = await recordQueries(profile, server.url);
    await server.stop();
    const floor = await measureFloor(options, { profile, plan });
    return { visits, floor, queries: statements.length, rawMs: await rawTime(options.file, statements) };
  } finally {
    await profile.close();
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureFloor(
  { home, port }: DashboardOptions,
  { profile, plan }: { profile: BrowserContext; plan: FloorPlan },
): Promise<DashboardVisit> {
  const folder = await buildFloor(plan);
  const server = await startServer({ home, port, env: { TESSERA_WEB_DIR: folder } });
  try {
    await signInAll(server, [profile]);
    return await medianVisit("the same charts alone", { server, context: profile, open: byAddress });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signInAll({ url }: RunningServer, contexts: readonly BrowserContext[]): Promise<void> {
  for (const { request } of contexts) {
    await request.post(`${url}/login/`, { data: { username: "admin", password: PASSWORD }, maxRedirects: 0 });
  }
}

interface VisitPlan {
  context: BrowserContext;
  server: RunningServer;
  open: (tab: Page, url: string) => Promise<() => Promise<unknown>>;
}

async function medianVisit(name: string, plan: VisitPlan): Promise<DashboardVisit> {
  const visits: DashboardVisit[] = [];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    const measured = await oneVisit(plan);
    if (round >= 0) visits.push({ name, ...measured });
  }
  const middle = visits.sort((x, y) => x.paintedMs - y.paintedMs)[Math.floor(ROUNDS / 2)];
  if (!middle) throw new Error("nothing was measured");
  return middle;
}

async function oneVisit({ context, server, open }: VisitPlan): Promise<Omit<DashboardVisit, "name">> {
  const tab = await context.newPage();
  const begin = await open(tab, server.url);
  await clearCache(tab, server.url);
  const loadedMs = await tab.evaluate(() => performance.now());
  const before = processorMs(server.process.pid);
  const startMs = performance.now();
  await begin();
  await painted(tab);
  const paintedMs = performance.now() - startMs;
  const after = processorMs(server.process.pid);
  const askedMs = await tab.evaluate(() => {
    const requests = performance.getEntriesByType("resource").filter(({ name }) => name.includes("chart/data"));
    return Math.min(...requests.map(({ startTime }) => startTime));
  });
  await tab.waitForLoadState("networkidle");
  await tab.close();
  return {
    paintedMs,
    beforeDataMs: open === fromList ? askedMs - loadedMs : askedMs,
    browserMs: after.browser - before.browser,
    serverMs: after.server - before.server,
    engineMs: after.engine - before.engine,
  };
}

/**
 * Resolves when every visible chart is drawn and a frame has shown it. Uses observers, as polling at every frame would
 * slow the page down.
 */
export async function painted(tab: Page): Promise<void> {
  await tab.evaluate(async () => {
    const isPainted = () => {
      if (document.documentElement.dataset.drawn) return true;
      const boxes = [...document.querySelectorAll("[data-status]")];
      return (
        boxes.length > 0 &&
        boxes.every((box) => box.getAttribute("data-status") === "ready" && box.querySelector("figure"))
      );
    };
    await new Promise<void>((resolve) => {
      const check = () => {
        if (!isPainted()) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(resolve));
      };
      const observer = new MutationObserver(check);
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      check();
    });
  });
}

const byAddress: VisitPlan["open"] = async (tab, url) => () => tab.goto(url + DASHBOARD, { waitUntil: "commit" });

const fromList: VisitPlan["open"] = async (tab, url) => {
  await tab.goto(`${url}/dashboard/list/`, { waitUntil: "networkidle" });
  const link = tab.locator(`a[href*="${DASHBOARD}"]`).first();
  await link.waitFor();
  return () => link.click();
};

async function recordQueries(context: BrowserContext, url: string): Promise<{ statements: string[]; plan: FloorPlan }> {
  const tab = await context.newPage();
  const answers: Promise<SentAnswer[]>[] = [];
  const contexts: AskedContext[] = [];
  tab.on("request", (request) => {
    if (!/chart\/data/.test(request.url())) return;
    const payload = request.postDataJSON() as { requests?: { context: AskedContext }[] } & AskedContext;
    contexts.push(...(payload.requests?.map((one) => one.context) ?? [payload]));
  });
  tab.on("response", (response) => {
    if (isChartData(response)) answers.push(chartAnswers(response));
  });
  await tab.goto(url + DASHBOARD);
  await painted(tab);
  await tab.waitForLoadState("networkidle");
  const boxes = await tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-tile]")].map((tile) => {
      const { left, top, width, height } = tile.querySelector("figure")?.getBoundingClientRect() ?? new DOMRect();
      return { chartId: Number(tile.dataset.tile), left, top, width, height };
    }),
  );
  const statements = statementsIn((await Promise.all(answers)).flat());
  await tab.close();
  const drawn = contexts.filter(({ form_data }) => boxes.some(({ chartId }) => chartId === form_data?.slice_id));
  const places: Place[] = boxes.map((box) => ({
    ...box,
    contextAt: drawn.findIndex(({ form_data }) => form_data?.slice_id === box.chartId),
  }));
  return { statements, plan: { contexts: drawn, places } };
}

interface AskedContext {
  form_data?: { slice_id?: number };
}

/** Saves the flights dataset, so that cached results become stale. */
async function clearCache({ request }: Page, url: string): Promise<void> {
  const token = (await (await request.get(`${url}/api/v1/security/csrf_token/`)).json()) as { result: string };
  const q = encodeURIComponent("(filters:!((col:table_name,opr:eq,value:flights)))");
  const list = (await (await request.get(`${url}/api/v1/dataset/?q=${q}`)).json()) as { result: { id: number }[] };
  const saved = await request.put(`${url}/api/v1/dataset/${list.result[0]?.id}`, {
    headers: { "x-csrftoken": token.result },
    data: { cache_timeout: null },
  });
  if (!saved.ok()) throw new Error(await saved.text());
}

export function isChartData(response: { url(): string }): boolean {
  return /chart\/data(\/batch)?$/.test(new URL(response.url()).pathname);
}

export function statementsIn(answers: readonly SentAnswer[]): string[] {
  return answers
    .flatMap(({ body }) => (body as AnswerBody).result?.map((one) => one.query ?? "") ?? [])
    .map((sql) => sql.trim().replace(/;$/, ""))
    .filter(Boolean);
}

interface AnswerBody {
  result?: { query?: string }[];
}

async function rawTime(file: string, statements: readonly string[]): Promise<number> {
  const instance = await DuckDBInstance.create(file, {
    access_mode: "READ_ONLY",
    threads: String(availableParallelism()),
  });
  const connection = await instance.connect();
  let total = 0;
  for (const sql of statements) {
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const startMs = performance.now();
      await (await connection.run(sql)).getColumns();
      times.push(performance.now() - startMs);
    }
    total += times.sort((a, b) => a - b)[1] ?? 0;
  }
  connection.closeSync();
  instance.closeSync();
  return total;
}
