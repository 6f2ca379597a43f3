import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { until } from "../src/testing/waits.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { closePages, visit } from "./browser.ts";
import { navigate } from "./navigate.ts";
import { serverUrl } from "./server-url.ts";

const url = serverUrl();
const FLIGHTS = "/superset/dashboard/us-flight-delays/";
let page: Page;
let problems: string[];
let datasetId: number;

beforeAll(async () => {
  const visited = await visit();
  ({ page, problems } = visited);
  await bringAxe(visited.context);
  await signIn(page, url);
  const q = encodeURIComponent("(filters:!((col:table_name,opr:eq,value:flights)))");
  const list = await send<{ result: { id: number }[] }>("GET", `dataset/?q=${q}`);
  datasetId = list.result[0]?.id ?? 0;
});
afterAll(closePages);
beforeEach(() => {
  problems.length = 0;
});

async function send<T>(method: string, path: string, data?: object): Promise<T> {
  const { result } = await (await page.request.get(`${url}/api/v1/security/csrf_token/`)).json();
  const headers = { "x-csrftoken": result };
  const answer = await page.request.fetch(`${url}/api/v1/${path}`, { method, headers, ...(data && { data }) });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function boardWith(name: string, form: Record<string, unknown>, metadata: object = {}): Promise<string> {
  const board = { dashboard_title: name, json_metadata: JSON.stringify(metadata) };
  const { id } = await send<{ id: number }>("POST", "dashboard/", board);
  const params = JSON.stringify({ ...form, datasource: `${datasetId}__table` });
  const chart = { slice_name: name, viz_type: form.viz_type, datasource_id: datasetId, datasource_type: "table" };
  await send("POST", "chart/", { ...chart, params, dashboards: [id] });
  return `/superset/dashboard/${id}/`;
}

const panelOf = (tab: Page) => tab.getByRole("region", { name: "Performance profile" });
const settled = (tab: Page) =>
  panelOf(tab)
    .getByRole("status")
    .filter({ hasText: /charts? in/ })
    .waitFor();
const rowsOf = (tab: Page) => panelOf(tab).locator("ol > li");

async function reasonsOf(tab: Page): Promise<string[]> {
  const row = rowsOf(tab).first();
  const summary = row.getByRole("button").first();
  if ((await summary.getAttribute("aria-expanded")) === "false") await summary.click();
  const first = await row.locator("button > span").last().textContent();
  const others = await row.locator("ul > li").allInnerTexts();
  return [first ?? "", ...others].filter(Boolean);
}

/** After the chart was drawn again; `start` begins it. */
async function profiledAfter(tab: Page, start: () => Promise<unknown>): Promise<string[]> {
  const before = await timesOf(tab);
  await start();
  await until(async () => (await timesOf(tab)) !== before);
  await settled(tab);
  return reasonsOf(tab);
}

const timesOf = (tab: Page) => rowsOf(tab).first().locator("dl").textContent();
const refresh = (tab: Page) => panelOf(tab).getByRole("button", { name: "Refresh", exact: true }).click();

test("the menu profiles a dashboard: bars, reasons, statements and plans, by keyboard too", async () => {
  await page.goto(url + FLIGHTS);
  await page.locator("[data-status=ready] figure").first().waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Performance profile" }).click();
  await settled(page);
  await panelOf(page).getByRole("button", { name: "Refresh (ignore cache)" }).press("Enter");
  const row = rowsOf(page).filter({ hasText: "Late flights, by week" });
  await panelOf(page)
    .getByText(/The database reads a whole table/)
    .first()
    .waitFor();
  await row.getByRole("button").first().press("Enter");
  await row.getByText("Query", { exact: true }).first().waitFor();
  await expect
    .poll(() => row.locator("pre").allInnerTexts())
    .toEqual([expect.stringMatching(/FROM "main"."flights"/), expect.stringMatching(/SEQ_SCAN/)]);
  // Charts are dimmed while they load.
  await expect.poll(() => seriousFindings(page)).toEqual([]);
  await panelOf(page).getByRole("button", { name: "Close", exact: true }).click();
  await panelOf(page).waitFor({ state: "detached" });
  expect(page.url()).not.toMatch(/profile/);
  expect(problems).toEqual([]);
});

test("parts add up to the time from the navigation to the painted chart", async () => {
  const board = await boardWith("Sum of parts", { viz_type: "big_number_total", metric: "count" });
  const ratios: number[] = [];
  for (let round = 0; round < 3; round++) {
    await page.goto(`${url}${board}?profile=1`, { waitUntil: "commit" });
    const paintedMs = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const check = () => {
            if (!document.querySelector("[data-tile] [data-status=ready] figure")) return;
            observer.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
          };
          const observer = new MutationObserver(check);
          observer.observe(document, { childList: true, subtree: true, attributes: true });
          check();
        }),
    );
    await settled(page);
    await rowsOf(page).first().getByRole("button").first().click();
    const parts = [...((await timesOf(page)) ?? "").matchAll(/([\d,]+) ms/g)].map(([, ms]) =>
      Number(ms?.replaceAll(",", "")),
    );
    expect(parts).toHaveLength(8);
    ratios.push(parts.reduce((sum, ms) => sum + ms, 0) / paintedMs);
  }
  const middle = ratios.toSorted((a, b) => a - b)[1];
  expect(middle).toBeGreaterThan(0.95);
  expect(middle).toBeLessThan(1.05);
});

/** `downloadThroughput` in bytes per second, `latency` in ms. */
async function onNetwork<T>(limits: { latency?: number; downloadThroughput?: number }, work: () => Promise<T>) {
  const client = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await client.send("Network.emulateNetworkConditions", { ...network, ...limits });
  try {
    return await work();
  } finally {
    await client.send("Network.emulateNetworkConditions", network);
    await client.detach();
  }
}

describe("names causes in the browser", () => {
  test("opening the page, then a slow network", async () => {
    const board = await boardWith("One number", { viz_type: "big_number_total", metric: "count" });
    await page.goto(`${url}${board}?profile=1`);
    await settled(page);
    expect((await reasonsOf(page))[0]).toMatch(/^Waited for the page to load/);
    const reasons = await onNetwork({ latency: 600 }, () => profiledAfter(page, () => refresh(page)));
    expect(reasons[0]).toMatch(/^The network is slow/);
  });

  test("much data, cut by the row limit", async () => {
    const board = await boardWith("Many rows", {
      viz_type: "table",
      query_mode: "raw",
      all_columns: ["date", "delay", "distance", "origin", "destination"],
      row_limit: 50_000,
    });
    await navigate(page, `${board}?profile=1`);
    await settled(page);
    await reasonsOf(page);
    const reasons = await onNetwork({ downloadThroughput: 100_000 }, () => profiledAfter(page, () => refresh(page)));
    expect(reasons[0]).toMatch(/^50,000 rows \([\d.]+ MB\) were sent/);
    expect(reasons.at(-1)).toMatch(/^The row limit cut off results/);
  });

  test("many points to draw", async () => {
    const board = await boardWith("Many points", {
      viz_type: "echarts_timeseries_line",
      x_axis: "date",
      time_grain_sqla: "P1D",
      metrics: ["count"],
      groupby: ["origin"],
      row_limit: 50_000,
    });
    await navigate(page, `${board}?profile=1`);
    await settled(page);
    await reasonsOf(page);
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: 12 });
    const reasons = await profiledAfter(page, () => refresh(page));
    await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await client.detach();
    // A slow processor also reads responses slowly, so that their size can come first.
    expect(reasons).toContainEqual(expect.stringMatching(/^[\d,]+ rows are drawn/));
  });

  test("the first value of a filter", async () => {
    const filter = {
      id: "NATIVE_FILTER-origin",
      name: "Origin",
      filterType: "filter_select",
      targets: [{ datasetId, column: { name: "origin" } }],
      defaultDataMask: {},
      controlValues: { defaultToFirstItem: true, enableEmptyFilter: true },
      cascadeParentIds: [],
      scope: { rootPath: ["ROOT_ID"], excluded: [] },
    };
    const form = { viz_type: "big_number_total", metric: "count" };
    const board = await boardWith("Filtered", form, { native_filter_configuration: [filter] });
    await page.goto(`${url}${board}?profile=1`);
    await settled(page);
    expect((await reasonsOf(page))[0]).toMatch(/^Waited for the first value of a filter/);
  });

  test("a chart that fails", async () => {
    const metric = { expressionType: "SQL", sqlExpression: "SUM(missing)", label: "missing" };
    const board = await boardWith("Failing", { viz_type: "big_number_total", metric });
    await navigate(page, `${board}?profile=1`);
    await settled(page);
    expect(await reasonsOf(page)).toEqual(["The chart failed to load. See the message on the chart."]);
  });
});

test("a link shows the profile to others, without statements that they may not see", async () => {
  await navigate(page, `${FLIGHTS}?profile=1`);
  await settled(page);
  const names = await rowsOf(page).locator("button > span:first-of-type").allInnerTexts();
  await panelOf(page).getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Link copied. It works for 30 days.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/profile_key=/);
  await page.goto(link);
  await rowsOf(page).first().waitFor();
  expect((await rowsOf(page).locator("button > span:first-of-type").allInnerTexts()).toSorted()).toEqual(
    names.toSorted(),
  );
  await page.locator("[data-status=ready] figure").first().waitFor();
  await rowsOf(page).first().getByRole("button").first().click();
  await rowsOf(page).first().locator("pre").first().waitFor();

  const { page: reader } = await visit({ isOwn: true });
  const { id } = await send<{ id: number }>("POST", "security/roles/", { name: "Flights" });
  await send("POST", `security/roles/${id}/permissions`, { permission_view_menu_ids: await readerPermissions() });
  const user = { username: "reader", password: "a long password 1", first_name: "R", last_name: "R", active: true };
  await send("POST", "security/users/", { ...user, email: "reader@example.com", roles: [id] });
  await reader.request.post(`${url}/login/`, { data: { username: "reader", password: user.password } });
  await reader.goto(link);
  await rowsOf(reader).first().waitFor();
  expect((await rowsOf(reader).locator("button > span:first-of-type").allInnerTexts()).toSorted()).toEqual(
    names.toSorted(),
  );
  await reader.locator("[data-status=ready] figure").first().waitFor();
  await rowsOf(reader).first().getByRole("button").first().click();
  await rowsOf(reader).first().locator("dl").waitFor();
  await reader.waitForLoadState("networkidle");
  expect(await rowsOf(reader).first().locator("pre").count()).toBe(0);
});

/** To open the dashboard and its profile, but not to view queries. */
async function readerPermissions(): Promise<number[]> {
  const wanted = /^can_read (Dashboard|Chart|Dataset|DashboardPermalinkRestApi)$|^datasource_access .*\[flights\]/;
  type Pair = { id: number; permission: { name: string }; view_menu: { name: string } };
  const pages = ["(page_size:100)", "(filters:!((col:view_menu.name,opr:ct,value:flights)))"].map(async (q) => {
    const path = `security/permissions-resources/?q=${encodeURIComponent(q)}`;
    return (await send<{ result: Pair[] }>("GET", path)).result;
  });
  const pairs = (await Promise.all(pages)).flat();
  return pairs.filter((one) => wanted.test(`${one.permission.name} ${one.view_menu.name}`)).map(({ id }) => id);
}
