import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench } from "./bench.ts";
import { handsOf, type Keys, keysOf } from "./hands.ts";
import { serverUrl } from "./server-url.ts";

describe("explore by keyboard alone", () => {
  let bench: Bench;
  let page: Page;
  let keys: Keys;

  beforeAll(async () => {
    bench = await openBench(serverUrl());
    ({ page } = bench);
    keys = keysOf(page);
    await bench.answersIn("penguins", 9);
    await bench.open("penguins", "echarts_timeseries_bar");
  });

  async function choose(...path: RegExp[]): Promise<void> {
    await keys.press("Enter");
    for (const [depth, name] of path.entries()) {
      const entry = page.getByRole("menuitem", { name }).filter({ visible: true }).first();
      await entry.waitFor();
      for (let step = 0; step < 30 && !(await isActive(entry)); step++) await keys.press("ArrowDown");
      await keys.press(depth < path.length - 1 ? "ArrowRight" : "Enter");
    }
  }
  const isActive = (entry: ReturnType<Page["getByRole"]>) =>
    entry.evaluate((one) => one === document.activeElement || one.contains(document.activeElement));

  test("a column is searched and added to a control", async () => {
    await keys.tabTo(/^Search metrics and columns/);
    await keys.type("isl");
    await keys.tabTo(/^Add Island to…/);
    await choose(/^Add to Dimensions$/);
    await bench.picture(/Biscoe/).waitFor();
    await expect.poll(keys.focused).toMatch(/^Add Island to…/);
  });

  test("a filter is added from the panel, completed, and keeps the focus", async () => {
    await choose(/filter/i);
    await bench.dialog(/^Filters: Island/).waitFor();
    await keys.tabTo(/^Value/);
    await keys.type("Biscoe");
    await page.locator(".ant-select-item-option-active", { hasText: "Biscoe" }).waitFor();
    await keys.press("Enter", "Escape");
    await page.locator("[role=combobox][aria-expanded=true]").waitFor({ state: "detached" });
    await keys.tabTo(/^Apply$/);
    await keys.press("Enter");
    await bench.chip("Filters", /Biscoe/).waitFor();
    await bench.data.getByText(/^2 rows ·/).waitFor();
    await expect.poll(keys.focused).toMatch(/Island.*Biscoe/);
  });

  test("a chip is removed by Delete, and undone and redone", async () => {
    await keys.press("Delete");
    await bench.chip("Filters", /Biscoe/).waitFor({ state: "detached" });
    await keys.press("Control+z");
    await bench.chip("Filters", /Biscoe/).waitFor();
    await keys.press("Control+Shift+z");
    await bench.chip("Filters", /Biscoe/).waitFor({ state: "detached" });
  });

  test("a metric is built from a column and an aggregate, with a label", async () => {
    await keys.tabTo(/^Add to Metrics/, "Shift+Tab");
    await keys.press("Enter");
    await bench.dialog("Add to Metrics").waitFor();
    await keys.tabTo(/^Saved$/);
    await keys.press("ArrowRight");
    await keys.tabTo(/Column/);
    await keys.type("flipper");
    await keys.press("Enter");
    await keys.tabTo(/Aggregate/);
    await keys.press("Enter");
    await keys.type("MAX");
    await page.getByTitle("MAX", { exact: true }).last().waitFor();
    await keys.press("ArrowDown", "Enter");
    await keys.tabTo(/^(MAX|AVG|SUM|MIN|COUNT\w*)\(/);
    await keys.press("Enter");
    await keys.press("Control+a");
    await keys.type("Longest flipper");
    await keys.press("Enter");
    await keys.tabTo(/^Apply$/);
    await keys.press("Enter");
    await bench.chip("Metrics", "Longest flipper").waitFor();
    await bench.dialog("Add to Metrics").waitFor({ state: "detached" });
    await keys.press("Alt+ArrowUp");
  });

  test("Escape closes a popover without changes and returns the focus", async () => {
    await keys.tabTo(/^Add to Dimensions/);
    await keys.press("Enter");
    await bench.dialog("Add to Dimensions").waitFor();
    await keys.press("Escape");
    await page.locator("[role=combobox][aria-expanded=true]").waitFor({ state: "detached" });
    await keys.press("Escape");
    await bench.dialog("Add to Dimensions").waitFor({ state: "detached" });
    await expect.poll(keys.focused).toMatch(/^Add to Dimensions/);
  });

  test("live update is switched off and on", async () => {
    await keys.tabTo(/Live/);
    await keys.press("Space");
    expect(await page.getByRole("switch", { name: "Live" }).isChecked()).toBe(false);
    await keys.press("Control+z");
    await page.getByText("Your chart is not up to date").waitFor();
    await keys.press("Control+Enter");
    await page.getByText("Your chart is not up to date").waitFor({ state: "detached" });
    await keys.press("Space");
    expect(await page.getByRole("switch", { name: "Live" }).isChecked()).toBe(true);
  });

  test("rows are searched, copied and downloaded, and samples paged", async () => {
    await keys.tabTo(/^Results$/);
    await keys.tabTo(/Search rows/);
    await keys.type("gentoo");
    await bench.data.getByText(/^1 row ·/).waitFor();
    await keys.tabTo(/^Copy rows/);
    await keys.press("Enter");
    await page.getByText("Copied to clipboard!").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Gentoo\t/m);
    await keys.tabTo(/^Download rows/);
    const file = page.waitForEvent("download");
    await choose(/^JSON \(visible rows\)/);
    expect(JSON.parse(await readFile(await (await file).path(), "utf8"))).toHaveLength(1);
    await keys.tabTo(/Search rows/, "Shift+Tab");
    await keys.press("Control+a", "Delete");
    await keys.tabTo(/^Results$/, "Shift+Tab");
    await keys.press("ArrowRight");
    await keys.tabTo(/^Next rows/);
    await keys.press("Enter");
    await bench.data.getByText("101–200 of 344 rows").waitFor();
  });

  test("a chart type is selected in the gallery", async () => {
    await keys.tabTo(/^All \d+/, "Shift+Tab");
    await keys.press("Enter");
    await bench.dialog("Choose a chart type").waitFor();
    await keys.tabTo(/Search chart types/);
    await keys.type("treemap");
    await bench
      .dialog("Choose a chart type")
      .getByRole("button", { name: /^Treemap/ })
      .waitFor();
    await keys.tabTo(/^Treemap/);
    await keys.press("Enter");
    await bench.picture(/^Treemap/).waitFor();
    await bench.dialog("Choose a chart type").waitFor({ state: "detached" });
    await expect.poll(keys.focused).toMatch(/^All \d+/);
  });

  test("the chart is named and saved", async () => {
    await keys.tabTo(/^Chart name/, "Shift+Tab");
    await keys.type("Penguins by keys");
    await keys.press("Enter", "Control+s");
    await bench.dialog("Save chart").waitFor();
    await keys.press("Control+Enter");
    await page.getByText("Chart [Penguins by keys] has been saved").waitFor();
    await bench.dialog("Save chart").waitFor({ state: "detached" });
  });

  test("the chart is added to favorites, and its properties are edited", async () => {
    await keys.tabTo(/^(Chart name|Add Penguins by keys to favorites)/, "Shift+Tab");
    await keys.tabTo(/^Add Penguins by keys to favorites/);
    await keys.press("Enter");
    await page.getByRole("button", { name: "Remove Penguins by keys from favorites" }).waitFor();
    await keys.tabTo(/^More actions$/);
    await choose(/^Edit chart properties/);
    await bench.dialog("Chart properties").waitFor();
    await keys.tabTo(/^Certified by/);
    await keys.type("The keepers");
    await keys.press("Control+Enter");
    await bench.dialog("Chart properties").waitFor({ state: "detached" });
    await page
      .getByRole("button", { name: /Certified by The keepers/ })
      .or(page.getByLabel(/Certified by The keepers/))
      .first()
      .waitFor();
    await expect.poll(keys.focused).toMatch(/^More actions$/);
  });

  test("the chart's query is viewed and opened in SQL Lab", async () => {
    await keys.tabTo(/^More actions$/);
    await choose(/^View query/);
    const dialog = bench.dialog("View query");
    await dialog.getByText("SELECT").first().waitFor();
    await keys.tabTo(/^Open in SQL Lab/);
    await keys.press("Enter");
    await page.waitForURL(/\/sqllab\//);
    await page.locator(".cm-content").getByText("penguins").first().waitFor();
    await page.goBack();
    await page.locator('[data-status="ready"]').waitFor();
  });

  test("an externally managed dataset is read-only with a reason", async () => {
    const id = await bench.makeDataset("kept elsewhere", "SELECT island FROM penguins");
    await bench.send("PUT", `/api/v1/dataset/${id}`, { is_managed_externally: true });
    await bench.answersIn("kept elsewhere", 9);
    await bench.open("kept elsewhere", "table");
    const saved = () => bench.get<{ result: { changed_on: string } }>(`/api/v1/dataset/${id}`);
    const before = await saved();
    const { press, take, turnTo } = handsOf(page, "keyboard");
    await take(/^Menu for dataset kept elsewhere/, /^Edit dataset/);
    const editor = bench.dialog(/^Edit Dataset/);
    await editor.getByText("Edited in files", { exact: true }).waitFor();
    await editor.getByText("This dataset is edited in files and can't be edited here").waitFor();
    await turnTo(/^Source/);
    expect(await editor.getByRole("button", { name: /^Unlock to edit/ }).isDisabled()).toBe(true);
    expect(await editor.getByRole("button", { name: "Save dataset" }).isDisabled()).toBe(true);
    await page.keyboard.press("Control+Enter");
    await press(/^Cancel$/);
    await editor.waitFor({ state: "detached" });
    await expect.poll(keys.focused).toMatch(/^Menu for dataset kept elsewhere/);
    expect((await saved()).result.changed_on).toBe(before.result.changed_on);
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});
