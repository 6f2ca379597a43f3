import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench } from "./bench.ts";
import { serverUrl } from "./server-url.ts";

const WIDTH = 390;

describe("explore on a phone", () => {
  let bench: Bench;
  let page: Page;

  beforeAll(async () => {
    bench = await openBench(serverUrl(), { width: WIDTH, height: 844 });
    ({ page } = bench);
    await bench.open("seattle_weather", "echarts_timeseries_line");
  });

  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).filter({ visible: true });
  const horizontalScroll = () => page.evaluate(() => [scrollX, document.documentElement.scrollWidth]);
  async function fits(surface: Locator): Promise<void> {
    await surface.waitFor();
    await expect.poll(horizontalScroll).toEqual([0, WIDTH]);
    const { x = -1, width = 0 } = (await surface.boundingBox()) ?? {};
    expect([x >= 0, x + width <= WIDTH]).toEqual([true, true]);
  }
  const closeAll = () =>
    expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        return page.getByRole("dialog").filter({ visible: true }).count();
      })
      .toBe(0);
  const isTruncated = (one: Locator) => one.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);

  test.each([
    ["a metric", /^Add to Metrics$/, "Add to Metrics"],
    ["a dimension", /^(Add to Dimensions|Dimensions: Drop.*)$/, /Dimensions/],
    ["a filter", /^(Add to Filters|Filters: Drop.*)$/, "Add to Filters"],
  ] as const)("the editor of %s fits the screen", async (_, opener, name) => {
    await button("Controls").click();
    await button(opener).first().click();
    await fits(bench.dialog(name).last());
    await closeAll();
  });

  test("all kinds of time range are reachable and fit", async () => {
    await button("Controls").click();
    await page.getByRole("group", { name: "Filters" }).locator("button[title]").first().click();
    const filter = bench.dialog(/^Filters: /).last();
    const range = filter.locator("[data-time-range]");
    for (const kind of ["Last week", "Previous calendar quarter", "Current day", "Relative", "Custom", "Advanced"]) {
      const choice = range.getByText(kind, { exact: true }).first();
      await choice.click();
      await fits(range);
      expect(await isTruncated(choice), kind).toBe(false);
    }
    await range.getByRole("grid").first().waitFor();
    await closeAll();
  });

  test("the dataset editor shows full column names", async () => {
    await button("Dataset").click();
    await page.getByRole("button", { name: /^Menu for dataset seattle_weather/ }).click();
    await page.getByRole("menuitem", { name: "Edit dataset" }).click();
    const editor = bench.dialog(/^Edit Dataset/);
    await editor.getByRole("tab", { name: /^Columns/ }).click();
    const nameOf = (column: string) => editor.locator("td code").getByText(column, { exact: true }).first();
    for (const name of ["date", "precipitation", "weather"]) expect(await isTruncated(nameOf(name)), name).toBe(false);
    await editor.getByRole("button", { name: "precipitation details" }).click();
    await fits(editor.getByLabel("Certified by"));
    const groups = editor.getByRole("checkbox", { name: "precipitation is a dimension" });
    await groups.scrollIntoViewIfNeeded();
    await fits(groups);
    await fits(nameOf("precipitation"));
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});
