import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { closePages, visit } from "./browser.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

const url = serverUrl();
let page: Page;

beforeAll(async () => {
  page = (await visit()).page;
  await signIn(page, url);
});
afterAll(closePages);

test("an administrator turns public links on; a stranger opens one, until it is revoked", async () => {
  await page.goto(`${url}/public-links/`);
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn on" }).click();
  await page.getByText(/^Public links are on: users who can edit a dashboard/).waitFor();

  await navigate(page, "/superset/dashboard/world-development/");
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: /^Share dashboard/ });
  await dialog.getByLabel("Name", { exact: true }).fill("Press");
  await dialog.getByRole("button", { name: "Create public link" }).click();
  const address = await dialog.getByRole("textbox", { name: "Public link" }).inputValue();
  expect(new URL(address).pathname).toMatch(/^\/public\/[\w-]{43}\/$/);

  const { page: stranger, context } = await visit({ isOwn: true });
  await bringAxe(context);
  const refused: string[] = [];
  stranger.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  await stranger.goto(address);
  await stranger.getByText("5.13B").waitFor();
  await stranger.getByText("Largest countries").waitFor();
  expect(await stranger.getByRole("navigation").count()).toBe(0);
  for (const name of ["Edit", "Share"]) expect(await stranger.getByRole("button", { name }).count()).toBe(0);
  expect(await seriousFindings(stranger)).toEqual([]);
  await stranger.goto(`${url}/sqllab/`);
  await stranger.getByRole("button", { name: "Sign in" }).waitFor();
  await stranger.goto(address);
  await stranger.getByText("5.13B").waitFor();
  expect(refused).toEqual([]);

  await dialog.getByRole("listitem").filter({ hasText: "Press" }).getByRole("button", { name: "Revoke" }).click();
  await page
    .getByRole("dialog", { name: /^Revoke public link/ })
    .getByRole("button", { name: "Revoke" })
    .click();
  await dialog.getByRole("listitem").waitFor({ state: "detached" });
  await stranger.reload();
  await stranger.getByRole("heading", { name: "This link doesn't work anymore" }).waitFor();

  await navigate(page, "/public-links/");
  await page.getByText("Revoked", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("checkbox", { name: "Public links are on" }).uncheck();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText(/^Public links are off: nobody/).waitFor();
});
