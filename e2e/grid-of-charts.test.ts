/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, signIn } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

describe("a grid of charts", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];
  let chart: number;
  let board: number;

  beforeAll(async () => {
    ({ chart, board } = await makeBoard());
    ({ page, problems } = await visit());
    await signIn(page, url, `/explore/?slice_id=${chart}`);
  });

  async function makeBoard() {
    const send = async (path: string, body: object, headers = {}) => {
      const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
      const response = await fetch(`${url}/api/v1/${path}`, { ...init, body: JSON.stringify(body) });
      return (await response.json()) as { access_token: string; id: number };
    };
    const { access_token } = await send("security/login", { username: "admin", password: PASSWORD, provider: "db" });
    const headers = { authorization: `Bearer ${access_token}` };
    const q = "(filters:!((col:table_name,opr:eq,value:seattle_weather)))";
    const datasets = await fetch(`${url}/api/v1/dataset/?q=${q}`, { headers });
    const [dataset] = ((await datasets.json()) as { result: { id: number }[] }).result;
    const form = { viz_type: "pie", metric: "count", groupby: ["weather"], datasource: `${dataset?.id}__table` };
    const created = await send(
      "chart/",
      {
        slice_name: "Weather of the years",
        viz_type: "pie",
        datasource_id: dataset?.id,
        datasource_type: "table",
        params: JSON.stringify(form),
      },
      headers,
    );
    const id = (await send("dashboard/", { dashboard_title: "Years" }, headers)).id;
    const positions = {
      ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
      GRID_ID: { id: "GRID_ID", type: "GRID", children: ["ROW-1"], parents: ["ROOT_ID"] },
      "ROW-1": { id: "ROW-1", type: "ROW", children: ["CHART-1"], meta: {} },
      "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId: created.id, width: 12, height: 60 } },
    };
    await fetch(`${url}/api/v1/dashboard/${id}`, {
      method: "PUT",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ json_metadata: JSON.stringify({ positions, cross_filters_enabled: true }) }),
    });
    return { chart: created.id, board: id };
  }

  const cell = (name: string) => page.getByRole("cell", { name, exact: true });
  const slices = (name: string) => cell(name).locator("svg path[fill^='#']");

  test("draws a row per metric and a column per value, and saves", async () => {
    await page.getByRole("tab", { name: "Chart grid" }).click();
    await page.getByRole("checkbox", { name: "Repeat the chart in a grid" }).check();
    const [rows, columns] = ["One row per", "One column per"].map((name) => page.getByRole("radiogroup", { name }));
    await columns?.getByRole("radio", { name: "Value" }).click();
    await page.getByRole("radiogroup", { name: "Values" }).getByRole("radio", { name: "All" }).click();
    await page.getByRole("combobox", { name: "Dimension: column" }).fill("Year");
    await page.locator(".ant-select-item-option", { hasText: /^.?Year/ }).click();
    await rows?.getByRole("radio", { name: "Metric" }).click();
    for (const metric of ["Days", "Wet days"]) {
      await page.getByRole("button", { name: `Add ${metric} to…` }).click();
      await page.getByRole("menuitem", { name: /^Add to Metrics/ }).click();
    }
    await page.keyboard.press("Control+Enter");
    await cell("Days, 2012").getByRole("figure").waitFor();
    expect(await page.getByRole("columnheader").allTextContents()).toContain("2015");
    expect(await page.getByRole("rowheader").allTextContents()).toContain("Wet days");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Chart [Weather of the years] has been overwritten").waitFor();
  });

  test("hides a series in all cells, cross-filters by cell, drills by another column and into the cell's rows", async () => {
    await navigate(page, `/superset/dashboard/${board}/`);
    await slices("Days, 2012").first().waitFor();
    await slices("Days, 2013").first().waitFor();
    const before = await slices("Days, 2013").count();
    await page.getByRole("button", { name: "rain", exact: true }).click();
    await page.getByRole("button", { name: "rain", exact: true, pressed: false }).waitFor();
    await expect.poll(() => slices("Days, 2013").count()).toBe(before - 1);
    await page.getByRole("button", { name: "Show all" }).click();

    const box = await cell("Days, 2013").boundingBox();
    if (!box) throw new Error("No cell to click");
    const at = [box.x + box.width / 2 + 30, box.y + box.height / 2] as const;
    await page.mouse.click(...at, { button: "right" });
    await page.getByRole("menuitem", { name: "Drill by" }).hover();
    await page.getByRole("menuitem", { name: "Month", exact: true }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Year", exact: true }).count()).toBe(0);
    await page.getByRole("menuitem", { name: "Drill to detail", exact: true }).click();
    const rows = page.getByRole("dialog", { name: "Rows in “Weather of the years”" });
    await rows.getByText("2013-", { exact: false }).first().waitFor();
    expect(await rows.getByText(/^201[45]-/).count()).toBe(0);
    await page.keyboard.press("Escape");
    await rows.waitFor({ state: "hidden" });
    await page.mouse.click(...at);
    await page.getByRole("button", { name: /Clear cross-filter .*, 2013/ }).waitFor();
    expect(problems).toEqual([]);
  });
});
