import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

const url = serverUrl();
const DASHBOARD = `${url}/superset/dashboard/weather-and-work/`;
let page: Page;
let problems: string[];

beforeAll(async () => {
  ({ page, problems } = await visit());
  await signIn(page, url);
});
afterAll(closePages);

test("a comment mentions a user, and is resolved and reopened", async () => {
  await page.goto(DASHBOARD);
  await page.getByRole("button", { name: "Comments" }).click();
  const panel = page.getByRole("dialog", { name: "Comments" });
  await panel.getByRole("textbox", { name: "New comment" }).click();
  await page.keyboard.type("Please look, @Admin");
  await page.locator(".ant-mentions-dropdown-menu-item", { hasText: "Admin User" }).click();
  await page.keyboard.type("at June");
  await panel.getByRole("button", { name: "Comment", exact: true }).click();
  const thread = panel.getByLabel(/^Thread by/).first();
  await thread.getByText(/at June/).waitFor();
  await thread
    .getByText(/@.*Admin User/)
    .first()
    .waitFor();
  await thread.getByRole("button", { name: "Resolve" }).click();
  await panel.getByText("No open comments").waitFor();
  await panel.getByRole("radio", { name: /^Resolved/ }).click();
  await panel.getByText(/at June/).waitFor();
  await panel.getByRole("button", { name: "Reopen" }).click();
  await panel.getByText("No resolved threads").waitFor();
  expect(problems).toEqual([]);
});
