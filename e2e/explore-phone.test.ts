import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench } from "./bench.ts";
import { serverUrl } from "./server-url.ts";

const WIDTH = 390;

/** The workbench on a phone: whatever opens is within the screen, and says its names whole. */
describe("explore on a phone", () => {
  let bench: Bench;
  let page: Page;

  beforeAll(async () => {
    bench = await openBench(serverUrl(), { width: WIDTH, height: 844 });
    ({ page } = bench);
    await bench.open("seattle_weather", "echarts_timeseries_line");
  });

  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).filter({ visible: true });
  const sideways = () => page.evaluate(() => [scrollX, document.documentElement.scrollWidth]);
  /** It is there, on the screen, and nothing has moved the page aside. */
  async function fits(surface: Locator): Promise<void> {
    await surface.waitFor();
    await expect.poll(sideways).toEqual([0, WIDTH]);
    const { x = -1, width = 0 } = (await surface.boundingBox()) ?? {};
    expect([x >= 0, x + width <= WIDTH]).toEqual([true, true]);
  }
  /** Closes whatever is open, one after the other. */
  const away = () =>
    expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        return page.getByRole("dialog").filter({ visible: true }).count();
      })
      .toBe(0);
  const isCut = (one: Locator) => one.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);

  test.each([
    ["a metric", /^Add to Metrics$/, "Add to Metrics"],
    ["a dimension", /^(Add to Dimensions|Dimensions: Drop.*)$/, /Dimensions/],
    ["a filter", /^(Add to Filters|Filters: Drop.*)$/, "Add to Filters"],
  ] as const)("%s is chosen over the controls", async (_, opener, name) => {
    await button("Controls").click();
    await button(opener).first().click();
    await fits(bench.dialog(name).last());
    await away();
  });

  test("each kind of time range is in reach, and fits", async () => {
    await button("Controls").click();
    await page.getByRole("group", { name: "Filters" }).locator("button[title]").first().click();
    const filter = bench.dialog(/^Filters: /).last();
    await filter.locator("button[aria-haspopup=dialog]").first().click();
    const range = page.getByRole("form", { name: "Time range" });
    for (const kind of ["Last", "Previous", "Current", "Custom", "Advanced", "No filter"]) {
      const choice = range.getByText(kind, { exact: true });
      await choice.click();
      await fits(range);
      expect(await isCut(choice), kind).toBe(false);
    }
    await away();
  });

  test("a dataset's columns are read by their whole names, with what belongs to them", async () => {
    await button("Dataset").click();
    await page.getByRole("button", { name: /^Dataset seattle_weather: menu/ }).click();
    await page.getByRole("menuitem", { name: "Edit dataset" }).click();
    const editor = bench.dialog(/^Edit Dataset/);
    await editor.getByRole("tab", { name: /^Columns/ }).click();
    const nameOf = (column: string) => editor.locator("td code").getByText(column, { exact: true }).first();
    for (const name of ["date", "precipitation", "weather"]) expect(await isCut(nameOf(name)), name).toBe(false);
    await editor.getByRole("button", { name: "Details of precipitation" }).click();
    await fits(editor.getByLabel("Certified by"));
    const groups = editor.getByRole("checkbox", { name: "precipitation can be grouped by" });
    await groups.scrollIntoViewIfNeeded();
    await fits(groups);
    await fits(nameOf("precipitation"));
  });

  test("no error was logged", () => expect(bench.problems).toEqual([]));
});
