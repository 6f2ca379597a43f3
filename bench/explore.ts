/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { launchBrowser, signIn, visit } from "../src/testing/stage.ts";

export interface ExploreMeasurement {
  interactiveMs: number;
  controls: number;
  keys: readonly { field: string; p50Ms: number; p95Ms: number }[];
}

const VISITS = 5;
const STROKES = 40;
const FIELDS = [
  { field: "a number", widget: "number" },
  { field: "a text", widget: "text" },
] as const;

export async function measureExplore(url: string, datasetId: number): Promise<ExploreMeasurement> {
  const browser = await launchBrowser();
  const { page } = await visit(browser);
  await signIn(page, url, "/chart/list/");
  const path = `${url}/explore/?form_data_key=${await keepForm(page, url, datasetId)}`;
  const visits: number[] = [];
  for (let round = 0; round < VISITS; round++) visits.push(await interactiveMs(page, path));
  await page.getByRole("button", { name: "Search controls" }).click();
  await page.getByRole("searchbox", { name: "Search controls" }).fill("e");
  await page.waitForFunction(() => document.querySelectorAll("[data-widget]").length >= 60);
  const controls = await page.locator("[data-widget]").count();
  const keys: ExploreMeasurement["keys"][number][] = [];
  for (const { field, widget } of FIELDS) keys.push({ field, ...(await strokes(page, widget)) });
  await browser.close();
  return { interactiveMs: visits.sort((a, b) => a - b)[Math.floor(VISITS / 2)] ?? 0, controls, keys };
}

async function keepForm(page: Page, url: string, datasetId: number): Promise<string> {
  const datasource = { datasource_id: datasetId, datasource_type: "table" };
  const form = {
    viz_type: "mixed_timeseries",
    datasource: `${datasetId}__table`,
    x_axis: "date",
    time_grain_sqla: "P1D",
    metrics: ["count"],
    metrics_b: ["count"],
  };
  const token = await page.request.get(`${url}/api/v1/security/csrf_token/`);
  const answer = await page.request.post(`${url}/api/v1/explore/form_data`, {
    headers: { "x-csrftoken": ((await token.json()) as { result: string }).result },
    data: { ...datasource, form_data: JSON.stringify(form) },
  });
  return ((await answer.json()) as { key: string }).key;
}

async function interactiveMs(page: Page, path: string): Promise<number> {
  const start = performance.now();
  await page.goto(path);
  await page.locator('[data-status="ready"]').first().waitFor();
  await page.getByRole("button", { name: /Update chart/ }).click({ trial: true });
  return performance.now() - start;
}

async function strokes(page: Page, widget: string): Promise<{ p50Ms: number; p95Ms: number }> {
  await page.locator(`[data-widget="${widget}"] input`).first().click();
  await page.evaluate(watchKeys);
  for (let at = 0; at < STROKES; at++) {
    await page.keyboard.press(at % 4 === 3 ? "Backspace" : "1");
    await page.waitForFunction((count) => (window as unknown as Watched).painted.length > count, at);
  }
  const times = await page.evaluate(() => (window as unknown as Watched).painted.sort((a, b) => a - b));
  return { p50Ms: times[Math.floor(times.length / 2)] ?? 0, p95Ms: times[Math.floor(times.length * 0.95)] ?? 0 };
}

interface Watched {
  painted: number[];
}

/** Runs in the page: time from each key to the next frame, including all work of React. */
function watchKeys(): void {
  const watched = window as unknown as Watched & { isWatched?: boolean };
  watched.painted = [];
  if (watched.isWatched) return;
  watched.isWatched = true;
  window.addEventListener(
    "keydown",
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => watched.painted.push(performance.now() - timeStamp);
        port2.postMessage(undefined);
      });
    },
    { capture: true },
  );
}
