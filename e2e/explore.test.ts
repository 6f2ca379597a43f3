import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { quickDatasets } from "./bench.ts";
import { visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

describe("explore", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    ({ page, problems } = await visit());
    await quickDatasets(page);
    await signIn(page, url);
    const answer = await page.request.get(`${url}/api/v1/dataset/?q=(page_size:100)`);
    const { result } = (await answer.json()) as { result: { id: number; table_name: string }[] };
    const id = result.find((one) => one.table_name === "penguins")?.id;
    await page.goto(`${url}/explore/?viz_type=table&datasource_type=table&datasource_id=${id}`);
    await page.locator('[data-status="ready"]').waitFor();
  });

  const code = () => page.getByRole("textbox", { name: "SQL expression" }).and(page.locator(".cm-content"));

  test("a metric's SQL has autocomplete and marks errors", async () => {
    await page.getByRole("button", { name: /^Percentage metrics: Drop/ }).press("Enter");
    await page.getByRole("tab", { name: "Custom SQL" }).click();
    await code().click();
    await page.keyboard.type("AVG(body");
    await page.getByRole("option", { name: /body/i }).first().click();
    await page.keyboard.press("End");
    await page.keyboard.type(" + nope");
    await page.getByText(/Line 1, column \d+: .*nope/).waitFor();
    await expect.poll(() => page.locator(".cm-lintRange-error").textContent()).toBe("nope");
    for (let letter = 0; letter < " + nope".length; letter++) await page.keyboard.press("Backspace");
    await page.getByText(/Line 1, column/).waitFor({ state: "detached" });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => code().textContent()).toMatch(/^AVG\(.*body/i);
    await page.setViewportSize({ width: 1440, height: 900 });
    await code().click();
    await page.keyboard.press("Control+Enter");
    const chip = page.getByRole("group", { name: "Percentage metrics" }).getByTitle(/^AVG\(.*body/i);
    await chip.waitFor();
    await code().waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await chip.waitFor({ state: "detached" });
  });

  test("chart types have thumbnails for the current mode", async () => {
    await page.getByRole("button", { name: /^All \d+/ }).click();
    const dialog = page.getByRole("dialog", { name: "Choose a chart type" });
    const first = dialog.getByRole("list", { name: "Chart types" }).getByRole("button").first();
    await first.getByText("suggested", { exact: true }).waitFor();
    const picture = first.locator("img");
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320);
    expect(await picture.getAttribute("src")).toMatch(/-light-/);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("no errors were logged", () => expect(problems).toEqual([]));
});
