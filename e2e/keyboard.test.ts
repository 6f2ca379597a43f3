import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD } from "../src/testing/stage.ts";
import { quickDatasets } from "./bench.ts";
import { visit } from "./browser.ts";
import { keysOf } from "./hands.ts";
import { serverUrl } from "./server-url.ts";

describe("keyboard only", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    ({ page, problems } = await visit());
    await quickDatasets(page);
    await page.goto(`${url}/login/`);
  });

  const press = (...pressed: string[]) => keysOf(page).press(...pressed);
  const type = (text: string) => page.keyboard.type(text);
  const focused = () => keysOf(page).focused();
  const tabTo = (name: RegExp) => keysOf(page).tabTo(name);

  async function openByPalette(text: string, option: RegExp): Promise<void> {
    await press("Control+k");
    await page.getByRole("dialog", { name: "Search or run an action" }).waitFor();
    await type(text);
    await page.getByRole("option", { name: option, selected: true }).waitFor();
    await press("Enter");
  }

  test("the sign-in page focuses its first field, and Enter submits", async () => {
    await page.getByLabel("Username").waitFor();
    await type("admin");
    await press("Tab");
    await type(PASSWORD);
    await press("Enter");
    await page.getByRole("heading", { name: "Recents" }).waitFor();
  });

  test("the command palette opens a dataset", async () => {
    await openByPalette("seattle_weather", /^seattle_weather/);
    await page.waitForURL(/\/explore\//);
    await page.getByRole("region", { name: "Chart" }).getByText("drizzle").waitFor();
  });

  test("Tab reaches the chart types, and Enter draws a bar chart", async () => {
    await tabTo(/^Bar$/);
    await press("Enter");
    await page.getByRole("figure", { name: /^Bar chart: Days, 5 categories/ }).waitFor();
    expect(await focused()).toBe("Bar");
  });

  test("saves the chart to a new dashboard", async () => {
    await press("Control+s");
    await page.getByRole("dialog", { name: "Save chart" }).waitFor();
    await tabTo(/^Chart name$/);
    await type("Days by weather");
    await press("Tab");
    await type("Weather by keyboard");
    await page.getByText("Create “Weather by keyboard”").last().waitFor();
    await press("Enter");
    await tabTo(/^Save and open Weather by keyboard$/);
    await press("Enter");
    await page.getByRole("heading", { name: "Weather by keyboard" }).waitFor();
    await page.getByRole("figure", { name: /^Bar chart: Days/ }).waitFor();
  });

  test("arrow keys and Enter in a chart cross-filter the flights dashboard", async () => {
    await openByPalette("US flight delays", /^US flight delays/);
    await page.getByText("3,000,000").first().waitFor();
    await page
      .getByRole("figure", { name: /Busiest origins|^Bar chart: Flights/ })
      .first()
      .waitFor();
    await tabTo(/^Busiest origins/);
    await tabTo(/^Bar chart: Flights/);
    await press("ArrowRight");
    await press("Enter");
    await page.getByRole("button", { name: /^Clear cross-filter Origin/ }).waitFor();
  });

  test("Enter on the same bar clears the cross-filter, and g h opens Home", async () => {
    await press("Enter");
    await page.getByRole("button", { name: /^Clear cross-filter Origin/ }).waitFor({ state: "detached" });
    await press("g");
    await press("h");
    await page.getByRole("heading", { name: "Recents" }).waitFor();
    await page
      .getByRole("main")
      .getByRole("link", { name: /US flight delays/ })
      .first()
      .waitFor();
  });

  test("the page logged no errors", () => expect(problems).toEqual([]));
});
