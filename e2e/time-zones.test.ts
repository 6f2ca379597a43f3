import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, signIn } from "../src/testing/stage.ts";
import { visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
type Json = any;

const MOMENTS = ["2024-01-01 02:00:00+00", "2024-01-01 16:00:00+00", "2024-01-03 16:00:00+00"];
const SQL = `SELECT CAST(v AS TIMESTAMPTZ) AS at FROM (VALUES ${MOMENTS.map((text) => `('${text}')`).join(", ")}) AS t(v)`;

/** Times of day on the zone's clock, and how many there are per day. */
const ZONES: { zone: string; rows: string[]; perDay: [[string, string], ...[string, string][]] }[] = [
  {
    zone: "UTC",
    rows: ["2024-01-01 02:00:00", "2024-01-01 16:00:00", "2024-01-03 16:00:00"],
    perDay: [
      ["2024-01-01", "2"],
      ["2024-01-03", "1"],
    ],
  },
  {
    zone: "Asia/Tokyo",
    rows: ["2024-01-01 11:00:00", "2024-01-02 01:00:00", "2024-01-04 01:00:00"],
    perDay: [
      ["2024-01-01", "1"],
      ["2024-01-02", "1"],
      ["2024-01-04", "1"],
    ],
  },
  {
    zone: "America/New_York",
    rows: ["2023-12-31 21:00:00", "2024-01-01 11:00:00", "2024-01-03 11:00:00"],
    perDay: [
      ["2023-12-31", "1"],
      ["2024-01-01", "1"],
      ["2024-01-03", "1"],
    ],
  },
];

describe("a dashboard's time zone", () => {
  const url = serverUrl();
  let page: Page;
  let headers: Record<string, string> = { "content-type": "application/json" };
  let dashboardId: number;

  async function call(method: string, path: string, body?: object): Promise<Json> {
    const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const found: Json = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(found));
    return found;
  }

  beforeAll(async () => {
    const account = { username: "admin", password: PASSWORD, provider: "db" };
    const { access_token } = await call("POST", "/api/v1/security/login", account);
    headers = { ...headers, authorization: `Bearer ${access_token}` };
    const [database] = (await call("GET", "/api/v1/database/")).result;
    const dataset = await call("POST", "/api/v1/dataset/", {
      database: database.id,
      table_name: "zoned moments",
      sql: SQL,
    });
    dashboardId = (await call("POST", "/api/v1/dashboard/", { dashboard_title: "Zoned" })).id;
    const chart = (slice_name: string, viz_type: string, form: object) => ({
      slice_name,
      viz_type,
      datasource_id: dataset.id,
      datasource_type: "table",
      dashboards: [dashboardId],
      params: JSON.stringify({ viz_type, datasource: `${dataset.id}__table`, ...form }),
    });
    const count = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "Moments" };
    const byDay = { x_axis: "at", time_grain_sqla: "P1D", metrics: [count], row_limit: 100 };
    await call("POST", "/api/v1/chart/", chart("Days", "echarts_timeseries_bar", byDay));
    await call("POST", "/api/v1/chart/", chart("Rows", "table", { query_mode: "raw", all_columns: ["at"] }));
    ({ page } = await visit());
    await signIn(page, url);
  });

  const days = () => page.getByRole("region", { name: "Days" });
  const rowsOf = () => page.getByRole("region", { name: "Rows" });
  const cellsIn = async (place: Locator) => {
    const rows = await place.locator("tbody tr").all();
    const cells = await Promise.all(rows.map((row) => row.locator("td").allTextContents()));
    return cells.map((texts) => texts.map((text) => text.trim()).filter(Boolean)).filter(({ length }) => length > 0);
  };

  /** Parts of the picture's width. */
  async function across(from: number, to: number): Promise<void> {
    const box = await days().getByRole("img").first().boundingBox();
    if (!box) throw new Error("No chart to point at");
    const [x, y] = [(part: number) => box.x + box.width * part, box.y + box.height / 2];
    await page.mouse.move(x(from), y);
    if (from === to) return page.mouse.move(x(to) + 1, y);
    await page.mouse.down();
    await page.mouse.move(x(to), y, { steps: 8 });
    await page.mouse.up();
  }

  test.each(ZONES)("$zone: table, axis, tooltip and “View as table” agree", async ({ zone, rows, perDay }) => {
    const [[firstDay, firstCount]] = perDay;
    await call("PUT", `/api/v1/dashboard/${dashboardId}`, { json_metadata: JSON.stringify({ time_zone: zone }) });
    await page.goto(`${url}/dashboard/${dashboardId}`);
    await expect.poll(async () => (await cellsIn(rowsOf())).flat()).toEqual(rows);

    const summary = await days().getByRole("figure").getAttribute("aria-label");
    expect(summary).toContain(`${firstDay} to ${perDay.at(-1)?.[0]}`);

    const isOwn = zone === "UTC";
    const tooltip = page.locator("[class*=tooltip]", { hasText: "Moments" });
    let text: string | undefined;
    // The chart may still be drawn again when the pointer comes.
    const read = async () => {
      await across(0.17, 0.17);
      text = (await tooltip.allTextContents()).at(-1);
      return text;
    };
    await expect.poll(read).toContain(firstDay);
    expect(`${text}`.includes(`Times in ${zone}`)).toBe(!isOwn);

    await page.getByRole("button", { name: "Menu for Days" }).click();
    await page.getByRole("menuitem", { name: /View as table/ }).click();
    const dialog = page.getByRole("dialog", { name: /Data in “Days”/ });
    await expect.poll(async () => (await cellsIn(dialog)).map((cells) => cells.slice(-2))).toEqual(perDay);
    expect(await dialog.getByText(`Times in ${zone}`).count()).toBe(isOwn ? 0 : 1);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });

    await across(0.08, 0.25);
    await expect.poll(async () => (await cellsIn(rowsOf())).flat()).toEqual(rows.slice(0, Number(firstCount)));
    await page.keyboard.press("Escape");
  });
});
