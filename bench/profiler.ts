/// <reference lib="dom" />
import type { BrowserContext, Page } from "playwright-core";
import { launchBrowser, PASSWORD, startServer, visit } from "../src/testing/stage.ts";
import { DASHBOARD, painted } from "./dashboard.ts";

export interface ProfilerMeasurement {
  /** Painting the dashboard with profiling on to off: medians of alternating visits, and of two groups without it. */
  overhead: number;
  noise: number;
  plainMs: number;
  /** Parts of the last chart to the time until it was painted, as seen from outside. */
  sum: number;
  charts: number;
}

const WARM_ROUNDS = 3;
const ROUNDS = 15;

/** Warm visits with cached data: the least time that profiling can add to. */
export async function measureProfiler(options: { home: string; port: number }): Promise<ProfilerMeasurement> {
  const server = await startServer(options);
  const browser = await launchBrowser();
  try {
    // All charts are in view, also above the panel.
    const { context } = await visit(browser, { height: 2600 });
    await context.request.post(`${server.url}/login/`, { data: { username: "admin", password: PASSWORD } });
    const address = server.url + DASHBOARD;
    const times = { on: [] as number[], off: [] as number[], again: [] as number[] };
    const sums: number[] = [];
    let charts = 0;
    for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
      const off = await timeOf(context, address);
      const on = await timeOf(context, `${address}?profile=1`, async (tab, ms) => {
        const walls = await partsOf(tab);
        charts = walls.length;
        if (round >= 0) sums.push(Math.max(...walls) / ms);
      });
      const again = await timeOf(context, address);
      if (round < 0) continue;
      times.off.push(off);
      times.on.push(on);
      times.again.push(again);
    }
    const plainMs = median([...times.off, ...times.again]);
    const noise = median(times.again) / median(times.off);
    return { overhead: median(times.on) / plainMs, noise, plainMs, sum: median(sums), charts };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function timeOf(
  context: BrowserContext,
  address: string,
  read?: (tab: Page, ms: number) => Promise<void>,
): Promise<number> {
  const tab = await context.newPage();
  await tab.goto(address, { waitUntil: "commit" });
  await painted(tab);
  const ms = await tab.evaluate(() => performance.now());
  await read?.(tab, ms);
  await tab.close();
  return ms;
}

/** The sum of each chart's parts. */
async function partsOf(tab: Page): Promise<number[]> {
  const panel = tab.locator("[data-profile]");
  await panel.getByText(/charts? in/).waitFor();
  for (const row of await panel.locator("ol > li > button").all()) await row.click();
  const texts = await panel.locator("dl").allTextContents();
  return texts.map((text) => [...text.matchAll(/([\d,]+) ms/g)].reduce((sum, [, ms]) => sum + numberOf(ms), 0));
}

const numberOf = (text = "") => Number(text.replaceAll(",", ""));

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
