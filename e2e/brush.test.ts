import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

/** Compares the numbers during a drag with those DuckDB reads from the source file directly. */
const FILE = join(import.meta.dirname, "..", "node_modules", "vega-datasets", "data", "flights-3m.parquet");
const SOURCE = "Late flights, by week";
const ALL = "3,000,000";

const url = serverUrl();
let page: Page;
let problems: string[];
let flightsIn: (label: string) => Promise<string>;

beforeAll(async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  flightsIn = async (label) => {
    const [from = "", to = from] = label.match(/2001-\d\d-\d\d/g) ?? [];
    const days = `date >= '${from}' AND date < DATE '${to}' + 1`;
    const reader = await connection.runAndReadAll(`SELECT count(*)::INT FROM '${FILE}' WHERE ${days}`);
    return Number(reader.getRows()[0]?.[0]).toLocaleString("en-US");
  };
  ({ page, problems } = await visit());
  await signIn(page, url, "/superset/dashboard/us-flight-delays/");
  await page.getByText(ALL).waitFor();
});
afterAll(closePages);

const chartIn = (on: Page) => on.getByRole("region", { name: SOURCE }).getByRole("img").first();
const bandIn = (on: Page) => on.getByTestId("brush");
const figureIn = (on: Page, text: string) => on.getByRole("region", { name: "Flights", exact: true }).getByText(text);
/** What a chart says about its numbers. */
const summaryOf = (on: Page, name: string) =>
  on.getByRole("region", { name }).locator("figure").first().getAttribute("aria-label");
const chipIn = (on: Page) => on.getByRole("button", { name: /^Clear cross-filter Departure/i });

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The pointer comes near the chart. */
async function approach(on: Page): Promise<Box> {
  await chartIn(on).scrollIntoViewIfNeeded();
  const box = await chartIn(on).boundingBox();
  if (!box) throw new Error("No time axis to drag across");
  await on.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  return box;
}

async function loadIndex(on: Page): Promise<Box> {
  const index = on.waitForResponse((response) => response.url().endsWith("/chart/brush_index"));
  const box = await approach(on);
  const response = await index;
  expect(response.status()).toBe(200);
  await response.finished();
  return box;
}

async function dragTo(on: Page, box: Box, to: number) {
  await on.mouse.move(box.x + box.width * to, box.y + box.height / 2, { steps: 6 });
}

async function labelOf(on: Page): Promise<string> {
  return (await bandIn(on).textContent()) ?? "";
}

describe("dragging a range across a time axis", () => {
  test("shows the other charts as the range filters them, before it is released", async () => {
    const before = await summaryOf(page, "Busiest origins");
    const box = await loadIndex(page);
    await page.mouse.down();
    const seen = new Set<string>();
    for (const to of [0.5, 0.7, 0.9, 0.6]) {
      await dragTo(page, box, to);
      const label = await labelOf(page);
      await figureIn(page, await flightsIn(label)).waitFor();
      seen.add(label);
    }
    expect(seen.size).toBe(4);
    expect(await chipIn(page).count()).toBe(0);
    const during = await summaryOf(page, "Busiest origins");
    expect(during).not.toBe(before);
    const label = await labelOf(page);
    const released = page.waitForResponse((response) => response.url().includes("/chart/data"));
    await page.mouse.up();
    await chipIn(page).waitFor();
    await (await released).finished();
    await page.locator("[data-status=loading]").first().waitFor({ state: "detached" });
    await figureIn(page, await flightsIn(label)).waitFor();
    expect(await summaryOf(page, "Busiest origins")).toBe(during);
    await page.keyboard.press("Escape");
    await figureIn(page, ALL).waitFor();
  });

  test("Escape during a drag restores them", async () => {
    const box = await approach(page);
    await page.mouse.down();
    await dragTo(page, box, 0.6);
    await figureIn(page, await flightsIn(await labelOf(page))).waitFor();
    await page.keyboard.press("Escape");
    await figureIn(page, ALL).waitFor();
    await page.mouse.up();
    await figureIn(page, ALL).waitFor();
    expect(await chipIn(page).count()).toBe(0);
  });

  test("Shift and arrow keys select a range with the same numbers, which Enter applies", async () => {
    await page.mouse.move(0, 0);
    await chartIn(page).focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press("Shift+ArrowRight");
    const grown = await labelOf(page);
    await figureIn(page, await flightsIn(grown)).waitFor();
    await page.keyboard.press("ArrowRight");
    const moved = await labelOf(page);
    expect(moved).not.toBe(grown);
    await figureIn(page, await flightsIn(moved)).waitFor();
    await page.keyboard.press("Enter");
    await chipIn(page).waitFor();
    await figureIn(page, await flightsIn(moved)).waitFor();
    await page.keyboard.press("Escape");
    await figureIn(page, ALL).waitFor();
  });

  test("a visitor of a public link sees the same", async () => {
    const csrf = (await (await page.request.get(`${url}/api/v1/security/csrf_token/`)).json()) as { result: string };
    const headers = { "x-csrftoken": csrf.result };
    const settings = `${url}/api/v1/public_link/settings`;
    const turn = (enabled: boolean) => page.request.put(settings, { headers, data: { enabled, max_days: 7 } });
    const turned = await turn(true);
    expect(turned.ok(), await turned.text()).toBe(true);
    const board = (await (await page.request.get(`${url}/api/v1/dashboard/us-flight-delays`)).json()) as {
      result: { id: number };
    };
    const created = await page.request.post(`${url}/api/v1/public_link/`, {
      headers,
      data: { dashboard_id: board.result.id, ends_on: new Date(Date.now() + 3_600_000).toISOString() },
    });
    expect(created.ok(), await created.text()).toBe(true);
    const { page: stranger } = await visit({ isOwn: true });
    await stranger.goto(url + ((await created.json()) as { url: string }).url);
    await stranger.getByText(ALL).waitFor();
    const box = await loadIndex(stranger);
    await stranger.mouse.down();
    await dragTo(stranger, box, 0.7);
    await figureIn(stranger, await flightsIn(await labelOf(stranger))).waitFor();
    await stranger.mouse.up();
    await turn(false);
  });

  test("nothing failed on the way", () => {
    expect(problems).toEqual([]);
  });
});
