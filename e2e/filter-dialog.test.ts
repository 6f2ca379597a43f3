import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, signIn } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

const FILE = join(import.meta.dirname, "..", "node_modules", "vega-datasets", "data", "flights-3m.parquet");

describe("filter dialog", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];
  let copy: string;
  const dialog = () => page.getByRole("dialog", { name: "Filters and controls" });
  const choose = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
  const save = () => dialog().getByRole("button", { name: "Save filters" }).click();
  const parents = () => dialog().getByLabel("Values are dependent on other filters");
  const dependOn = async (name: string) => {
    await parents().fill(name);
    await page.locator("#filter-parents_list_0").waitFor({ state: "attached" });
    await parents().press("Enter");
    await parents().press("Escape");
  };

  beforeAll(async () => {
    ({ page, problems } = await visit());
    await signIn(page, url);
    const { result } = await (await page.request.get(`${url}/api/v1/dashboard/us-flight-delays`)).json();
    const login = { username: "admin", password: PASSWORD, provider: "db" };
    const { access_token } = await (await page.request.post(`${url}/api/v1/security/login`, { data: login })).json();
    const response = await page.request.post(`${url}/api/v1/dashboard/${result.id}/copy/`, {
      data: { dashboard_title: "Early flights", json_metadata: result.json_metadata },
      headers: { Authorization: `Bearer ${access_token}` },
    });
    copy = `${url}/superset/dashboard/${(await response.json()).result.id}/`;
    await page.goto(`${copy}?edit=true`);
    await page.getByRole("button", { name: "Filters", exact: true }).click();
  });

  test("limits available values by a time range, by keyboard", async () => {
    await choose("Origin airport");
    const range = dialog().getByRole("button", { name: /^Time range of available values/ });
    await range.focus();
    await page.keyboard.press("Enter");
    const editor = page.getByRole("dialog", { name: "Time range of available values" });
    await editor.getByRole("radio", { name: "Advanced" }).press("Space");
    await editor.getByLabel(/^(From \(inclusive\)|Range)$/).fill("2001-01-01T00:00:00");
    await editor.getByLabel("To (exclusive)").fill("2001-01-01T06:00:00");
    await editor.getByLabel("To (exclusive)").press("Tab");
    await editor.getByTitle("2001-01-01 00:00:00 ≤ time < 2001-01-01 06:00:00").waitFor();
    await editor.getByRole("button", { name: "Apply" }).press("Enter");
    await editor.waitFor({ state: "hidden" });
    expect(await dialog().isVisible()).toBe(true);
    expect(await range.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test("finds a default value by typing", async () => {
    const field = dialog().getByLabel("Default value");
    await field.fill("ORD");
    await page.getByTitle("ORD", { exact: true }).first().waitFor();
    await field.press("Enter");
    await field.press("Escape");
    expect(await dialog().isVisible()).toBe(true);
  });

  test("shows cyclic dependencies at their field, even from another tab", async () => {
    await dependOn("Destination airport");
    await choose("Destination airport");
    await dependOn("Origin airport");
    await dialog()
      .getByRole("tab", { name: /^Scoping/ })
      .click();
    await save();
    await dialog().getByText("Cyclic dependency detected").waitFor();
    expect(await parents().evaluate((field) => field === document.activeElement)).toBe(true);
    await choose("Origin airport (needs attention)");
    await parents().press("Backspace");
    await dialog().getByText("Cyclic dependency detected").waitFor({ state: "hidden" });
  });

  test("rejects an invalid default range", async () => {
    await choose("Distance");
    await dialog().getByLabel("Default minimum").fill("600");
    await dialog().getByLabel("Default maximum").fill("500");
    await dialog().getByLabel("Default maximum").press("Tab");
    await save();
    await dialog().getByText("Minimum must be strictly less than maximum").waitFor();
    await dialog().getByLabel("Default minimum").fill("400");
    await dialog().getByLabel("Default minimum").press("Tab");
    await dialog().getByText("Minimum must be strictly less than maximum").waitFor({ state: "hidden" });
  });

  test("restores a removed filter", async () => {
    await dialog().getByRole("button", { name: "Remove Day of week" }).click();
    await dialog().getByRole("button", { name: "Undo?" }).click();
    await dialog().getByRole("button", { name: "Day of week", exact: true }).waitFor();
    await dialog().getByRole("button", { name: "Remove Day of week" }).click();
  });

  test("removes a tab and its charts from the scope", async () => {
    await dialog().getByRole("tab", { name: "Scoping 18" }).click();
    const row = dialog()
      .locator(".ant-tree-treenode")
      .filter({ has: page.getByText("Routes", { exact: true }) });
    await row.locator(".ant-tree-checkbox").click();
    await dialog().getByRole("tab", { name: "Scoping 13" }).waitFor();
  });

  test("saves everything, and the filters apply", async () => {
    await save();
    await page.keyboard.press("Control+s");
    await page.getByText("This dashboard was saved successfully.").waitFor();
    await page.goto(copy);
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const where = "origin = 'ORD' and distance between 400 and 500";
    const reader = await connection.runAndReadAll(`select count(*)::int from '${FILE}' where ${where}`);
    const flights = Number(reader.getRows()[0]?.[0]).toLocaleString("en-US");
    await page.locator("[data-dashboard-canvas]").getByText(flights, { exact: true }).first().waitFor();
    expect(await page.getByText("Day of week", { exact: true }).count()).toBe(0);
    const response = await page.request.get(`${copy.replace("/superset/dashboard/", "/api/v1/dashboard/")}`);
    const { native_filter_configuration } = JSON.parse((await response.json()).result.json_metadata);
    expect(native_filter_configuration).toMatchObject([
      { name: "Departure date" },
      { name: "Origin airport", time_range: "2001-01-01T00:00:00 : 2001-01-01T06:00:00", cascadeParentIds: [] },
      { name: "Destination airport", cascadeParentIds: ["NATIVE_FILTER-origin"] },
      { name: "Distance" },
      { name: "Time grain" },
    ]);
  });
  test("the page logged no errors", () => expect(problems).toEqual([]));
});
