import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { CHART_CARDS } from "../src/chart-types/index.ts";
import { launchBrowser, signIn, visit } from "../src/testing/stage.ts";

/** Every gallery case of every chart type is drawn on the example data by the built product. */
describe("the gallery draws", () => {
  const url = inject("url");
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
    ({ page, problems } = await visit(browser));
    page.setDefaultTimeout(30_000);
    await signIn(page, url, "/gallery/pictures/?type=table");
  });
  afterAll(() => browser.close());

  test.each(CHART_CARDS.map((card) => card.key))("%s", async (key) => {
    await page.goto(`${url}/gallery/pictures/?type=${key}&sizes=360x240`);
    await page.locator("main [data-case]").first().waitFor();
    const boxes = await page.locator("main [data-case]").count();
    expect(boxes).toBeGreaterThanOrEqual(3);
    await page.setViewportSize({ width: 1280, height: boxes * 300 + 100 });
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll("main [data-status]:is([data-status=ready], [data-status=failed])").length === count,
      boxes,
    );
    expect(await page.locator("main [data-status=failed]").count()).toBe(0);
    // Named for those who cannot see it: a picture, or a table of its own.
    await page.waitForFunction(
      (count) => document.querySelectorAll("main [data-status] :is([role=img], table, figure)").length >= count,
      boxes,
    );
    expect(problems.splice(0)).toEqual([]);
  });
});
