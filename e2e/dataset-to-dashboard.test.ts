import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser, signIn, visit } from "../src/testing/stage.ts";

/** From a dataset to a chart to a dashboard, as a new user would go. */
describe("dataset to chart to dashboard", () => {
  const url = inject("url");
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
    ({ page, problems } = await visit(browser));
    await signIn(page, url, "/tablemodelview/list/");
  });
  afterAll(() => browser.close());

  test("a dataset opens in the workbench with something to see at once", async () => {
    await page.getByRole("link", { name: "movies", exact: true }).click();
    await page.waitForURL(/\/explore\//);
    await page.getByText("Metrics").first().waitFor();
  });

  test("a bar chart by genre takes one choice of type and one column", async () => {
    await page
      .getByRole("radio", { name: "Bar" })
      .or(page.getByRole("button", { name: "Bar", exact: true }))
      .first()
      .click();
    await page
      .getByRole("button", { name: /Major genre|major_genre/i })
      .first()
      .click();
    await page.locator("figure").first().waitFor();
    await page.locator("[data-status=ready]").first().waitFor();
  });

  test("it is saved with a name onto a new dashboard", async () => {
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/chart name/i).fill("Films by genre");
    await dialog
      .getByLabel(/dashboard/i)
      .first()
      .click();
    await page.keyboard.type("Film economics");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: /go to dashboard/i }).click();
    await page.waitForURL(/\/dashboard\//);
    await page.getByRole("heading", { name: "Film economics" }).waitFor();
    await page.getByText("Films by genre").first().waitFor();
    await page.locator("figure").first().waitFor();
  });

  test("the chart is found in the list and by the palette", async () => {
    await page.keyboard.press("Control+k");
    await page
      .getByRole("combobox", { name: /search|run/i })
      .or(page.getByPlaceholder(/search/i))
      .first()
      .fill("Films by genre");
    await page
      .getByRole("option", { name: /Films by genre/ })
      .first()
      .click();
    await page.waitForURL(/slice_id=/);
  });

  test("the page logged no errors", () => expect(problems).toEqual([]));
});
