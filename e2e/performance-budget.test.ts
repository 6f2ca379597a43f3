import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, signIn } from "../src/testing/stage.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { closePages, visit } from "./browser.ts";
import { navigate } from "./navigate.ts";
import { makeRowOfCharts } from "./row-of-charts.ts";
import { startOwnServer } from "./server-url.ts";

let server: RunningServer;
let page: Page;
let path: string;
beforeAll(async () => {
  server = await startOwnServer({});
  const visited = await visit({ isOwn: true });
  ({ page } = visited);
  await bringAxe(visited.context);
  await signIn(page, server.url);
  path = `/superset/dashboard/${await makeRowOfCharts(page, server.url, { title: "Watched", count: 2, width: 6 })}/`;
});
afterAll(async () => {
  await closePages();
  await server.stop();
});

/** Until the page has reported how long it took. Further views are the same reports. */
async function view(count: number): Promise<{ duration: number; rows: number; bytes: number }> {
  // The interface is loaded for the first time.
  const reported = page.waitForResponse(
    (response) => response.request().postData()?.includes("load_dashboard") ?? false,
    { timeout: 60_000 },
  );
  await page.goto(server.url + path);
  const request = (await reported).request();
  const headers = { "content-type": "application/json", "x-csrftoken": request.headers()["x-csrftoken"] ?? "" };
  for (let i = 1; i < count; i++) {
    const answer = await page.request.post(request.url(), { headers, data: request.postData() ?? "" });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  const { events } = request.postDataJSON();
  return events.find((event: { event_name: string }) => event.event_name === "load_dashboard");
}

test("a dashboard over its budget is marked, and listed on Home", async () => {
  const { duration, rows, bytes } = await view(5);
  for (const figure of [duration, rows, bytes]) expect(figure).toBeGreaterThan(0);
  await navigate(page, "/dashboard/list/");
  await page.getByRole("button", { name: "Edit properties: Watched" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Behavior").click();
  await dialog.getByRole("spinbutton", { name: "Rows" }).fill("1");
  await dialog.getByRole("spinbutton", { name: "Load time, ms" }).fill("600000");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.goto(server.url + path);
  const badge = page.getByRole("button", { name: "Over performance budget" });
  await badge.waitFor();
  expect(await badge.getAttribute("aria-label")).toMatch(
    /^Over performance budget\. Rows: [\d,]+ \(budget: 1\) · 95th percentile of [56] views in 7 days$/,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await badge.isVisible()).toBe(true);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await navigate(page, "/superset/welcome/");
  await page.getByRole("link", { name: "Dashboard “Watched” exceeds its performance budget" }).click();
  await badge.waitFor();
});
