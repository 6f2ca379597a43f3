import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench } from "./bench.ts";
import { handsOf, KEYS, MOUSE } from "./hands.ts";
import { serverUrl } from "./server-url.ts";

describe("Explore edge cases", () => {
  let bench: Bench;
  let page: Page;
  let first: number;
  let second: number;

  beforeAll(async () => {
    bench = await openBench(serverUrl());
    ({ page } = bench);
    await bench.makeDataset(
      "odd names",
      `SELECT species AS "Spe""cies ’s", island AS "is land; -- x", sex AS "<b>sex</b>", body_mass AS "größe [kg]" FROM penguins`,
    );
    for (const quick of ["penguins", "odd names"]) await bench.answersIn(quick, 9);
    first = await makeChart("First of two");
    second = await makeChart("Second of two");
  });

  const makeChart = async (slice_name: string) => {
    const viz_type = "echarts_timeseries_bar";
    const datasource_id = bench.idOf("penguins");
    const form = {
      viz_type,
      x_axis: "species",
      metrics: ["count"],
      groupby: [],
      datasource: `${datasource_id}__table`,
    };
    const body = { slice_name, viz_type, datasource_id, datasource_type: "table", params: JSON.stringify(form) };
    return (await bench.send("POST", "/api/v1/chart/", body)).id;
  };
  const chartArea = () => page.getByRole("region", { name: "Chart", exact: true });
  const altered = (on: Page) => on.getByText(/^Altered · \d+ changes? not saved/);

  test.each(KEYS)(
    "by %s: groups and filters by columns with quotes, markup and comments in their names",
    async (kind) => {
      const { take, choose, press } = handsOf(page, kind);
      // Local storage is only accessible on a page of the server.
      await page.goto(`${serverUrl()}/health`);
      await page.evaluate(() => localStorage.removeItem("tessera.explore.draft"));
      await bench.open("odd names", "table");
      await take(/^Add is land; -- x to…/, /^Add to Dimensions$/);
      await chartArea().getByText("5 rows × 3 columns").waitFor();
      await take(/^Add <b>sex<\/b> to…/, /^Filter by/);
      await bench.dialog(/^Filters: <b>sex/).waitFor();
      await choose(/^Value/, "Female", "Fem");
      await page.keyboard.press("Escape");
      await press(/^Apply$/);
      await bench.chip("Filters", /Female/).waitFor();
      await chartArea().getByText("5 rows × 3 columns").waitFor();
      await page.locator('[data-status="ready"]').first().waitFor();
      await chartArea().getByText("is land; -- x").waitFor();
    },
  );

  test.each(MOUSE)("by %s: a duplicate column is reported and undone", async (kind) => {
    const { take, press } = handsOf(page, kind);
    await bench.openAt(`/explore/?slice_id=${first}`);
    await take(/^Add Species to…/, /^Add to Dimensions$/);
    await page.getByText("Already used in X-axis: Species").waitFor();
    await bench.picture(/Adelie/).waitFor();
    await press(/^Undo$/);
    await page.getByText("Already used in X-axis: Species").waitFor({ state: "detached" });
  });

  test.each(MOUSE)("by %s: drafts of two charts in two tabs are kept", async (kind) => {
    await page.goto(`${serverUrl()}/explore/?slice_id=${first}`);
    await page.locator('[data-status="ready"]').waitFor();
    await handsOf(page, kind).take(/^Add Sex to…/, /^Add to Dimensions$/);
    await altered(page).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${serverUrl()}/explore/?slice_id=${second}`);
    await other.locator('[data-status="ready"]').waitFor();
    await handsOf(other, kind).take(/^Add Island to…/, /^Add to Dimensions$/);
    await altered(other).waitFor();
    await page.close();
    page = other;
    for (const id of [first, second]) {
      const next = await page.context().newPage();
      await page.close();
      page = next;
      await page.goto(`${serverUrl()}/explore/?slice_id=${id}`);
      await altered(page).waitFor();
      await handsOf(page, kind).press(/^Discard$/);
      await altered(page).waitFor({ state: "detached" });
    }
  });

  test.each(MOUSE)("by %s: a change made offline is drawn when online again", async (kind) => {
    await page.goto(`${serverUrl()}/explore/?slice_id=${first}`);
    await page.locator('[data-status="ready"]').waitFor();
    await page.context().setOffline(true);
    await handsOf(page, kind).take(/^Add Sex to…/, /^Add to Dimensions$/);
    await page.getByText(/^Offline, retrying/).waitFor();
    await page.getByText(/^Refresh failed: Network error|the server could not be reached/).waitFor();
    await page.context().setOffline(false);
    await page.getByText(/^Offline, retrying/).waitFor({ state: "detached" });
    await page
      .getByText(/^Refresh failed: Network error|the server could not be reached/)
      .waitFor({ state: "detached" });
    await chartArea().getByText("Female").first().waitFor();
    await handsOf(page, kind).press(/^Discard$/);
    await altered(page).waitFor({ state: "detached" });
  });

  test("no errors were logged except network errors", () =>
    expect(bench.problems.filter((one) => !one.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]));
});
