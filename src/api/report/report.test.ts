import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const BASE = "/api/v1/report/";

let server: TestServer;
let samples: SampleData;
let alpha: TestClient;
let second: TestClient;
let chart: number;
let dashboard: number;
beforeAll(async () => {
  server = await startTestServer();
  samples = await loadSampleData(server.app);
  alpha = await server.as("alpha");
  second = await server.as("second", ["Alpha"]);
  chart = await newChart();
  dashboard = await newDashboard();
});
afterAll(() => server.stop());

async function newChart(): Promise<number> {
  const body = { slice_name: "Cars", viz_type: "table", datasource_id: samples.carsId, datasource_type: "table" };
  return (await alpha.post<Json>("/api/v1/chart/", body)).body.id;
}
async function newDashboard(): Promise<number> {
  const position = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["TABS-1"] },
    "TABS-1": { id: "TABS-1", type: "TABS", children: ["TAB-a"], meta: {} },
    "TAB-a": { id: "TAB-a", type: "TAB", children: [], meta: { text: "First" } },
  };
  const body = { dashboard_title: "Fleet", position_json: JSON.stringify(position) };
  return (await alpha.post<Json>("/api/v1/dashboard/", body)).body.id;
}
let names = 0;
const report = (more: object = {}) => ({
  type: "Report",
  name: `Weekly ${++names}`,
  crontab: "0 9 * * 1",
  chart,
  ...more,
});
const alert = (more: object = {}) => report({ type: "Alert", database: samples.databaseId, sql: "SELECT 1", ...more });
async function create(body: object, client = alpha): Promise<number> {
  const answer = await client.post<Json>(BASE, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}
const shown = async (id: number) => (await alpha.get<Json>(`${BASE}${id}`)).body.result;

describe("reports", () => {
  test("are created with defaults, read, changed and deleted", async () => {
    const recipients = [
      { type: "Email", recipient_config_json: { target: "a@example.org", ccTarget: "admin@localhost" } },
    ];
    const body = report({ name: "Sales", recipients, timezone: "Europe/Berlin" });
    const answer = await alpha.post<Json>(BASE, body);
    expect(answer).toMatchObject({ status: 201, body: { result: body } });
    const { id } = answer.body;
    expect(await shown(id)).toMatchObject({
      id,
      name: "Sales",
      type: "Report",
      active: true,
      crontab: "0 9 * * 1",
      timezone: "Europe/Berlin",
      creation_method: "alerts_reports",
      chart: { id: chart, slice_name: "Cars", viz_type: "table" },
      dashboard: null,
      database: null,
      extra: {},
      grace_period: 14400,
      working_timeout: 3600,
      log_retention: 90,
      report_format: "PNG",
      last_state: null,
      owners: [{ first_name: "Alpha" }],
      recipients: [{ type: "Email", recipient_config_json: JSON.stringify(recipients[0]?.recipient_config_json) }],
    });
    const change = { dashboard, active: false, log_retention: 0, recipients: [] };
    expect((await alpha.put<Json>(`${BASE}${id}`, change)).body).toEqual({ id, result: change });
    expect(await shown(id)).toMatchObject({
      name: "Sales",
      chart: null,
      dashboard: { id: dashboard, dashboard_title: "Fleet" },
      active: false,
      log_retention: 0,
      recipients: [],
    });
    expect((await alpha.delete<Json>(`${BASE}${id}`)).body).toEqual({ message: "OK" });
    expect((await alpha.get(`${BASE}${id}`)).status).toBe(404);
  });

  test("are listed by object and text, and deleted in bulk", async () => {
    const own = await newDashboard();
    const ids = [
      await create(report({ chart: undefined, dashboard: own, description: "Monday's mail" })),
      await create(alert()),
    ];
    const found = await alpha.get<Json>(
      `${BASE}?q=(filters:!((col:dashboard_id,opr:eq,value:${own}),(col:creation_method,opr:eq,value:alerts_reports)))`,
    );
    expect(found.body).toMatchObject({
      count: 1,
      result: [
        {
          id: ids[0],
          crontab_humanized: "At 09:00 AM, only on Monday",
          dashboard_id: own,
          chart_id: null,
          extra: {},
          last_state: null,
          owners: [{ first_name: "Alpha" }],
        },
      ],
    });
    const search = "(filters:!((col:name,opr:report_all_text,value:MONDAY)))";
    expect((await alpha.get<Json>(`${BASE}?q=${search}`)).body.ids).toEqual([ids[0]]);
    const related = await alpha.get<Json>(`${BASE}related/chart?q=(filter:Car)`);
    expect(related.body.result).toContainEqual({ value: chart, text: "Cars", extra: {} });
    expect((await alpha.delete(`${BASE}?q=!(${ids},99999)`)).status).toBe(404);
    expect((await alpha.delete<Json>(`${BASE}?q=!(${ids})`)).body).toEqual({ message: "Deleted 2 report schedules" });
  });

  test("prevent deletion of what they report on", async () => {
    const [ownChart, ownDashboard] = [await newChart(), await newDashboard()];
    const id = await create(report({ name: "Guard", chart: ownChart }));
    const other = await create(report({ name: "Guard two", chart: undefined, dashboard: ownDashboard }));
    const refused = (name: string) => ({
      status: 422,
      body: { message: `There are associated alerts or reports: ${name}` },
    });
    expect(await alpha.delete(`/api/v1/chart/${ownChart}`)).toMatchObject(refused("Guard"));
    expect(await alpha.delete(`/api/v1/chart/?q=!(${ownChart})`)).toMatchObject(refused("Guard"));
    expect(await alpha.delete(`/api/v1/dashboard/${ownDashboard}`)).toMatchObject(refused("Guard two"));
    expect(await alpha.delete(`/api/v1/dashboard/?q=!(${ownDashboard})`)).toMatchObject(refused("Guard two"));
    await alpha.delete(`${BASE}?q=!(${id},${other})`);
    expect((await alpha.delete(`/api/v1/chart/${ownChart}`)).status).toBe(200);
  });

  test("created from a page go to their creator, one report per page", async () => {
    const own = await newDashboard();
    const body = report({ chart: undefined, dashboard: own, creation_method: "dashboards", recipients: undefined });
    const id = await create(body);
    expect((await shown(id)).recipients).toMatchObject([{ recipient_config_json: '{"target":"alpha@example.org"}' }]);
    expect(await alpha.post(BASE, { ...body, name: "Another" })).toMatchObject({
      status: 409,
      body: { errors: [{ error_type: "GENERIC_COMMAND_ERROR", message: "Resource already has an attached report." }] },
    });
    expect((await second.post(BASE, { ...body, name: "Theirs" })).status).toBe(201);
    expect(await alpha.post(BASE, report({ chart: undefined, creation_method: "charts" }))).toMatchObject({
      status: 422,
      body: { message: { chart: "Please save your chart first, then try creating a new email report." } },
    });
  });
});

describe("invalid fields are reported by name:", () => {
  test.each<[string, () => object, Record<string, string | string[]>]>([
    [
      "no chart and no dashboard",
      () => report({ chart: undefined }),
      { chart: "Must choose either a chart or a dashboard" },
    ],
    ["both", () => report({ dashboard }), { chart: "Choose a chart or dashboard not both" }],
    ["a missing chart", () => report({ chart: 99999 }), { chart: "Chart does not exist" }],
    ["a missing dashboard", () => report({ chart: null, dashboard: 99999 }), { dashboard: "Dashboard does not exist" }],
    [
      "an alert without a database",
      () => alert({ database: undefined }),
      { database: "Database is required for alerts" },
    ],
    ["a missing database", () => alert({ database: 99999 }), { database: "Database does not exist" }],
    [
      "a report with a database",
      () => alert({ type: "Report" }),
      { database: "Database reference is not allowed on a report" },
    ],
    [
      "missing tabs",
      () => report({ chart: null, dashboard, extra: { dashboard: { activeTabs: ["TAB-a", "TAB-z"] } } }),
      { extra: ["Invalid tab ids: TAB-z"] },
    ],
  ])("%s", async (_, body, message) => {
    expect(await alpha.post(BASE, body())).toMatchObject({ status: 422, body: { message } });
  });

  test.each([
    ["a cron expression with six fields", { crontab: "0 0 9 * * 1" }, { crontab: ["Cron expression is not valid"] }],
    ["a day that doesn't exist", { crontab: "0 0 30 2 *" }, { crontab: ["Cron expression is not valid"] }],
    [
      "an invalid address",
      { recipients: [{ type: "Email", recipient_config_json: { target: "ada@example.org, a@b@c" } }] },
      { recipients: { 0: { target: ["Invalid email address(es): a@b@c"] } } },
    ],
    [
      "no recipients",
      { recipients: [{ type: "Email", recipient_config_json: { target: "" } }] },
      { recipients: { 0: { target: ["Invalid email address(es): "] } } },
    ],
    [
      "an empty recipient list",
      { recipients: [{ type: "Email", recipient_config_json: { target: " ;; , " } }] },
      { recipients: { 0: { target: ["Invalid email address(es): "] } } },
    ],
    [
      "an address over the length limit",
      { recipients: [{ type: "Email", recipient_config_json: { target: `${"a".repeat(100_000)}@b.org` } }] },
      { recipients: { 0: { target: [`Invalid email address(es): ${"a".repeat(254)}`] } } },
    ],
    [
      "a subject with a line break",
      { email_subject: "a\r\nBcc: b@example.org" },
      { email_subject: ["Must be a single line of text."] },
    ],
    ["a name with a line break", { name: "a\nb" }, { name: ["Must be a single line of text."] }],
    ...[
      "http://example.org/",
      "https://u:p@example.org/",
      "https://example.org/\nx",
      "file:///etc/passwd",
      "example.org",
    ].map((target): [string, object, object] => [
      `${target} to send to`,
      { recipients: [{ type: "Webhook", recipient_config_json: { target } }] },
      { recipients: { 0: { target: ["Not a valid https:// URL"] } } },
    ]),
  ])("%s is malformed", async (_, fields, message) => {
    expect(await alpha.post(BASE, report(fields))).toMatchObject({ status: 400, body: { message } });
    const id = await create(report());
    expect(await alpha.put(`${BASE}${id}`, fields)).toMatchObject({ status: 400, body: { message } });
  });

  test.each([
    "https://169.254.169.254/latest",
    "https://[::ffff:169.254.169.254]/",
    "https://metadata.google.internal./x",
  ])("rejects the recipient %s", async (target) => {
    const to = (address: string) => ({ type: "Webhook", recipient_config_json: { target: address } });
    const recipients = [to("https://hooks.invalid/x"), to(target)];
    const message = {
      recipients: { 1: { target: [expect.stringContaining("Connections to this host are not allowed")] } },
    };
    expect(await alpha.post(BASE, report({ recipients }))).toMatchObject({ status: 422, body: { message } });
    const id = await create(report({ recipients: recipients.slice(0, 1) }));
    expect(await alpha.put(`${BASE}${id}`, { recipients })).toMatchObject({ status: 422, body: { message } });
    expect((await shown(id)).recipients).toHaveLength(1);
  });

  test("names are unique per type", async () => {
    const id = await create(report({ name: "Same" }));
    const other = await create(alert({ name: "Same" }));
    const nameError = (text: string) => ({ status: 422, body: { message: { name: [text] } } });
    expect(await alpha.post(BASE, report({ name: "Same" }))).toMatchObject(
      nameError('A report named "Same" already exists'),
    );
    expect(await alpha.post(BASE, alert({ name: "Same" }))).toMatchObject(
      nameError('An alert named "Same" already exists'),
    );
    expect((await alpha.put(`${BASE}${id}`, { name: "Same" })).status).toBe(200);
    expect((await alpha.put(`${BASE}${other}`, { name: "Different" })).status).toBe(200);
  });

  test("only one of many concurrent saves with the same name succeeds", async () => {
    const body = report({ name: "Raced" });
    const answers = await Promise.all(Array.from({ length: 8 }, () => alpha.post<Json>(BASE, body)));
    const messages = answers.flatMap(({ body: { message } }) => (message ? [message] : []));
    const nameTaken = { name: ['A report named "Raced" already exists'] };
    expect(messages).toEqual(Array.from({ length: 7 }, () => nameTaken));
  });

  test("values out of bounds", async () => {
    const body = {
      type: "Poem",
      name: "x".repeat(151),
      timezone: "Mars/Olympus",
      custom_width: 100,
      working_timeout: 0,
      validator_config_json: { op: "~", threshold: 1 },
      recipients: [{ type: "Pigeon", recipient_config_json: { target: "roof" } }],
      surprise: 1,
    };
    expect(await alpha.post(BASE, body)).toMatchObject({
      status: 400,
      body: {
        message: {
          type: ["Must be one of: Alert, Report."],
          name: ["Longer than maximum length 150."],
          crontab: ["Missing data for required field."],
          timezone: ["Not a valid timezone."],
          custom_width: ["Screenshot width must be between 600px and 2400px"],
          working_timeout: ["Must be greater than or equal to 1."],
          surprise: ["Unknown field."],
          validator_config_json: { op: ["Must be one of: <, <=, >, >=, ==, !=."] },
          recipients: { 0: { type: ["Must be one of: Email, Slack, SlackV2, Webhook."] } },
        },
      },
    });
  });
});

test("each report has its own log", async () => {
  const [id, other] = [await create(alert()), await create(alert())];
  const row = { scheduled_dttm: "2026-01-05T09:00:00.000000", start_dttm: null, end_dttm: null, value_row_json: null };
  const logged = { ...row, report_id: id, uuid: "a-1", state: "Error" as const, value: null, error_message: "No rows" };
  await server.app.db
    .insertInto("report_logs")
    .values([logged, { ...logged, uuid: "a-2", state: "Success", value: 3 }])
    .execute();
  const log = await alpha.get<Json>(`${BASE}${id}/log/?q=(filters:!((col:state,opr:eq,value:Error)))`);
  expect(log.body).toMatchObject({ count: 1, result: [{ uuid: "a-1", error_message: "No rows" }] });
  const [first] = log.body.ids;
  expect((await alpha.get<Json>(`${BASE}${id}/log/${first}`)).body).toMatchObject({
    id: first,
    result: { state: "Error" },
  });
  expect((await alpha.get(`${BASE}${other}/log/${first}`)).status).toBe(404);
  expect((await alpha.get(`${BASE}99999/log/`)).status).toBe(404);
  await alpha.delete(`${BASE}${id}`);
  expect(await server.app.db.selectFrom("report_logs").selectAll().where("report_id", "=", id).execute()).toEqual([]);
});

test("without Slack, listing channels says that it isn't configured", async () => {
  expect(await alpha.get(`${BASE}slack_channels/?q=(search_string:general)`)).toMatchObject({
    status: 422,
    body: { message: "Slack is not configured on this server" },
  });
  expect((await (await server.as("gamma")).get(`${BASE}slack_channels/`)).status).toBe(403);
});

test("only owners and administrators can change a report", async () => {
  const id = await create(report());
  expect((await second.get(`${BASE}${id}`)).status).toBe(200);
  expect((await second.put(`${BASE}${id}`, { active: false })).status).toBe(403);
  expect((await second.delete(`${BASE}${id}`)).status).toBe(403);
  expect((await second.delete(`${BASE}?q=!(${id})`)).status).toBe(403);
  expect((await (await server.as("gamma")).get(BASE)).status).toBe(403);
  expect((await server.anonymous.get(BASE)).status).toBe(401);
  const { db } = server.app;
  const role = (await db.insertInto("roles").values({ name: "Reporter" }).returning("id").executeTakeFirstOrThrow()).id;
  const pairs = ["can_read", "can_write"].map((permission) => ({ role_id: role, permission, view: "ReportSchedule" }));
  await db.insertInto("role_permissions").values(pairs).execute();
  server.app.events.changed("role");
  const reporter = await server.as("reporter", ["Reporter"]);
  expect((await reporter.get<Json>(BASE)).body.count).toBe(0);
  expect((await reporter.get(`${BASE}${id}`)).status).toBe(404);
  expect(await reporter.post(BASE, report())).toMatchObject({ body: { message: { chart: "Chart does not exist" } } });
  const hidden = await reporter.post<Json>(BASE, alert());
  expect([hidden.status, hidden.body.message.database]).toEqual([422, "Database does not exist"]);
  const watching = await create(alert());
  const own = { user_id: await server.userId("reporter"), report_id: watching };
  await db.insertInto("report_owners").values(own).execute();
  const put = await reporter.put<Json>(`${BASE}${watching}`, { active: false });
  expect(put.body.message).toEqual({ chart: "Chart does not exist" });
});
