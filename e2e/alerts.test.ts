import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { visit } from "./browser.ts";
import { keysOf } from "./hands.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

describe("alerts and reports", () => {
  const url = serverUrl();
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    const session = await visit();
    ({ page, problems } = session);
    await bringAxe(session.context);
    await signIn(page, url, "/superset/welcome/");
  });

  const dialog = () => page.getByRole("dialog").last();

  async function choose(field: string, option: string) {
    const box = dialog().getByRole("combobox", { name: field, exact: true });
    await box.click();
    // A long list shows its first options only, until a user types.
    if (await box.isEditable()) await box.fill(option);
    await page.locator(".ant-select-dropdown:visible").getByText(option, { exact: true }).last().click();
  }

  test("writes a condition and tests it before saving", async () => {
    await page.getByRole("navigation", { name: "Main" }).first().waitFor();
    await keysOf(page).press("g", "a");
    await page.getByText("No alerts yet").waitFor();
    await page.getByRole("button", { name: "New alert", exact: true }).first().click();
    await dialog().getByLabel("Name").fill("Late departures");
    await choose("Database *", "examples");
    await dialog().getByRole("textbox", { name: "SQL" }).click();
    await page.keyboard.insertText(
      "SELECT 100.0 * avg((temp_max >= 10)::int) FROM seattle_weather WHERE extract(month FROM date) <= extract(month FROM current_date)",
    );
    await dialog().getByRole("spinbutton", { name: "Threshold" }).fill("10");
    // One query per day for 30 days, in sequence.
    await dialog().getByText("Would have fired on 30 of 30 days").waitFor({ timeout: 60_000 });
    await dialog().getByRole("button", { name: "Test now" }).click();
    const result = dialog().getByRole("status").filter({ hasText: "is more than 10: would fire" });
    await result.waitFor();
    expect(await result.textContent()).toContain("Nothing was sent.");
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("sets schedule, content and recipients, and shows errors at their fields", async () => {
    await choose("Every", "week");
    await dialog().getByRole("textbox", { name: "Time", exact: true }).fill("7:30");
    await dialog()
      .getByText(/Next run .* at 07:30\./)
      .waitFor();
    await choose("Dashboard *", "US flight delays");
    await choose("Tab", "Routes");
    await choose("Format", "PDF");
    await dialog().getByRole("combobox", { name: "To", exact: true }).click();
    await page.keyboard.type("nobody,");
    await dialog().getByRole("button", { name: "Save alert" }).click();
    await dialog().getByText("Invalid email address(es): nobody").waitFor();
    // Backspace right after typing doesn't remove the address.
    await dialog().getByTitle("nobody").locator(".ant-select-selection-item-remove").click();
    await dialog().getByRole("combobox", { name: "To", exact: true }).click();
    await page.keyboard.type("duty@example.org,");
    await dialog().getByText("TESSERA_SMTP_URL").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("The alert has been created").waitFor();
    await page.getByText("Every Monday at 07:30, UTC").waitFor();
  });

  test("shows a failed run in the list and in its log", async () => {
    await page.getByRole("button", { name: "Actions for Late departures" }).click();
    await page.getByRole("menuitem", { name: "Run now" }).click();
    const row = page.getByRole("row").filter({ hasText: "Late departures" });
    await row.getByText("Error", { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Actions for Late departures" }).click();
    await page.getByRole("menuitem", { name: "Execution log" }).click();
    await page.getByRole("heading", { name: "Late departures", level: 1 }).waitFor();
    await page.getByRole("button", { name: /^Show error/ }).click();
    await dialog().getByText("TESSERA_SMTP_URL").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  test("turns the alert off and shows its runs in the dialog", async () => {
    await page.getByRole("button", { name: "All alerts" }).click();
    await page.getByRole("switch", { name: "Active: Late departures" }).click();
    await page.getByRole("switch", { name: "Active: Late departures", checked: false }).waitFor();
    await page.getByRole("link", { name: "Late departures" }).click();
    await dialog().getByText("Error", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  test("emails a dashboard with its current tab, until the report is deleted", async () => {
    await navigate(page, "/superset/dashboard/us-flight-delays/");
    await page.getByRole("tab", { name: "Airports" }).click();
    await page.getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: "Set up an email report" }).click();
    await dialog().getByText("With current selections: Airports").waitFor();
    await dialog().getByLabel("Name *").fill("Airports every Monday");
    await dialog().getByRole("button", { name: "Create report" }).click();
    await page.getByText("The report has been created").waitFor();
    await navigate(page, "/report/list/");
    await page.getByText("Every Monday at 08:00, UTC").waitFor();
    await page.getByRole("checkbox", { name: "Select Airports every Monday" }).check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await dialog().getByLabel("Type DELETE to confirm").fill("DELETE");
    await dialog().getByRole("button", { name: "Delete report" }).click();
    await page.getByText("Deleted: Airports every Monday").waitFor();
    await page.getByText("No reports yet").waitFor();
  });

  test("the page logged no errors", () => expect(problems).toEqual([]));
});
