import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { FULL_SIZE } from "../src/testing/full-size.ts";
import { type Bench, openBench } from "./bench.ts";
import { handsOf, KEYS, MOUSE } from "./hands.ts";
import { serverUrl } from "./server-url.ts";

describe("chart controls", () => {
  let bench: Bench;
  let page: Page;

  beforeAll(async () => {
    bench = await openBench(serverUrl());
    ({ page } = bench);
    await page.context().addInitScript(() => localStorage.removeItem("tessera.explore.draft"));
    for (const quick of ["seattle_weather", "penguins"]) await bench.answersIn(quick, 9);
  });

  /** Updating a dataset removes columns that aren't listed. */
  const columnsOf = async (id: number) => {
    const { result } = await bench.get<{ result: { columns: { id: number; column_name: string }[] } }>(
      `/api/v1/dataset/${id}`,
    );
    return result.columns.map(({ id: known, column_name }) => ({ id: known, column_name }));
  };
  const chartArea = () => page.getByRole("region", { name: "Chart", exact: true });
  test.each(KEYS)("by %s: a time range is typed, previewed and applied", async (kind) => {
    const { press, write, takeOne } = handsOf(page, kind);
    await bench.open("seattle_weather", "table");
    await press(/Date No filter/);
    await bench.dialog(/^Filters: Date/).waitFor();
    const preview = bench
      .dialog(/^Filters: Date/)
      .locator("[data-time-range]")
      .getByRole("status");
    for (const { range, bounds } of FULL_SIZE ? RANGES : RANGES.slice(0, 1)) {
      await takeOne(range);
      await expect.poll(() => preview.getAttribute("title")).toMatch(bounds);
    }
    await takeOne("Advanced");
    await write(/^(From|Range)/, "2014-02-27");
    await write(/^To/, "DATEADD(DATETIME('2014-02-27'), 3, day)");
    await expect.poll(() => preview.getAttribute("title")).toBe("2014-02-27 00:00:00 ≤ time < 2014-03-02 00:00:00");
    await press(/^Apply$/);
    await bench.chip("Filters", /2014/).waitFor();
    await bench.data.getByRole("tab", { name: "SQL" }).click();
    await bench.data
      .getByText(/2014-03-02/)
      .first()
      .waitFor();
    await bench.data.getByRole("tab", { name: "Results" }).click();
  });

  test.each(KEYS)("by %s: a color scheme is chosen without a new query, and undone", async (kind) => {
    const { choose, turnTo } = handsOf(page, kind);
    await bench.open("penguins", "pie");
    const queries: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/v1/chart/data")) queries.push(request.url());
    });
    await turnTo(/^Customize/);
    await choose(/^Color scheme/, "D3 Category 10", "D3 Category 10");
    await page.getByText("Not saved").waitFor();
    await page.locator('[data-status="ready"]').first().waitFor();
    expect(queries).toEqual([]);
    await page.keyboard.press("Control+z");
    await page.getByText("Not saved").waitFor({ state: "detached" });
  });

  test.each(MOUSE)("by %s: a suggestion makes a chart where there is none yet", async (kind) => {
    await page.goto(
      `${serverUrl()}/explore/?viz_type=sankey_v2&datasource_type=table&datasource_id=${bench.idOf("penguins")}`,
    );
    const suggestion = chartArea()
      .getByRole("button")
      .filter({ hasText: /by Species|Species/ })
      .first();
    await suggestion.waitFor();
    const name = (await suggestion.textContent()) ?? "";
    // Buttons of the dataset panel start with the same text.
    if (kind === "mouse") await suggestion.click();
    else await handsOf(page, kind).press(new RegExp(`^${name}`));
    await page.locator('[data-status="ready"]').first().waitFor();
    await bench.picture(/Adelie|Species|categories/).waitFor();
  });

  test.each(KEYS)("by %s: an SQL column gets a label", async (kind) => {
    const { press, write, turnTo } = handsOf(page, kind);
    await bench.open("penguins", "echarts_timeseries_bar");
    await press(/^Dimensions: Drop/);
    await bench.dialog("Add to Dimensions").waitFor();
    if (kind === "keyboard") {
      await page.keyboard.press("Escape");
      await page.locator("[role=combobox][aria-expanded=true]").waitFor({ state: "detached" });
    }
    await turnTo(/^Custom SQL/);
    await write(/^SQL expression/, "upper(island)");
    await press(/^upper\(island\)$/);
    await write(/^Label$/, `Where, by ${kind}`);
    await page.keyboard.press("Enter");
    await press(/^Apply$/);
    await bench.chip("Dimensions", `Where, by ${kind}`).waitFor();
    await bench.picture(/BISCOE/).waitFor();
  });

  test.each(MOUSE)("by %s: a calculated column is used as a dimension", async (kind) => {
    const { press, choose } = handsOf(page, kind);
    const name = `islands by ${kind}`;
    const id = await bench.makeDataset(name, "SELECT island, body_mass FROM penguins");
    const heft = { column_name: "heft", expression: "CASE WHEN body_mass > 4000 THEN 'heavy' ELSE 'light' END" };
    await bench.send("PUT", `/api/v1/dataset/${id}`, { columns: [...(await columnsOf(id)), heft] });
    await bench.answersIn(name, 9);
    await bench.open(name, "echarts_timeseries_bar");
    await press(/^Dimensions: Drop/);
    await bench.dialog("Add to Dimensions").waitFor();
    if (kind === "keyboard") {
      await page.keyboard.press("Escape");
      await page.locator("[role=combobox][aria-expanded=true]").waitFor({ state: "detached" });
    }
    await choose(/^Column/, "heft", "hef");
    await bench.chip("Dimensions", "heft").waitFor();
    await bench.picture(/heavy/).waitFor();
  });

  test.each(MOUSE)("by %s: raw records start with all columns, including times of day", async (kind) => {
    const { press, takeOne } = handsOf(page, kind);
    const name = `times of day by ${kind}`;
    await bench.makeDataset(
      name,
      "SELECT TIME '08:30:00' AS opens, 'bakery' AS shop UNION ALL SELECT TIME '10:00:00', 'tailor'",
    );
    await bench.answersIn(name, 9);
    await bench.open(name, "table");
    await takeOne(/^Raw records/);
    await chartArea().getByText("08:30:00").waitFor();
    await bench.open(name, "echarts_timeseries_bar");
    await press(/^Add opens to…/);
    await page.getByRole("menuitem", { name: /^Add to X-axis/ }).waitFor();
    await page.keyboard.press("Escape");
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});

const YEAR = new Date().getUTCFullYear();
const RANGES = [
  { range: "Last year", bounds: new RegExp(`^${YEAR - 1}-.* ≤ \\w+ < ${YEAR}-`) },
  {
    range: "Previous calendar year",
    bounds: new RegExp(`^${YEAR - 1}-01-01 00:00:00 ≤ \\w+ < ${YEAR}-01-01 00:00:00$`),
  },
  { range: "Current year", bounds: new RegExp(`^${YEAR}-01-01 00:00:00 ≤ \\w+ < ${YEAR + 1}-01-01`) },
];
