import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, signIn } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";
import { startOwnServer } from "./server-url.ts";

describe.each([
  ["polling", "/api/v1/async_event/"],
  ["ws", "/api/v1/async_event/ws"],
])("async queries with the %s transport", (transport, address) => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startOwnServer({
      TESSERA_FEATURE_GLOBAL_ASYNC_QUERIES: "true",
      TESSERA_ASYNC_QUERIES_TRANSPORT: transport,
    });
  });
  afterAll(async () => {
    await closePages();
    await server.stop();
  });

  test("draws all charts of a dashboard, and a reload only receives new events", async () => {
    const { page, problems } = await visit();
    await signIn(page, server.url);
    const paths = requestPaths(page);
    await page.goto(`${server.url}/dashboard/weather-and-work/?edit=true`);
    await allDrawn(page);
    expect(paths.some((path) => path.startsWith(address))).toBe(true);
    const last = await page.evaluate(() => localStorage.getItem("tessera.last_async_event_id"));
    expect(last).toMatch(/^"\d+-\d+"$/);
    await page.reload();
    await allDrawn(page);
    expect(problems).toEqual([]);
  });
});

function requestPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  page.on("websocket", (socket) => paths.push(new URL(socket.url()).pathname));
  return paths;
}

async function allDrawn(page: Page): Promise<void> {
  await page.locator("figure").first().waitFor();
  await expect.poll(() => page.getByRole("status", { name: "Loading" }).count()).toBe(0);
  await expect
    .poll(() =>
      page
        .locator("figure")
        .filter({ hasText: /error|failed/i })
        .count(),
    )
    .toBe(0);
  expect(await page.locator("figure canvas, figure svg, figure table").count()).toBeGreaterThan(2);
}
