import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, type RunningServer } from "../src/testing/stage.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { closePages, visit } from "./browser.ts";
import { startOwnServer } from "./server-url.ts";

let server: RunningServer;
let page: Page;
let problems: string[];

beforeAll(async () => {
  server = await startOwnServer({ TESSERA_PUBLIC_ROLE_LIKE: "Public" });
  await openToPublic("weather-and-work");
  const visited = await visit();
  await bringAxe(visited.context);
  ({ page, problems } = visited);
});
afterAll(async () => {
  await closePages();
  await server.stop();
});

interface Pair {
  id: number;
  view_menu: { name: string };
}

async function openToPublic(slug: string): Promise<void> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  const send = async <T>(path: string, body?: object): Promise<T> => {
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const response = await fetch(`${server.url}/api/v1/${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const login = { username: "admin", password: PASSWORD, provider: "db" };
  headers.authorization = `Bearer ${(await send<{ access_token: string }>("security/login", login)).access_token}`;
  const { result: datasets } = await send<{ result: { id: number }[] }>(`dashboard/${slug}/datasets`);
  const q = encodeURIComponent("(filters:!((col:permission.name,opr:eq,value:datasource_access)),page_size:100)");
  const { result: pairs } = await send<{ result: Pair[] }>(`security/permissions-resources/?q=${q}`);
  const isPublic = encodeURIComponent("(filters:!((col:name,opr:eq,value:Public)))");
  const [role] = (await send<{ result: { id: number }[] }>(`security/roles/?q=${isPublic}`)).result;
  const { result: had } = await send<{ result: { id: number }[] }>(`security/roles/${role?.id}/permissions/`);
  const isOfDashboard = ({ view_menu }: Pair) => datasets.some(({ id }) => view_menu.name.endsWith(`(id:${id})`));
  const permission_view_menu_ids = [...had, ...pairs.filter(isOfDashboard)].map(({ id }) => id);
  await send(`security/roles/${role?.id}/permissions`, { permission_view_menu_ids });
}

test("lists public dashboards only, with a sign-in button", async () => {
  await page.goto(`${server.url}/dashboard/list/`);
  const dashboard = page.getByRole("link", { name: "Weather and work" });
  await dashboard.waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Sign in" }).isVisible()).toBe(true);
  expect(await page.getByText("US flight delays").count()).toBe(0);
  expect(await page.getByRole("button", { name: /^(Dashboard|New|Import|Bulk select)/ }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await dashboard.click();
});

test("draws a public dashboard read-only", async () => {
  await page.locator("figure").first().waitFor();
  await expect.poll(() => page.locator("[data-status=loading]").count()).toBe(0);
  expect(await page.locator("[data-status=ready] figure").count()).toBeGreaterThan(2);
  expect(await page.getByRole("button", { name: "Edit dashboard" }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
});

test("lists charts without links to pages that require sign-in", async () => {
  await page.goto(`${server.url}/chart/list/`);
  await page.getByRole("row").nth(1).waitFor();
  expect(await page.locator("a[href*='/explore/']").count()).toBe(0);
});

test("asks to sign in for other dashboards", async () => {
  await page.goto(`${server.url}/superset/dashboard/us-flight-delays/`);
  await page.getByRole("button", { name: "Sign in" }).first().waitFor();
  expect(await page.locator("figure").count()).toBe(0);
  expect(problems).toEqual([]);
});
