import type { Page, Response } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { quickDatasets } from "./bench.ts";
import { visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

describe("annotations and forecasts", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    ({ page, problems } = await visit());
    await quickDatasets(page);
    await signIn(page, url);
    const send = await sender();
    const layer = await send("/api/v1/annotation_layer/", { name: "Crises" });
    await send(`/api/v1/annotation_layer/${layer.id}/annotation/`, {
      short_descr: "Great Recession",
      long_descr: "The financial crisis",
      start_dttm: "2007-12-01",
      end_dttm: "2009-06-01",
    });
    const response = await page.request.get(`${url}/api/v1/dataset/?q=(page_size:100)`);
    const { result } = (await response.json()) as { result: { id: number; table_name: string }[] };
    const dataset = result.find((one) => one.table_name === "sp500")?.id;
    const form = {
      viz_type: "echarts_timeseries_line",
      x_axis: "date",
      time_grain_sqla: "P1M",
      metrics: ["avg_price"],
    };
    const params = JSON.stringify({ ...form, datasource: `${dataset}__table` });
    const chart = await send("/api/v1/chart/", {
      slice_name: "The index, explained",
      viz_type: form.viz_type,
      datasource_id: dataset,
      datasource_type: "table",
      params,
    });
    await page.goto(`${url}/explore/?slice_id=${chart.id}`);
    await picture(/^Line chart: Index/).waitFor();
  });

  const picture = (summary: RegExp) => page.getByRole("figure", { name: summary });

  async function sender() {
    const token = await page.request.get(`${url}/api/v1/security/csrf_token/`);
    const headers = { "x-csrftoken": ((await token.json()) as { result: string }).result };
    return async (path: string, data: object) => {
      const response = await page.request.post(url + path, { data, headers });
      expect(response.ok()).toBe(true);
      return (await response.json()) as { id: number };
    };
  }

  async function choose(field: string, option: string) {
    await page.getByRole("combobox", { name: field, exact: true }).click();
    await page.locator(".ant-select-dropdown:visible").getByText(option, { exact: true }).click();
  }

  test("adds an interval annotation layer and draws it", async () => {
    await page.getByRole("button", { name: /^Annotations/ }).click();
    await page.getByRole("button", { name: "Add an annotation layer" }).click();
    const form = page.getByRole("dialog", { name: "Add to Annotation layers" });
    await form.getByRole("textbox", { name: "Name" }).fill("Crisis");
    await choose("Annotation layer type", "Interval");
    await form.getByRole("status").getByText("Choose an annotation layer", { exact: true }).waitFor();
    await choose("Annotation layer", "Crises");
    await form.getByRole("button", { name: "Apply" }).click();
    await picture(/Annotations: Great Recession \(Dec 2007\)\./).waitFor();
    await form.waitFor({ state: "hidden" });
  });

  test("restyles the layer without a new query", async () => {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/chart/data")) requests.push(request.url());
    });
    await page.getByRole("button", { name: "Crisis", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Annotation layers: Crisis" });
    await form.getByRole("tab", { name: "Display" }).click();
    await choose("Opacity", "0.5");
    await form.getByRole("button", { name: "Apply" }).click();
    await picture(/Great Recession/)
      .locator("path[fill-opacity='0.5']")
      .first()
      .waitFor({ state: "attached" });
    expect(requests).toEqual([]);
  });

  test("extends the line with a forecast", async () => {
    await page.getByRole("button", { name: /^Predictive analytics/ }).click();
    await page.getByRole("checkbox", { name: "Enable forecast" }).check();
    await picture(/Forecast: [\d,]+ \(Jan 2011\)\. Annotations: Great Recession/).waitFor();
    await page.getByRole("spinbutton", { name: "Forecast periods" }).fill("12");
    await page.keyboard.press("Tab");
    await picture(/Forecast: [\d,]+ \(Mar 2011\)/).waitFor();
  });

  test("keeps both after saving and reloading", async () => {
    const isSave = (response: Response) => response.request().method() === "PUT" && /\/chart\/\d+/.test(response.url());
    const saved = page.waitForResponse((response) => isSave(response) && response.ok());
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved;
    await page.reload();
    await picture(/Forecast: [\d,]+ \(Mar 2011\)\. Annotations: Great Recession/).waitFor();
  });

  test("the page logged no errors", () => expect(problems).toEqual([]));
});
