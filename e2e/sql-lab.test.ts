import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { handsOf, keysOf } from "./hands.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

const BUDGETED =
  "SELECT genre, count(*) AS films\nFROM movies\nWHERE production_budget >= {{ least }}\nGROUP BY 1\nORDER BY 2 DESC";

describe("SQL Lab", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await visit());
    await signIn(page, url);
  });
  afterAll(async () => {
    expect(problems).toEqual([]);
  });

  const editor = () => page.locator(".cm-content[aria-label=SQL]");
  const write = async (sql: string) => {
    await editor().click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(sql);
  };
  const tabs = () => page.getByRole("tablist", { name: "Queries" }).getByRole("tab");
  const grid = () => page.getByRole("grid", { name: "Results" });

  test("opens a chart's SQL in a new tab or window, without running another query", async () => {
    await page.goto(`${url}/sqllab/?new=true`);
    await page.getByText("Not run yet").waitFor();
    await write("SELECT 'first tab'");
    await page.getByText("Draft saved").waitFor();
    const before = (await tabs().and(page.locator("[aria-selected=true]")).textContent()) ?? "";
    await navigate(page, "/explore/?datasource_type=table&datasource_id=1");
    await page.getByRole("tab", { name: "SQL", exact: true }).click();
    const open = page.getByRole("button", { name: "Open in SQL Lab" });
    const [popup] = await Promise.all([page.waitForEvent("popup"), open.click({ modifiers: ["ControlOrMeta"] })]);
    await popup.locator(".cm-content[aria-label=SQL]").getByText("FROM").first().waitFor();
    await popup.close();
    const held: Route[] = [];
    await page.route("**/api/v1/dataset/1*", (route) => void held.push(route));
    await open.click();
    await page.waitForURL(/\/sqllab\/$/);
    await expect.poll(() => held.length).toBe(1);
    await page.keyboard.press("Control+Enter");
    expect(await editor().count()).toBe(0);
    await held[0]?.continue();
    await page.unroute("**/api/v1/dataset/1*");
    await editor().getByText("FROM").first().waitFor();
    await page.keyboard.press("Control+Enter");
    await grid().waitFor();
    expect(await page.getByRole("status").filter({ hasText: "Succeeded" }).count()).toBe(1);
    await tabs()
      .filter({ hasText: new RegExp(`^${before}$`) })
      .click();
    await editor().getByText("first tab").waitFor();
    await page.getByText("Not run yet").waitFor();
  });

  test("by keyboard: autocompletes names, asks for a missing parameter, and runs", async () => {
    await page.keyboard.press("Alt+t");
    await page.getByRole("tab", { name: /^Untitled Query/, selected: true }).waitFor();
    await write(BUDGETED);
    await page.keyboard.press("Control+Enter");
    await page.getByText("least has no value").waitFor();
    await page.getByRole("button", { name: "Set parameters" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Template parameters" });
    await dialog.locator(".cm-content").press("Control+a");
    await page.keyboard.insertText('{"least": 1000000}');
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "hidden" });
    await editor().press("Control+End");
    await page.keyboard.type(", avg(imdb");
    await page.getByRole("option", { name: /imdb_rating/ }).click();
    await page.keyboard.press("Control+Enter");
    await grid().getByText("Drama").waitFor();
  });

  test("marks an error at its position", async () => {
    await write("SELECT 1;\n\nSELECT title,\n  nothing_of_it\nFROM movies");
    await page.keyboard.press("Control+Enter");
    await page
      .getByRole("alert")
      .getByText(/nothing_of_it/)
      .first()
      .waitFor();
    expect(await page.locator(".cm-lintRange-error").textContent()).toBe("nothing_of_it");
    expect(await page.locator(".cm-line", { has: page.locator(".cm-lintRange-error") }).textContent()).toMatch(
      /^ {2}nothing/,
    );
  });

  test("restores an unsaved draft and its results after leaving the page", async () => {
    await write("SELECT title FROM movies WHERE title LIKE 'Ben%' ORDER BY 1");
    await page.keyboard.press("Control+Enter");
    await grid().getByText("Ben-Hur").first().waitFor();
    await editor().press("Control+Home");
    await page.keyboard.type("-- not saved yet\n");
    await page.goto("about:blank");
    await page.goto(`${url}/sqllab/`);
    await editor().getByText("not saved yet").waitFor();
    await grid().getByText("Ben-Hur").first().waitFor();
  });

  test("saves a query and shares a link to it", async () => {
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog", { name: "Save query" });
    await dialog.getByLabel("Name").fill("Films of Ben");
    await dialog.getByLabel("Name").press("Control+Enter");
    await page.getByRole("tab", { name: "Films of Ben", exact: true }).waitFor();
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByText("Copied to clipboard!").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("tab", { name: "Films of Ben", exact: true }).press("Delete");
    await page.getByRole("tab", { name: "Films of Ben", exact: true }).waitFor({ state: "detached" });
    await navigate(page, new URL(link).pathname);
    await page.getByRole("tab", { name: /^Films of Ben/, selected: true }).waitFor();
    await editor().getByText("not saved yet").waitFor();
  });

  test("saves a query as a dataset, by keyboard", async () => {
    const { tabTo, press: keys } = keysOf(page);
    const { take, write: fill, press } = handsOf(page, "keyboard");
    await tabTo(/^SQL(?! Lab)/);
    await keys("ControlOrMeta+a");
    await page.keyboard.insertText("SELECT name, horsepower FROM cars");
    await take(/^More actions$/, /^Save as dataset/);
    await page.getByRole("dialog", { name: "Save as dataset" }).waitFor();
    await fill(/^Dataset name/, "cars by keys");
    await press(/^Save dataset/);
    await page.getByRole("dialog", { name: "Save as dataset" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "New chart" }).waitFor();
    const response = await page.request.get(
      `${url}/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:'cars by keys')))`,
    );
    const { result } = (await response.json()) as { result: { sql: string }[] };
    expect(result.map(({ sql }) => sql)).toEqual(["SELECT name, horsepower FROM cars"]);
  });

  test("creates a chart from the results", async () => {
    await write("SELECT origin, count(*) AS cars FROM cars GROUP BY 1");
    await page.keyboard.press("Control+Enter");
    await grid().getByText("Europe").waitFor();
    await page.getByRole("button", { name: "Create chart" }).click();
    await page.waitForURL(/\/explore\/\?datasource_type=query&datasource_id=\d+/);
    await page.getByRole("button", { name: /^Menu for query / }).waitFor();
    await page.getByRole("region", { name: "Dataset" }).getByText("origin", { exact: true }).waitFor();
    await page.getByText("Europe").first().waitFor();
  });

  test("saves a query's chart with a new dataset", async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Save chart" });
    await dialog.getByLabel("Chart name").fill("Cars by origin");
    await dialog.getByLabel("Dataset name").fill("cars by keys");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog
      .getByRole("alert")
      .getByText(/already exists/)
      .waitFor();
    await dialog.getByLabel("Dataset name").fill("cars by origin");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Menu for dataset cars by origin" }).waitFor();
    await page.waitForURL(/slice_id=\d+/);
    await page.reload();
    await page.getByText("Europe").first().waitFor();
    await page.getByRole("button", { name: "Menu for dataset cars by origin" }).waitFor();
  });

  test("restores a query's chart from the URL after a reload", async () => {
    await navigate(page, "/sqllab/");
    await write("SELECT origin, count(*) AS cars FROM cars GROUP BY 1");
    await page.keyboard.press("Control+Enter");
    await grid().getByText("Europe").waitFor();
    await page.getByRole("button", { name: "Create chart" }).click();
    await page.getByRole("textbox", { name: "Chart name" }).fill("Renamed");
    await page.keyboard.press("Enter");
    await page.reload();
    await page.getByText("Unsaved changes were restored").waitFor();
    await page.getByRole("button", { name: /^Menu for query / }).click();
    await page.getByRole("menuitem", { name: "View in SQL Lab" }).click();
    await editor().getByText("GROUP").waitFor();
  });

  test("remembers schema visibility, editor height, expanded tables and the cursor per tab", async () => {
    const tree = page.getByRole("tree", { name: "Tables" });
    const table = tree.getByRole("treeitem", { name: /^cars/ });
    const height = page.getByRole("separator", { name: "Editor height" });
    await navigate(page, "/sqllab/?new=true");
    await write("SELECT 1;\nSELECT 22;\nSELECT 333");
    await page.keyboard.press("ArrowUp");
    await table.click();
    await expect.poll(() => table.getAttribute("aria-expanded")).toBe("true");
    const before = Number(await height.getAttribute("aria-valuenow"));
    await height.press("ArrowDown");
    const after = Number(await height.getAttribute("aria-valuenow"));
    expect(after).not.toBe(before);
    await page.getByRole("button", { name: "New query" }).click();
    await page.getByText("Not run yet").waitFor();
    await expect.poll(() => table.getAttribute("aria-expanded")).toBe("false");
    await page.getByRole("button", { name: "Hide schema" }).click();
    await tree.waitFor({ state: "hidden" });
    await height.press("ArrowUp");
    await height.press("ArrowUp");
    await tabs().nth(-2).click();
    await tree.waitFor();
    await page.getByText("Draft saved").waitFor();
    await page.reload();
    await expect.poll(() => table.getAttribute("aria-expanded")).toBe("true");
    expect(Number(await height.getAttribute("aria-valuenow"))).toBe(after);
    await page.getByText("Ln 2").waitFor();
    await tabs().last().click();
    await tree.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Show schema" }).click();
    await tree.waitFor();
  });

  test("closes the other tabs, then replaces the last one by a new tab", async () => {
    await page.getByRole("button", { name: "Query tab actions" }).click();
    await page.getByRole("menuitem", { name: "Close others" }).click();
    await expect.poll(() => tabs().count()).toBe(1);
    await tabs().press("Delete");
    await page.getByRole("tab", { name: "Untitled Query 1", exact: true }).waitFor();
    await page.getByText("Draft saved").waitFor();
    await page.reload();
    await page.getByText("Not run yet").waitFor();
    expect(await tabs().count()).toBe(1);
  });
});
