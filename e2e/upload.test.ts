import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { bringAxe } from "./axe.ts";
import { quickDatasets } from "./bench.ts";
import { visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

const REGIONS = ["North", "South", "East", "West", "North"];
const ROWS = Array.from({ length: 200 }, (_, i) => `2024-01-${1 + (i % 28)};${REGIONS[i % 5]};${i},5`);
const FILE = {
  name: "Sales by region.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`day;region;amount\n${ROWS.join("\n")}\n`),
};

describe("file upload", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    ({ page, problems } = await visit());
    await quickDatasets(page);
    await bringAxe(page.context());
    await signIn(page, url, "/superset/welcome/");
  });

  const dialog = () => page.getByRole("dialog", { name: "Upload a file" });

  test("Home accepts the file and shows a preview", async () => {
    await page.getByRole("navigation", { name: "Start" }).getByRole("button", { name: "Upload a file" }).click();
    await dialog().getByLabel("Choose a file").setInputFiles(FILE);
    await dialog().getByRole("cell", { name: "0.5", exact: true }).waitFor();
    expect(await dialog().getByRole("textbox", { name: "Table name" }).inputValue()).toBe("sales_by_region");
  });

  test("the dialog is accessible with all sections expanded", async () => {
    for (const fold of ["File settings", "Columns"]) {
      await dialog().locator("summary", { hasText: fold }).click();
    }
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(selector: string): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
      };
      const { violations } = await axe.run("[role=dialog]");
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(" | ")}`);
    });
    expect(found).toEqual([]);
  });

  test("uploads by keyboard and opens the dataset in Explore", async () => {
    await dialog().getByRole("textbox", { name: "Table name" }).press("Control+Enter");
    await dialog().getByText("Table and dataset “sales_by_region” created").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/explore\//);
    await page.getByText("uploads · main · 200 rows").waitFor();
    await page.getByRole("button", { name: "Bar", exact: true }).click();
    await page.getByRole("figure", { name: /^Bar chart: .*highest 80 \(North\)/ }).waitFor();
    expect(problems).toEqual([]);
  });
});
