import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench } from "./bench.ts";
import { keysOf } from "./hands.ts";
import { serverUrl } from "./server-url.ts";

describe("dashboard display controls", () => {
  let bench: Bench;
  let page: Page;
  let path: string;

  beforeAll(async () => {
    bench = await openBench(serverUrl());
    ({ page } = bench);
    const dashboard = await bench.send("POST", "/api/v1/dashboard/", { dashboard_title: "Penguins by anything" });
    const penguins = bench.idOf("penguins");
    const form = { viz_type: "table", query_mode: "aggregate", groupby: ["species"], metrics: ["count"] };
    const chart = await bench.send("POST", "/api/v1/chart/", {
      slice_name: "How many",
      viz_type: "table",
      datasource_id: penguins,
      datasource_type: "table",
      params: JSON.stringify({ ...form, datasource: `${penguins}__table` }),
      dashboards: [dashboard.id],
    });
    const layout = {
      DASHBOARD_VERSION_KEY: "v2",
      ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
      GRID_ID: { id: "GRID_ID", type: "GRID", children: ["ROW-1"], parents: ["ROOT_ID"] },
      "ROW-1": { id: "ROW-1", type: "ROW", children: ["CHART-1"], meta: { background: "BACKGROUND_TRANSPARENT" } },
      "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId: chart.id, width: 6, height: 40 } },
    };
    await bench.send("PUT", `/api/v1/dashboard/${dashboard.id}`, { position_json: JSON.stringify(layout) });
    path = `${serverUrl()}/superset/dashboard/${dashboard.id}/`;
    await page.goto(`${path}?edit=true`);
    await page.getByRole("button", { name: "Filters", exact: true }).click();
  });

  const dialog = () => page.getByRole("dialog", { name: "Filters and controls" });
  const listed = (list: string) =>
    dialog().getByRole("list", { name: list }).locator("[aria-keyshortcuts]").allInnerTexts();
  const add = async (kind: string, title: string) => {
    await dialog().getByRole("button", { name: "New" }).click();
    await page.getByRole("menuitem", { name: kind, exact: true }).click();
    await dialog().getByLabel(title).waitFor();
  };
  const pickDataset = async () => {
    await dialog().getByLabel("Dataset").fill("penguins");
    await page.locator(".ant-select-item-option[title=penguins]").click();
  };
  const tile = () => page.locator('[data-layout-id="CHART-1"]');
  const bar = () => page.getByRole("complementary", { name: "Filters" });

  test("are created with a divider and reordered by keyboard and mouse", async () => {
    await dialog().getByLabel("Filter name").fill("Kind");
    await pickDataset();
    await dialog().locator("#filter-column").fill("species");
    await page.locator('.ant-select-item-option[title="species" i]').click();
    for (const name of ["Group by", "Split by"]) {
      await add("Display control", "Control name");
      await dialog().getByLabel("Control name").fill(name);
      await pickDataset();
    }
    await add("Divider", "Title");
    await dialog().getByLabel("Title").fill("How it is counted");
    expect(await listed("Display controls")).toEqual(["Group by", "Split by", "How it is counted"]);
    await dialog().getByRole("button", { name: "How it is counted", exact: true }).focus();
    await keysOf(page).press("Alt+ArrowUp", "Alt+ArrowUp");
    await expect.poll(() => listed("Display controls")).toEqual(["How it is counted", "Group by", "Split by"]);
    const item = (name: string) => dialog().getByRole("listitem").filter({ hasText: name });
    const place = await item("Group by").boundingBox();
    if (!place) throw new Error("No drop target");
    await item("Split by").hover();
    await page.mouse.down();
    await page.mouse.move(place.x + 60, place.y + 8, { steps: 4 });
    await page.mouse.move(place.x + 60, place.y + 4, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => listed("Display controls")).toEqual(["How it is counted", "Split by", "Group by"]);
    await dialog().getByText("1 filter, 2 display controls").waitFor();
  });

  test("are saved and listed below the filters in that order", async () => {
    await dialog().getByRole("button", { name: "Save filters" }).click();
    await page.keyboard.press("Control+s");
    await page.getByText("This dashboard was saved successfully.").waitFor();
    await page.goto(path);
    const controls = bar().getByRole("region", { name: "Display controls" });
    await controls.getByText("Group by").waitFor();
    const tops = await Promise.all(
      ["Kind", "Display controls", "How it is counted", "Split by", "Group by"].map(
        async (text) => (await bar().getByText(text, { exact: true }).first().boundingBox())?.y ?? 0,
      ),
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  });

  test("change the grouping of a chart by keyboard, and the URL keeps it", async () => {
    await tile().getByText("Adelie").waitFor();
    const { press, type, tabTo } = keysOf(page);
    await bar().getByRole("combobox", { name: "Split by" }).focus();
    await tabTo(/^Group by/);
    await type("isl");
    await page.locator('.ant-select-item-option[title="island" i]').waitFor();
    await press("Enter", "Tab");
    await tile().getByText("Biscoe").waitFor();
    expect(await tile().getByText("Adelie").count()).toBe(0);
    await page.waitForURL(/native_filters_key/);
    await page.reload();
    await tile().getByText("Biscoe").waitFor();
    await bar().getByRole("button", { name: "Clear all" }).click();
    await tile().getByText("Adelie").waitFor();
    expect(bench.problems).toEqual([]);
  });
});
