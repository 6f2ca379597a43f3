import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mailbox, startMailbox } from "../src/testing/mailbox.ts";
import { PASSWORD, type RunningServer } from "../src/testing/stage.ts";
import { startOwnServer } from "./server-url.ts";

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
type Json = any;

let mailbox: Mailbox;
let server: RunningServer;
let headers: Record<string, string>;
beforeAll(async () => {
  mailbox = await startMailbox();
  const env = {
    TESSERA_SMTP_URL: `smtp://127.0.0.1:${mailbox.delivery.smtp?.port}`,
    TESSERA_SMTP_FROM: "Reports <bi@example.org>",
  };
  server = await startOwnServer(env);
  headers = { "content-type": "application/json" };
  const { access_token } = await call("POST", "/api/v1/security/login", {
    username: "admin",
    password: PASSWORD,
    provider: "db",
  });
  headers = { ...headers, authorization: `Bearer ${access_token}` };
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

async function call(method: string, path: string, body?: object): Promise<Json> {
  const sent = body ? { body: JSON.stringify(body) } : {};
  return (await fetch(server.url + path, { method, headers, ...sent })).json();
}

async function idOf(noun: "chart" | "dashboard", name: string): Promise<number> {
  const column = noun === "chart" ? "slice_name" : "dashboard_title";
  const q = encodeURIComponent(`(filters:!((col:${column},opr:eq,value:'${name}')))`);
  return (await call("GET", `/api/v1/${noun}/?q=${q}`)).result[0].id;
}

let names = 0;
async function runReport(body: object): Promise<Json> {
  const recipients = [{ type: "Email", recipient_config_json: { target: "team@example.org" } }];
  const defaults = { type: "Report", name: `Report ${++names}`, crontab: "0 0 1 1 *", active: false, recipients };
  const { id } = await call("POST", "/api/v1/report/", { ...defaults, ...body });
  const { execution_id } = await call("POST", `/api/v1/report/${id}/run`);
  const row = async () =>
    (await call("GET", `/api/v1/report/${id}/log/`)).result.find(
      ({ uuid, end_dttm }: Json) => uuid === execution_id && end_dttm !== null,
    );
  await expect.poll(row, { timeout: 60_000 }).toBeTruthy();
  return row();
}

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)] as const;
/** Page sizes in points (1 px = 0.75 pt). */
const pagesOf = (pdf: Buffer) =>
  [...pdf.toString("latin1").matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...size]) =>
    size.map(Number),
  );

test("embeds a chart as an image, a table with all rows", async () => {
  expect(await runReport({ chart: await idOf("chart", "Who gained most"), custom_width: 800 })).toMatchObject({
    state: "Success",
  });
  const [mail] = mailbox.mails.splice(0);
  const [picture, ...others] = mail?.attachments ?? [];
  expect(others).toEqual([]);
  expect(picture).toMatchObject({ contentType: "image/png", related: true });
  const [width, height] = sizeOf(picture?.content ?? Buffer.alloc(24));
  expect(width).toBe(1600);
  expect(height).toBeGreaterThan(2000);
  expect(mail?.html).toContain(`${server.url}/explore/?slice_id=`);
});

test("takes pictures in the report's time zone, not in that of the account that runs it", async () => {
  // Their days differ at any moment.
  const [mine, ofReport] = ["Etc/GMT+12", "Pacific/Kiritimati"];
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: ofReport, dateStyle: "short" }).format();
  const databaseId = (await call("GET", "/api/v1/database/")).result[0].id;
  const sql = `SELECT CAST('${today}' AS TIMESTAMP) - INTERVAL 1 DAY AS day, n FROM range(60) AS numbers(n)`;
  const dataset = await call("POST", "/api/v1/dataset/", { database: databaseId, table_name: "days", sql });
  expect(dataset.id).toBeTypeOf("number");
  const form = {
    viz_type: "table",
    datasource: `${dataset.id}__table`,
    query_mode: "raw",
    all_columns: ["n"],
    granularity_sqla: "day",
    time_range: "Last day",
  };
  const body = { slice_name: "Days", viz_type: "table", datasource_id: dataset.id, datasource_type: "table" };
  const { id: chart } = await call("POST", "/api/v1/chart/", { ...body, params: JSON.stringify(form) });
  const heightIn = async (timezone: string) => {
    expect(await runReport({ chart, timezone })).toMatchObject({ state: "Success" });
    return sizeOf(mailbox.mails.splice(0)[0]?.attachments[0]?.content ?? Buffer.alloc(24))[1];
  };
  await call("PUT", "/api/v1/me/", { time_zone: mine });
  const height = await heightIn(ofReport);
  await call("PUT", "/api/v1/me/", { time_zone: ofReport });
  const emptyHeight = await heightIn(mine);
  await call("PUT", "/api/v1/me/", { time_zone: null });
  expect(height).toBeGreaterThan(emptyHeight + 500);
});

test("sends a dashboard with a page per tab and its filters in the link", async () => {
  const dashboard = await idOf("dashboard", "US flight delays");
  const filter = { nativeFilterId: "NATIVE_FILTER-origin", filterType: "filter_select", filterValues: ["JFK"] };
  const anchor = JSON.stringify(["TAB-routes", "TAB-airports"]);
  const extra = { dashboard: { anchor, nativeFilters: [filter] } };
  expect(await runReport({ dashboard, report_format: "PDF", extra })).toMatchObject({ state: "Success" });
  const [mail] = mailbox.mails.splice(0);
  const [pdf] = mail?.attachments ?? [];
  expect(pdf).toMatchObject({ filename: `Report ${names}.pdf`, contentType: "application/pdf" });
  const pages = pagesOf(pdf?.content ?? Buffer.alloc(0));
  expect(pages.map(([width]) => width)).toEqual([1200, 1200]);
  const key = /superset\/dashboard\/p\/([\w-]+)\//.exec(String(mail?.html))?.[1];
  const { state } = await call("GET", `/api/v1/dashboard/permalink/${key}`);
  expect(state.dataMask["NATIVE_FILTER-origin"].filterState.value).toEqual(["JFK"]);
});

test("reports a failed chart, a missing filter and an empty image to the owner only", async () => {
  const dataset = (await call("GET", "/api/v1/dataset/")).result[0].id;
  const form = { viz_type: "table", datasource: `${dataset}__table`, query_mode: "raw", all_columns: ["gone"] };
  const body = { slice_name: "Broken", viz_type: "table", datasource_id: dataset, datasource_type: "table" };
  const { id } = await call("POST", "/api/v1/chart/", { ...body, params: JSON.stringify(form) });
  const reason = "The screenshot failed: a chart failed: Columns missing in dataset: ['gone']";
  expect(await runReport({ chart: id })).toMatchObject({ state: "Error", error_message: reason });

  const dashboard = await idOf("dashboard", "World development");
  const filter = { nativeFilterId: "NATIVE_FILTER-gone", filterType: "filter_select", filterValues: ["JFK"] };
  expect(await runReport({ dashboard, extra: { dashboard: { nativeFilters: [filter] } } })).toMatchObject({
    state: "Error",
    error_message:
      "A filter saved with this report is no longer on the dashboard (NATIVE_FILTER-gone). Edit the report and choose its filters again.",
  });

  const position = {
    DASHBOARD_VERSION_KEY: "v2",
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["ROW-1"], parents: ["ROOT_ID"] },
    "ROW-1": { id: "ROW-1", type: "ROW", children: ["MARKDOWN-1"], parents: ["ROOT_ID", "GRID_ID"], meta: {} },
    "MARKDOWN-1": { id: "MARKDOWN-1", type: "MARKDOWN", children: [], meta: { code: "Words", width: 4, height: 20 } },
  };
  const hidden = { dashboard_title: "Hidden", position_json: JSON.stringify(position), css: "* { opacity: 0 }" };
  expect(await runReport({ dashboard: (await call("POST", "/api/v1/dashboard/", hidden)).id })).toMatchObject({
    state: "Error",
    error_message: "The screenshot failed: the screenshot is blank",
  });
  await expect.poll(() => mailbox.mails.length).toBe(3);
  const mails = mailbox.mails.splice(0);
  expect(mails.flatMap(({ recipients }) => recipients)).toEqual(Array(3).fill("admin@localhost"));
  expect(mails[0]?.text).toContain(reason);
});
