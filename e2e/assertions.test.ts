import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

const url = serverUrl();
const DASHBOARD = "/superset/dashboard/weather-and-work/";
const NAME = "Days is at most 1,000";
let page: Page;
let problems: string[];

beforeAll(async () => {
  ({ page, problems } = await visit());
  await signIn(page, url, "/superset/welcome/");
});
afterAll(closePages);

async function openAssertions(): Promise<void> {
  const q = "(filters:!((col:table_name,opr:eq,value:seattle_weather)))";
  const { ids } = (await (await page.request.get(`${url}/api/v1/dataset/?q=${q}`)).json()) as { ids: number[] };
  await navigate(page, `/tablemodelview/list/?edit=${ids[0]}&tab=assertions`);
}

const choose = (title: string) => page.locator(`.ant-select-item-option[title="${title}"]`).click();

async function setMaximum(text: string): Promise<void> {
  const form = page.getByRole("dialog").last();
  await form.getByLabel("Maximum", { exact: true }).fill(text);
  await form.getByRole("button", { name: "Save assertion" }).click();
}

const tileNote = () => page.getByRole("region", { name: "Days by weather" }).getByRole("button", { name: /1,461/ });

test("a failing assertion shows on the tiles of its metric, until it passes", async () => {
  await openAssertions();
  await page.getByText("No assertions yet").waitFor();
  await page.getByRole("button", { name: "Add assertion" }).click();
  const form = page.getByRole("dialog").last();
  await form.getByLabel("Metric").click();
  await choose("Days");
  await form.getByLabel("Maximum", { exact: true }).fill("1000");
  await form.getByRole("button", { name: "Test now" }).click();
  await form.getByText("Days is 1,461, more than 1,000").waitFor();
  await form.getByRole("button", { name: "Save assertion" }).click();
  await page.getByText("1 of 1 assertion failing").waitFor();

  await navigate(page, DASHBOARD);
  await tileNote().waitFor();
  await page.getByRole("button", { name: "1 assertion failing" }).waitFor();
  expect(await page.getByRole("region", { name: "Hottest day" }).getByText(/1,461/).count()).toBe(0);
  await tileNote().focus();
  await page.keyboard.press("Enter");
  const details = page.getByRole("dialog", { name: "Assertions" });
  await details.getByText(NAME).waitFor();
  await details.getByText("Days is 1,461, more than 1,000").waitFor();
  await details.getByText("Ask Admin User").waitFor();
  await page.keyboard.press("Escape");
  await details.waitFor({ state: "hidden" });
  expect(await tileNote().evaluate((note) => note === document.activeElement)).toBe(true);

  await openAssertions();
  await page.getByRole("button", { name: `Actions for ${NAME}` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await setMaximum("2000");
  await page.getByText("1 assertion, none failing").waitFor();
  const answer = page.waitForResponse((response) => /\/dashboard\/\d+\/assertions$/.test(response.url()));
  await navigate(page, DASHBOARD);
  expect(await (await answer).json()).toEqual({ result: [] });
  await page.getByRole("region", { name: "Days by weather" }).waitFor();
  expect(await tileNote().count()).toBe(0);
  expect(problems).toEqual([]);
});

test("an assertion is added to a dashboard, and deleted at its dataset", async () => {
  await navigate(page, DASHBOARD);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Add assertion" }).click();
  const form = page.getByRole("dialog").last();
  await form.getByLabel("Dataset").click();
  await choose("seattle_weather");
  await form.getByLabel("Check", { exact: true }).click();
  await choose("Freshness");
  await form.getByLabel("Time column").click();
  await page.locator(".ant-select-item-option", { hasText: /^date$/i }).click();
  await form.getByLabel("Maximum age (hours)").fill("24");
  await form.getByRole("button", { name: "Save assertion" }).click();
  await page.getByRole("button", { name: "1 assertion failing" }).waitFor();
  await page.getByRole("region", { name: "Hottest day" }).getByRole("button", { name: /2015/ }).waitFor();

  await openAssertions();
  const item = page.getByRole("listitem").filter({ hasText: "Date is less than 24 h old" });
  await item.getByRole("button", { name: "Date is less than 24 h old details" }).click();
  await item.getByRole("link", { name: "one dashboard" }).waitFor();
  await item.getByRole("img", { name: "Last 1 check: 0 passed" }).waitFor();
  await item.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Delete" }).click();
  await item.waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});
