/// <reference lib="dom" />
import { availableParallelism } from "node:os";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Page } from "playwright-core";
import { launchBrowser, signIn, startServer, visit } from "../src/testing/stage.ts";

const DASHBOARD = "/superset/dashboard/us-flight-delays/";

/** Kilobytes (1000 bytes), gzip: docs/architecture.md. */
const PAGES = [
  { page: "home", path: "/superset/welcome/", budget: 350 },
  { page: "dashboard", path: DASHBOARD, budget: 600 },
  { page: "explore", path: "/explore/?datasource_type=table&datasource_id=1", budget: 750 },
] as const;

export async function measureJavaScript(url: string): Promise<{ page: string; kilobytes: number; budget: number }[]> {
  const browser = await launchBrowser();
  const session = await visit(browser);
  await signIn(session.page, url, "/dashboard/list/");
  const measured: { page: string; kilobytes: number; budget: number }[] = [];
  for (const { page, path, budget } of PAGES) {
    const tab = await session.context.newPage();
    const bodies: Promise<Buffer>[] = [];
    tab.on("response", (response) => {
      if (/\.js($|\?)/.test(response.url())) bodies.push(response.body());
    });
    await tab.goto(url + path, { waitUntil: "networkidle" });
    await charted(tab, page === "home");
    const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    measured.push({ page, kilobytes: bytes / 1000, budget });
    await tab.close();
  }
  await browser.close();
  return measured;
}

/** Waits until every chart in view has its picture. */
async function charted(page: Page, hasNone = false): Promise<void> {
  if (hasNone) return;
  await page.waitForFunction(() => {
    const boxes = [...document.querySelectorAll("[data-status]")];
    return (
      boxes.length > 0 &&
      boxes.every((box) => box.getAttribute("data-status") === "ready" && box.querySelector("figure"))
    );
  });
}

interface DashboardOptions {
  home: string;
  port: number;
  file: string;
}

export interface DashboardMeasurement {
  paintedMs: number;
  rawMs: number;
  queries: number;
  ratio: number;
  beforeDataMs: number;
}

const WARM_ROUNDS = 2;
const ROUNDS = 5;

/**
 * A browser that knows the scripts, a server that has answered before: but nothing of the data is kept, because the
 * dataset was saved just before each visit. Median of five.
 */
export async function measureDashboard(options: DashboardOptions): Promise<DashboardMeasurement> {
  const browser = await launchBrowser();
  const session = await visit(browser);
  const server = await startServer({ home: options.home, port: options.port });
  await signIn(session.page, server.url, "/dashboard/list/");
  const runs: { paintedMs: number; beforeDataMs: number }[] = [];
  let statements: string[] = [];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    await forgetAnswers(session.page, server.url);
    const tab = await session.context.newPage();
    const seen: Promise<string>[] = [];
    let beforeDataMs = 0;
    const begun = performance.now();
    tab.on("request", (request) => {
      if (/chart\/data/.test(request.url()) && beforeDataMs === 0) beforeDataMs = performance.now() - begun;
    });
    tab.on("response", (response) => {
      if (/chart\/data/.test(response.url())) seen.push(response.text().catch(() => ""));
    });
    await tab.goto(server.url + DASHBOARD, { waitUntil: "commit" });
    await tab.locator("[data-status]").first().waitFor();
    await charted(tab);
    const paintedMs = performance.now() - begun;
    if (round >= 0) runs.push({ paintedMs, beforeDataMs });
    await tab.waitForLoadState("networkidle");
    statements = (await Promise.all(seen)).flatMap(statementsIn);
    await tab.close();
  }
  await browser.close();
  await server.stop();
  const rawMs = await rawTime(options.file, statements);
  const middle = runs.sort((x, y) => x.paintedMs - y.paintedMs)[Math.floor(ROUNDS / 2)];
  const { paintedMs, beforeDataMs } = middle ?? { paintedMs: 0, beforeDataMs: 0 };
  return { paintedMs, beforeDataMs, rawMs, queries: statements.length, ratio: paintedMs / rawMs };
}

/** Saves the dataset of the flights: what was answered from it before is stale. */
async function forgetAnswers({ request }: Page, url: string): Promise<void> {
  const token = (await (await request.get(`${url}/api/v1/security/csrf_token/`)).json()) as { result: string };
  const q = encodeURIComponent("(filters:!((col:table_name,opr:eq,value:flights)))");
  const list = (await (await request.get(`${url}/api/v1/dataset/?q=${q}`)).json()) as { result: { id: number }[] };
  const saved = await request.put(`${url}/api/v1/dataset/${list.result[0]?.id}`, {
    headers: { "x-csrftoken": token.result },
    data: { cache_timeout: null },
  });
  if (!saved.ok()) throw new Error(await saved.text());
}

/** SQL texts of an answer: one JSON body, or one a line. */
function statementsIn(text: string): string[] {
  return text
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      const parsed = JSON.parse(line) as { body?: AnswerBody } & AnswerBody;
      return (parsed.body ?? parsed).result?.map((one) => one.query ?? "") ?? [];
    })
    .map((sql) => sql.trim().replace(/;$/, ""))
    .filter(Boolean);
}

interface AnswerBody {
  result?: { query?: string }[];
}

/** Sum of the medians of three runs of each statement, one after the other, in an engine of its own. */
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
      const begun = performance.now();
      await (await connection.run(sql)).getColumns();
      times.push(performance.now() - begun);
    }
    total += times.sort((a, b) => a - b)[1] ?? 0;
  }
  connection.closeSync();
  instance.closeSync();
  return total;
}
