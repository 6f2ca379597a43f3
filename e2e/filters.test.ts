import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

/** Compares filtered numbers with those DuckDB reads from the source file directly. */
const FILE = join(import.meta.dirname, "..", "node_modules", "vega-datasets", "data", "flights-3m.parquet");

describe("dashboard filters", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];
  let count: (where: string) => Promise<string>;

  beforeAll(async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    count = async (where) => {
      const reader = await connection.runAndReadAll(`select count(*)::int from '${FILE}' where ${where}`);
      return Number(reader.getRows()[0]?.[0]).toLocaleString("en-US");
    };
    ({ page, problems } = await visit());
    await signIn(page, url, "/superset/dashboard/us-flight-delays/");
    await page.getByText("3,000,000").waitFor();
  });

  const flights = async (text: string) => {
    const figure = page.locator("[data-dashboard-canvas]").getByText(text, { exact: true });
    const apply = page.getByRole("button", { name: /^Apply filters \(/ });
    const isShown = async () => {
      if (await apply.isVisible()) await apply.click();
      return figure.first().isVisible();
    };
    await expect.poll(isShown).toBe(true);
  };

  test("a click on a bar cross-filters the other charts, and its chip clears it", async () => {
    const bars = page.locator("[data-layout-id]").filter({ hasText: "Busiest origins" }).last();
    const box = await bars.locator("figure").boundingBox();
    if (!box) throw new Error("No bars to click");
    await page.mouse.click(box.x + box.width * 0.4, box.y + 22);
    await flights(await count("origin = 'ORD'"));
    await page.getByRole("button", { name: "Clear cross-filter Origin ORD" }).click();
    await flights("3,000,000");
  });

  test("a drag across a time axis filters the other charts by the range, until Escape clears it", async () => {
    const chart = page.getByRole("region", { name: "Late flights, by week" }).getByRole("img").first();
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    if (!box) throw new Error("No time axis to drag across");
    const drag = async (from: number, to: number) => {
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + box.width * from, y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * to, y, { steps: 8 });
      await page.mouse.up();
    };
    const chip = page.getByRole("button", { name: /^Clear cross-filter Departure/i });
    // The code for ranges loads when the pointer first enters a chart.
    const isFiltered = async () => {
      await drag(0.3, 0.6);
      return chip.isVisible();
    };
    await expect.poll(isFiltered).toBe(true);
    await page.getByTestId("brush").waitFor();
    const [from, to] = ((await chip.getAttribute("aria-label")) ?? "").match(/2001-\d\d-\d\d/g) ?? [];
    await flights(await count(`date >= '${from}' and date < date '${to}' + 1`));
    await page.keyboard.press("Escape");
    await flights("3,000,000");
    await expect.poll(() => chip.count()).toBe(0);
  });

  test("a value filter applies what is typed, and Clear all resets it", async () => {
    const field = page.getByRole("combobox", { name: "Origin airport" });
    await field.click();
    await field.fill("ATL");
    await page.locator("#filter-NATIVE_FILTER-origin_list_0").waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await flights(await count("origin = 'ATL'"));
    await page.getByRole("button", { name: "Clear all" }).click();
    await flights("3,000,000");
  });

  test("a range filter rejects a reversed range, then filters", async () => {
    const low = page.getByRole("spinbutton", { name: "Distance from" });
    const high = page.getByRole("spinbutton", { name: "Distance to" });
    await high.fill("500");
    await low.fill("600");
    await low.press("Enter");
    await page.getByText("Minimum must be strictly less than maximum").waitFor();
    const stored = page.waitForResponse(
      (response) => /filter_state/.test(response.url()) && (response.request().postData() ?? "").includes("400"),
    );
    await low.fill("400");
    await low.press("Enter");
    await flights(await count("distance >= 400 and distance <= 500"));
    await stored;
  });

  test("a reload and a permalink keep the filter state", async () => {
    const expected = await count("distance >= 400 and distance <= 500");
    await page.waitForURL(/native_filters_key=/);
    await page.reload();
    await flights(expected);
    await page.getByRole("button", { name: "Share" }).click();
    await page.locator("[value*='/dashboard/p/']").waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Link Copied!").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).pathname).toMatch(/^\/superset\/dashboard\/p\//);
    await page.goto(`${url}${new URL(link).pathname}`);
    await flights(expected);
  });

  test("the page logged no errors", () => expect(problems).toEqual([]));
});
