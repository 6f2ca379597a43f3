import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { quickDatasets } from "./bench.ts";
import { visit } from "./browser.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

describe("dataset to chart to dashboard", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    ({ page, problems } = await visit());
    await quickDatasets(page);
    await signIn(page, url, "/tablemodelview/list/");
  });

  const picture = (summary: RegExp) => page.getByRole("figure", { name: summary });

  test("a dataset opens in Explore and shows rows", async () => {
    await page.getByRole("link", { name: "movies", exact: true }).click();
    await page.waitForURL(/\/explore\//);
    const chart = page.getByRole("region", { name: "Chart" });
    await chart.getByText("Drama").waitFor();
    expect(await chart.getByText("789").count()).toBe(1);
  });

  test("one click makes a bar chart by genre", async () => {
    await page.getByRole("button", { name: "Bar", exact: true }).click();
    await picture(/^Bar chart: Films, .* highest 789 \(Drama\)/).waitFor();
  });

  test("a click on a column adds a breakdown, and undo removes it", async () => {
    await page.getByRole("button", { name: "Add MPAA rating to…" }).click();
    await page.getByRole("menuitem", { name: /^Add to Dimensions/ }).click();
    await picture(/series/).waitFor();
    await page.keyboard.press("Control+z");
    await picture(/^Bar chart: Films, .* highest 789 \(Drama\)/).waitFor();
    await page.getByText("Undone: Dimensions").waitFor();
  });

  test("saves the chart to a new dashboard", async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Save chart" });
    await dialog.getByRole("textbox", { name: "Chart name" }).fill("Films by genre");
    await dialog.getByRole("combobox", { name: "Add to dashboard" }).fill("Film economics");
    await page.getByText("Create “Film economics”").last().click();
    await dialog.getByRole("button", { name: "Save and open Film economics" }).click();
    await page.waitForURL(/\/dashboard\//);
    await page.getByRole("heading", { name: "Film economics" }).waitFor();
    const tile = page.getByRole("region", { name: "Films by genre" });
    await tile.getByRole("figure", { name: /highest 789 \(Drama\)/ }).waitFor();
  });

  test("the command palette finds the chart and opens it as saved", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or run an action" }).fill("Films by genre");
    await page
      .getByRole("option", { name: /^Films by genre/ })
      .first()
      .click();
    await page.waitForURL(/slice_id=/);
    await picture(/highest 789 \(Drama\)/).waitFor();
    expect(await page.getByText(/changes? not saved/).count()).toBe(0);
  });

  test("the chart list shows its dataset and dashboard", async () => {
    await navigate(page, "/chart/list/");
    const search = page.getByRole("searchbox", { name: /^Search by name/ });
    await search.fill("films by");
    await search.press("Enter");
    await page.waitForURL(/filters=/);
    const row = page.getByRole("row", { name: /Films by genre/ });
    await row.getByRole("link", { name: "Film economics" }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
  });

  test("the page logged no errors", () => expect(problems).toEqual([]));
});
