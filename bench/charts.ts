/// <reference lib="dom" />
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { build, preview } from "vite";
import { securityHeaders } from "../src/server/http/security-headers.ts";
import { launchBrowser, visit } from "../src/testing/stage.ts";
import { ALONE, LINES, POINTS } from "./charts/cases.ts";
import type { Shown } from "./charts/window.ts";

export interface FirstPaint {
  type: string;
  points: number;
  /** Medians of the first chart on a new page and of later ones. */
  coldMs: number;
  warmMs: number;
  budgetMs: number;
  notice?: string;
  failure?: string;
}

export interface Scroll {
  type: string;
  rows: number;
  p50Ms: number;
  p95Ms: number;
}

export interface ChartsMeasurement {
  /** Median time for all charts of a page at once; only when all charts are measured, like scrolling. */
  together?: { ms: number; charts: number; points: number };
  scrolls: Scroll[];
  problems: readonly string[];
}

const BUDGETS = [
  { points: 2500, budgetMs: 50 },
  { points: 50_000, budgetMs: 200 },
];
const MANY = { charts: 20, points: 2500 };
const MIX = [
  "echarts_timeseries_line",
  "echarts_timeseries_bar",
  "echarts_area",
  "echarts_timeseries_scatter",
  "heatmap_v2",
];
const ROWS = 100_000;
const COLD_ROUNDS = 3;
const WARM_ROUNDS = 3;

/**
 * Charts from data to pixels in headless Chromium, with the product's code and no server. Built like the product and
 * with its script policy, as both affect how fast code runs for the first time. `only`: chart cases to measure;
 * default: all, and scrolling tables.
 */
export async function measureCharts(
  only: readonly string[],
  report: (first: FirstPaint) => void,
): Promise<ChartsMeasurement> {
  const outDir = mkdtempSync(join(tmpdir(), "tessera-charts-"));
  const root = join(import.meta.dirname, "charts");
  await build({
    configFile: join(import.meta.dirname, "..", "vite.config.ts"),
    logLevel: "error",
    root,
    build: { outDir, emptyOutDir: true },
  });
  const server = await preview({
    configFile: false,
    root,
    base: "/static/",
    build: { outDir },
    preview: { port: 0, host: "127.0.0.1", headers: { ...securityHeaders() } },
  });
  const url = server.resolvedUrls?.local[0] ?? "";
  const browser = await launchBrowser();
  try {
    const { context, problems } = await visit(browser);
    const open = async () => {
      const page = await context.newPage();
      await page.bringToFront();
      await page.goto(url);
      await page.waitForFunction(() => window.charts !== undefined);
      return page;
    };
    for (const type of only.length > 0 ? only : [ALONE, ...Object.keys(POINTS)]) {
      for (const budget of BUDGETS) report(await firstPaint(open, { type, ...budget }));
    }
    if (only.length > 0) return { scrolls: [], problems };
    const together = { ms: await manyCharts(open), ...MANY };
    const scrolls: Scroll[] = [];
    for (const type of Object.keys(LINES)) scrolls.push(await scrolled(open, type));
    return { together, scrolls, problems };
  } finally {
    await browser.close();
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}

type Open = () => Promise<Page>;

async function firstPaint(
  open: Open,
  { type, points, budgetMs }: { type: string; points: number; budgetMs: number },
): Promise<FirstPaint> {
  const one = (page: Page) =>
    page.evaluate(
      async ([key, count]) => {
        const shown = await window.charts?.first(key, count);
        window.charts?.clear();
        return shown ?? { ms: 0, failure: "the page has no charts" };
      },
      [type, points] as const,
    );
  const cold: Shown[] = [];
  const warm: Shown[] = [];
  for (let round = 0; round < COLD_ROUNDS; round++) {
    const page = await open();
    await page.evaluate((key) => window.charts?.prepare(key), type);
    const first = await one(page);
    cold.push(first);
    if (round === 0 && !first.failure) for (let again = 0; again < WARM_ROUNDS; again++) warm.push(await one(page));
    await page.close();
  }
  const [coldMs, warmMs] = [cold, warm].map((shown) => median(shown.map(({ ms }) => ms))) as [number, number];
  const { notice } = cold[0] ?? {};
  const failure = [...cold, ...warm].find((shown) => shown.failure)?.failure;
  return {
    ...{ type, points, budgetMs, coldMs, warmMs },
    ...(notice && { notice }),
    ...(failure && { failure }),
  };
}

async function manyCharts(open: Open): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < COLD_ROUNDS; round++) {
    const page = await open();
    times.push(
      await page.evaluate(
        async ([mix, { charts, points }]) => {
          for (const type of mix) await window.charts?.prepare(type);
          const types = Array.from({ length: charts }, (_, i) => mix[i % mix.length] ?? "");
          return (await window.charts?.many(types, points)) ?? 0;
        },
        [MIX, MANY] as const,
      ),
    );
    await page.close();
  }
  return median(times);
}

async function scrolled(open: Open, type: string): Promise<Scroll> {
  const page = await open();
  const times = await page.evaluate(
    async ([key, rows]) => {
      await window.charts?.prepare(key);
      return (await window.charts?.scroll(key, rows)) ?? [];
    },
    [type, ROWS] as const,
  );
  await page.close();
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { type, rows: ROWS, p50Ms: at(0.5), p95Ms: at(0.95) };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
