import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signIn, visit } from "../src/testing/stage.ts";
import { sharedBrowser } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

/** What surrounds the chart in explore: the live preview, the data pane, and the dialogs of the dataset. */
describe("the workbench", () => {
  const url = serverUrl();
  let browser: Browser;
  let page: Page;
  let problems: string[];
  const ids = new Map<string, number>();

  beforeAll(async () => {
    browser = await sharedBrowser();
    ({ page, problems } = await visit(browser));
    await signIn(page, url, "/superset/welcome/");
    const answer = await page.request.get(`${url}/api/v1/dataset/?q=(page_size:100)`);
    const { result } = (await answer.json()) as { result: { id: number; table_name: string }[] };
    for (const { id, table_name } of result) ids.set(table_name, id);
  });

  const explore = async (dataset: string, type: string) => {
    await page.goto(`${url}/explore/?viz_type=${type}&datasource_type=table&datasource_id=${ids.get(dataset)}`);
    await page.locator('[data-status="ready"]').waitFor();
  };
  const picture = (summary: RegExp) => page.getByRole("figure", { name: summary });
  const dataset = (name: string) => page.getByRole("button", { name: `Dataset ${name}: menu` });

  async function send(method: "POST" | "PUT", path: string, data: object): Promise<{ id: number }> {
    const token = await page.request.get(`${url}/api/v1/security/csrf_token/`);
    const headers = { "x-csrftoken": ((await token.json()) as { result: string }).result };
    const answer = await page.request.fetch(url + path, { method, data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { id: number };
  }

  test("the chart follows its controls, unless the switch says no", async () => {
    const speeds = { [`${ids.get("penguins")}`]: [9, 9, 9, 9, 9] };
    await page.evaluate((known) => localStorage.setItem("tessera.explore.speeds", known), JSON.stringify(speeds));
    await explore("penguins", "echarts_timeseries_bar");
    const live = page.getByRole("switch", { name: "Live" });
    await page.getByRole("button", { name: "Add Island to…" }).click();
    await page.getByRole("menuitem", { name: "Dimensions: Island" }).click();
    await picture(/Biscoe/).waitFor();
    await live.click();
    await page.keyboard.press("Control+z");
    await page.getByText("Your chart is not up to date").waitFor();
    expect(await picture(/Biscoe/).count()).toBe(1);
    await page.keyboard.press("Control+Enter");
    await picture(/Biscoe/).waitFor({ state: "detached" });
    await live.click();
  });

  test("rows are searched, copied, read as they are kept, and downloaded; samples go on page by page", async () => {
    await explore("seattle_weather", "table");
    const data = page.getByRole("region", { name: "Data", exact: true });
    await data.getByRole("searchbox", { name: "Filter rows" }).fill("drizzle");
    await data.getByText("1 row · 2 columns").waitFor();
    await data.getByRole("button", { name: "Copy rows" }).click();
    await page.getByText("Copied to clipboard!").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^drizzle\t\d+$/m);
    await data.getByRole("button", { name: "Download rows" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "CSV, rows shown" }).click(),
    ]);
    expect((await readFile(await file.path(), "utf8")).split("\r\n")).toHaveLength(2);
    await data.getByRole("tab", { name: "Samples" }).click();
    await data.getByRole("searchbox", { name: "Filter rows" }).fill("");
    await data.getByText("1–100 of 1,461 rows").waitFor();
    await data.getByRole("button", { name: "Next rows" }).click();
    await data.getByText("101–200 of 1,461 rows").waitFor();
    await data
      .getByText(/^2012-04-1\d$/)
      .first()
      .waitFor();
    await data.getByRole("button", { name: "Original value of Date" }).click();
    await data
      .getByText(/^13340\d{8}$/)
      .first()
      .waitFor();
  });

  test("a dataset that is managed elsewhere can be read, and not saved", async () => {
    const place = { database: 1, schema: "main", table_name: "penguins of a query" };
    const { id } = await send("POST", "/api/v1/dataset/", { ...place, sql: "SELECT island FROM penguins" });
    await send("PUT", `/api/v1/dataset/${id}`, { is_managed_externally: true });
    ids.set(place.table_name, id);
    await explore(place.table_name, "table");
    await dataset(place.table_name).click();
    await page.getByRole("menuitem", { name: "Edit dataset" }).click();
    const editor = page.getByRole("dialog", { name: /^Edit Dataset/ });
    await editor.getByText("Managed externally", { exact: true }).waitFor();
    const save = editor.getByRole("button", { name: "Save dataset" });
    expect([await save.isDisabled(), await save.getAttribute("title")]).toEqual([
      true,
      "This dataset is managed externally, and can't be edited here",
    ]);
  });

  test("no error was logged", () => expect(problems).toEqual([]));
});
