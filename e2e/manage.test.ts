import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { keysOf } from "./hands.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

describe("administration pages", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    ({ page, problems } = await visit());
    await signIn(page, url, "/superset/welcome/");
  });

  const dialog = (name: string) => page.getByRole("dialog", { name });
  const row = (name: RegExp) => page.getByRole("row", { name });

  async function choose(field: string, option: string) {
    await page.getByRole("combobox", { name: field, exact: true }).click();
    await page.locator(".ant-select-dropdown:visible").getByTitle(option, { exact: true }).click();
  }

  async function take(name: string, action: string) {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  }

  async function remove(name: string, noun: string) {
    await take(name, "Delete");
    await dialog(`Delete ${noun}?`).getByLabel("Type DELETE to confirm").fill("DELETE");
    await page.keyboard.press("Enter");
    await page.getByText(`Deleted: ${name}`).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }

  test("creates a tag by keyboard with a dashboard, edits it on its page and deletes it", async () => {
    const keys = keysOf(page);
    await page.getByRole("heading", { name: "Recents" }).waitFor();
    await keys.press("g", "l");
    await page.getByRole("heading", { name: "Tags", level: 1 }).waitFor();
    await keys.tabTo(/New tag/);
    await keys.press("Enter");
    await dialog("New tag").getByLabel("Name *").waitFor();
    await keys.tabTo(/Name \*/);
    await keys.type("on wings");
    await choose("Dashboards", "US flight delays");
    await keys.press("Control+Enter");
    await row(/on wings 1 dashboard/).waitFor();
    await page.getByRole("link", { name: "on wings" }).click();
    await page.getByRole("link", { name: "US flight delays" }).waitFor();
    await page.getByRole("button", { name: "Add on wings to favorites" }).click();
    await page.getByRole("button", { name: "Edit tag" }).click();
    await page.getByLabel("Description").fill("What flies");
    await keys.press("Control+Enter");
    await page.locator("main").getByText("What flies", { exact: true }).waitFor();
    await page.getByRole("button", { name: "All tags" }).click();
    await page.getByRole("button", { name: "Favorite", exact: true }).click();
    await page.getByText("Yes", { exact: true }).click();
    await page.waitForURL(/favorite/);
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await remove("on wings", "tag");
    expect(problems).toEqual([]);
  });

  test("keeps a dashboard in a folder by drag and drop, takes it out by keyboard, and deletes the folder", async () => {
    const keys = keysOf(page);
    await navigate(page, "/dashboard/list/");
    await page.getByRole("button", { name: "Folders", exact: true }).click();
    await page.getByRole("button", { name: "New folder" }).click();
    await dialog("New folder").getByLabel("Name *").fill("Travel");
    await keys.press("Control+Enter");
    const folders = page.getByRole("navigation", { name: "Folders" });
    const travel = folders.getByRole("button", { name: /^Travel/ });
    await row(/US flight delays/).dragTo(travel);
    await page.getByText("Moved 1 item to Travel").waitFor();
    await travel.click();
    await page.waitForURL(/folder/);
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("link", { name: "US flight delays" }).click();
    await page.getByRole("link", { name: "Folder: Travel" }).click();
    await row(/US flight delays/).focus();
    await keys.press("x");
    await keys.tabTo(/Move to folder/);
    await keys.press("Enter");
    await choose("Folder", "No folder");
    await keys.press("Control+Enter");
    await page.getByText("Nothing here yet").waitFor();
    await take("Travel", "Delete folder (keep contents)");
    await dialog("Delete folder Travel?").getByLabel("Type DELETE to confirm").fill("DELETE");
    await keys.press("Enter");
    await page.getByText("Deleted: Travel").waitFor();
    await row(/US flight delays/).waitFor();
    await folders.getByRole("button", { name: "Hide folders" }).click();
    expect(problems).toEqual([]);
  });

  test("creates a CSS template and inserts it into a dashboard", async () => {
    const keys = keysOf(page);
    await navigate(page, "/csstemplatemanager/list/");
    await page.getByRole("button", { name: "New template" }).click();
    await page.getByLabel("Name *").fill("Seaside");
    await page.getByRole("textbox", { name: "CSS" }).click();
    await keys.type(".header { color: teal; }");
    await keys.press("Control+Enter");
    await row(/Seaside .header \{ color: teal/).waitFor();
    await navigate(page, "/dashboard/list/");
    await row(/US flight delays/).hover();
    await page.getByRole("button", { name: "Edit properties: US flight delays" }).click();
    await page.getByRole("tab", { name: "Styling" }).click();
    await choose("CSS template", "Seaside");
    await page.getByText("color: teal").waitFor();
    await navigate(page, "/csstemplatemanager/list/");
    await page.getByRole("link", { name: "Seaside" }).click();
    await page.getByRole("textbox", { name: "CSS" }).waitFor();
    await keys.press("Escape");
    await remove("Seaside", "CSS template");
    expect(problems).toEqual([]);
  });

  test("creates a theme with a live preview, tries it, makes it the default and resets it", async () => {
    const primary = () =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--tessera-color-primary").trim(),
      );
    await navigate(page, "/theme/list/");
    const own = await primary();
    await page.getByRole("button", { name: "New theme" }).click();
    await dialog("New theme").getByLabel("Name *").fill("Harbour");
    await page.getByRole("textbox", { name: "Configuration" }).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText('{"token":{"colorPrimary":"#0e708c"}}');
    const sample = page.getByRole("figure", { name: "Theme preview" }).locator("button").first();
    await expect
      .poll(() => sample.evaluate((button) => getComputedStyle(button).backgroundColor))
      .toBe("rgb(14, 112, 140)");
    await page.keyboard.press("Control+Enter");
    await row(/Harbour/).waitFor();
    await take("Harbour", "Preview in this browser");
    await row(/Harbour Preview/).waitFor();
    await page.reload();
    await row(/Harbour Preview/).waitFor();
    expect(await primary()).toBe("#0e708c");
    await page.getByRole("button", { name: "Appearance" }).click();
    await page.getByRole("menuitem", { name: "Stop preview “Harbour”" }).click();
    await expect.poll(primary).toBe(own);
    await take("Harbour", "Set as default");
    await row(/Harbour Default/).waitFor();
    await page.reload();
    await row(/Harbour Default/).waitFor();
    expect(await primary()).toBe("#0e708c");
    await take("Harbour", "Clear default");
    await expect.poll(primary).toBe(own);
    await remove("Harbour", "theme");
    expect(problems).toEqual([]);
  });

  test("an API key works until revoked", async () => {
    await page.getByRole("button", { name: /Admin User/ }).click();
    await page.getByRole("link", { name: "Your account" }).click();
    await page.getByRole("button", { name: "New key" }).click();
    await dialog("New API key").getByLabel("Name *").fill("nightly export");
    await page.keyboard.press("Control+Enter");
    const key = await page.getByLabel("API key", { exact: true }).inputValue();
    await page.getByRole("button", { name: "Copy key" }).click();
    await page.getByText("Copied to clipboard!").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.keyboard.press("Escape");
    const me = () => fetch(`${url}/api/v1/me/`, { headers: { authorization: `Bearer ${key}` } });
    expect((await me()).status).toBe(200);
    await page.getByRole("button", { name: "Revoke nightly export" }).click();
    await page.getByLabel("Type REVOKE to confirm").fill("revoke");
    await page.keyboard.press("Enter");
    await page.getByText("Revoked: nightly export").waitFor();
    expect((await me()).status).toBe(401);
    expect(problems).toEqual([]);
  });

  test("a group gives roles to its members, and the action log lists an opened dashboard", async () => {
    await navigate(page, "/list_groups/?new=1");
    await dialog("New group").getByLabel("Name *").fill("Pilots");
    await choose("Roles", "sql_lab");
    await page.keyboard.press("Escape");
    await choose("Users", "Admin User");
    await page.keyboard.press("Control+Enter");
    await row(/Pilots sql_lab admin/).waitFor();
    await remove("Pilots", "group");
    await navigate(page, "/superset/dashboard/us-flight-delays/");
    await page.getByText("3,000,000").first().waitFor();
    await navigate(page, "/actionlog/list/");
    await page.getByRole("searchbox", { name: "Search by action or details" }).fill("mount_dash");
    await row(/Opened a dashboard: US flight delays/)
      .first()
      .hover();
    await page.getByRole("button", { name: "Details: Opened a dashboard" }).first().click();
    await dialog("Opened a dashboard").getByText("Admin User (admin)").waitFor();
    expect(problems).toEqual([]);
  });
});
