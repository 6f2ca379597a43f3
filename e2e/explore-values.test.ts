import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench } from "./bench.ts";
import { drag, handsOf, KEYS, keysOf, MOUSE } from "./hands.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

describe("control values", () => {
  let bench: Bench;
  let page: Page;

  beforeAll(async () => {
    bench = await openBench(serverUrl());
    ({ page } = bench);
    page.setDefaultTimeout(15_000);
    await page.context().addInitScript(() => localStorage.removeItem("tessera.explore.draft"));
    for (const quick of ["seattle_weather", "penguins"]) await bench.answersIn(quick, 9);
  });

  test.each(KEYS)("by %s: a list with mixed separators is pasted into a filter", async (kind) => {
    const { press, choose } = handsOf(page, kind);
    await bench.open("penguins", "echarts_timeseries_bar");
    await press(/^Filters: Drop/);
    await bench.dialog("Add to Filters").waitFor();
    await choose(/^Column/, "Island", "isl");
    const value = bench.dialog("Add to Filters").getByRole("combobox", { name: "Value" });
    await value.waitFor();
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      "Biscoe,Dream;Torgersen\tNowhere\nElse\r\nBiscoe",
    );
    if (kind === "mouse") await value.click();
    else await keysOf(page).tabTo(/^Value/);
    await page.keyboard.press("ControlOrMeta+v");
    await bench.dialog("Add to Filters").getByTitle("Else", { exact: true }).first().waitFor();
    // A click opens the list; pasting by keyboard doesn't.
    if (kind === "mouse") await page.keyboard.press("Escape");
    await page.locator("[role=combobox][aria-expanded=true]").waitFor({ state: "detached" });
    const request = page.waitForRequest("**/api/v1/chart/data**");
    await press(/^Apply$/);
    const [query] = (await request).postDataJSON().queries;
    expect(query.filters).toEqual([
      { col: "island", op: "IN", val: ["Biscoe", "Dream", "Torgersen", "Nowhere", "Else"] },
    ]);
    await bench.chip("Filters", /^Island/).waitFor();
    await bench.picture(/3 categories/).waitFor();
  });

  test.each(MOUSE)("by %s: a format, bounds and a slider are set and saved to a tab", async (kind) => {
    const { press, write, choose, turnTo, take, takeOne } = handsOf(page, kind);
    const title = `Controls by ${kind} ${process.pid}`;
    const dashboard = await bench.send("POST", "/api/v1/dashboard/", {
      dashboard_title: title,
      position_json: JSON.stringify(TABS),
    });
    await bench.open("seattle_weather", "echarts_area");
    await turnTo(/^Customize/);
    await press(/^Y-axis/);
    await choose(/^Value format/, "$,.2f (12345.432 → $12,345.43)", "$,.2f");
    await page.getByText("$1,234,567.89 · $0.12").waitFor();
    await choose(/^Currency format/, "USD", "USD");
    await takeOne("After");
    if (kind === "mouse") await page.getByRole("checkbox", { name: /^Truncate axis/ }).click();
    else await press(/^Truncate axis/);
    await write(/^Axis bounds: minimum/, "2");
    await write(/^Axis bounds: maximum/, "40");
    await page.keyboard.press("Enter");
    const slider = page.getByRole("slider", { name: "Area opacity" });
    if (kind === "mouse") await drag(page, slider, page.locator(".ant-slider").filter({ has: slider }));
    else {
      await keysOf(page).tabTo(/^Area opacity/, "Shift+Tab");
      for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    }
    await expect.poll(() => slider.getAttribute("aria-valuenow")).toBe("0.5");
    await take(/^More save options/, /^Save and add to dashboard/);
    await bench.dialog("Save chart").waitFor();
    await write(/^Chart name/, title);
    await choose(/^Add to dashboard/, title, title);
    await choose(/^Add to tab/, "Second");
    await press(/^Save and stay here$/);
    await page.getByText(`Chart [${title}] has been saved`).waitFor();
    await bench.dialog("Save chart").waitFor({ state: "detached" });
    type Charts = { result: { slice_name: string; form_data: object }[] };
    const { result } = await bench.get<Charts>(`/api/v1/dashboard/${dashboard.id}/charts`);
    const currency_format = { symbol: "USD", symbolPosition: "suffix" };
    const form_data = { y_axis_format: "$,.2f", currency_format, y_axis_bounds: [2, 40], opacity: 0.5 };
    expect(result).toMatchObject([{ slice_name: title, form_data }]);
    await navigate(page, `/superset/dashboard/${dashboard.id}/`);
    await handsOf(page, kind).turnTo(/^Second/);
    await page.getByText(title, { exact: true }).last().waitFor();
    await page.locator('[data-status="ready"]').first().waitFor();
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});

const tab = (id: string, text: string) => ({
  id,
  type: "TAB",
  children: [],
  parents: ["ROOT_ID", "TABS-all"],
  meta: { text },
});
const TABS = {
  DASHBOARD_VERSION_KEY: "v2",
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["TABS-all"] },
  GRID_ID: { id: "GRID_ID", type: "GRID", children: [], parents: ["ROOT_ID"] },
  "TABS-all": { id: "TABS-all", type: "TABS", children: ["TAB-first", "TAB-second"], parents: ["ROOT_ID"], meta: {} },
  "TAB-first": tab("TAB-first", "First"),
  "TAB-second": tab("TAB-second", "Second"),
};
