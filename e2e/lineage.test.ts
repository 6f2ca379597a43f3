import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { visit } from "./browser.ts";
import { keysOf } from "./hands.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

const url = serverUrl();
let page: Page;
let problems: string[];

beforeAll(async () => {
  const visited = await visit();
  ({ page, problems } = visited);
  await bringAxe(visited.context);
  await signIn(page, url, "/dashboard/list/");
});

test("lineage is opened from a list and walked by keyboard, also on a phone", async () => {
  await page.getByRole("button", { name: "Actions for US flight delays" }).click();
  await page.getByRole("menuitem", { name: "Lineage" }).click();
  await page.getByRole("heading", { name: "Lineage of US flight delays" }).waitFor();
  const graph = page.getByRole("list", { name: "Lineage of US flight delays" });
  await graph.locator("[data-center]").focus();
  const keys = keysOf(page);
  await keys.press("ArrowLeft");
  await keys.press("Enter");
  await page.waitForURL(/\/lineage\/(chart|filter)\/\d+/);
  // Other journeys may have put the chart on their own dashboards too.
  await page.getByText(/^Used by: .*\d+ dashboards?/).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(problems).toEqual([]);
});

test("deleting a dataset says first which charts break", async () => {
  await navigate(page, "/tablemodelview/list/");
  await page.getByRole("button", { name: "Actions for flights" }).first().click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const affected = page.getByRole("dialog").getByRole("region", { name: "Affected items" });
  await affected.getByText("Breaks").first().waitFor();
  await affected.getByRole("link").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});
