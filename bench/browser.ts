/// <reference lib="dom" />
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import type { BrowserContext, Page } from "playwright-core";
import { launchBrowser, launchProfile, signIn, startServer, visit } from "../src/testing/stage.ts";

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
  visits: readonly DashboardVisit[];
  rawMs: number;
  queries: number;
}

export interface DashboardVisit {
  name: string;
  paintedMs: number;
  beforeDataMs: number;
}

const WARM_ROUNDS = 3;
const ROUNDS = 5;

/**
 * A server that has answered before, but nothing of the data is kept, because the dataset was saved just before each
 * visit. Medians of five: by people who come back (a browser with a profile), by a link of the product itself, and in
 * a private window, in which a browser keeps little of a page's files.
 */
export async function measureDashboard(options: DashboardOptions): Promise<DashboardMeasurement> {
  const server = await startServer({ home: options.home, port: options.port });
  const folder = mkdtempSync(join(tmpdir(), "tessera-profile-"));
  const profile = await launchProfile(folder);
  const browser = await launchBrowser();
  const privately = await visit(browser);
  try {
    for (const page of [await profile.newPage(), privately.page]) await signIn(page, server.url, "/dashboard/list/");
    const statements: string[] = [];
    const measure = { url: server.url, statements };
    const visits = [
      await medianVisit("people who come back", { ...measure, context: profile, open: byAddress }),
      await medianVisit("from the list", { ...measure, context: profile, open: fromList }),
      await medianVisit("a private window", { ...measure, context: privately.context, open: byAddress }),
    ];
    return { visits, queries: statements.length, rawMs: await rawTime(options.file, statements) };
  } finally {
    await profile.close();
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface VisitPlan {
  context: BrowserContext;
  url: string;
  /** Takes the statements that the last visit's answers came from. */
  statements: string[];
  /** Brings the tab to where the visit begins, and answers what begins it. */
  open: (tab: Page, url: string) => Promise<() => Promise<unknown>>;
}

async function medianVisit(name: string, plan: VisitPlan): Promise<DashboardVisit> {
  const visits: DashboardVisit[] = [];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    const measured = await oneVisit(plan);
    if (round >= 0) visits.push({ name, ...measured });
  }
  const middle = visits.sort((x, y) => x.paintedMs - y.paintedMs)[Math.floor(ROUNDS / 2)];
  return middle ?? { name, paintedMs: 0, beforeDataMs: 0 };
}

async function oneVisit({ context, url, statements, open }: VisitPlan): Promise<Omit<DashboardVisit, "name">> {
  const tab = await context.newPage();
  const begin = await open(tab, url);
  await forgetAnswers(tab, url);
  const seen: Promise<string>[] = [];
  let beforeDataMs = 0;
  const begun = performance.now();
  tab.on("request", (request) => {
    if (/chart\/data/.test(request.url()) && beforeDataMs === 0) beforeDataMs = performance.now() - begun;
  });
  tab.on("response", (response) => {
    if (/chart\/data/.test(response.url())) seen.push(response.text().catch(() => ""));
  });
  await begin();
  await tab.locator("[data-status]").first().waitFor();
  await charted(tab);
  const paintedMs = performance.now() - begun;
  await tab.waitForLoadState("networkidle");
  statements.splice(0, statements.length, ...(await Promise.all(seen)).flatMap(statementsIn));
  await tab.close();
  return { paintedMs, beforeDataMs };
}

const byAddress: VisitPlan["open"] = async (tab, url) => () => tab.goto(url + DASHBOARD, { waitUntil: "commit" });

const fromList: VisitPlan["open"] = async (tab, url) => {
  await tab.goto(`${url}/dashboard/list/`, { waitUntil: "networkidle" });
  const link = tab.locator(`a[href*="${DASHBOARD}"]`).first();
  await link.waitFor();
  return () => link.click();
};

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
