import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setLanguage } from "../../server/auth/accounts.ts";
import { openReportDesk, type ReportDesk } from "../../testing/report-desk.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let desk: ReportDesk;
beforeAll(async () => {
  desk = await openReportDesk();
});
afterAll(() => desk.stop());

const alert = (sql: string, more: object = {}) => ({
  type: "Alert",
  database: desk.samples.databaseId,
  sql,
  validator_type: "operator",
  validator_config_json: { op: ">", threshold: 100 },
  grace_period: 600,
  ...more,
});

describe("a report", () => {
  test("is sent when due, with its rows, a link and a log entry", async () => {
    const recipients = [
      {
        type: "Email",
        recipient_config_json: {
          target: "a@example.org; b@example.org",
          ccTarget: "c@example.org",
          bccTarget: "hidden@example.org",
        },
      },
    ];
    const words = { description: "Of <every> Monday", context_markdown: "Ask *the team* first" };
    const id = await desk.createReport({ name: "Weights", ...words, recipients });
    const [run] = await desk.minute(id);
    expect(run).toMatchObject({ state: "Success", error_message: null, value: null });
    expect(run.scheduled_dttm).toMatch(/^2026-03-02T09:01:00/);
    const [mail, ...others] = desk.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "[Report] Weights: Heaviest", from: { text: '"Reports" <bi@example.org>' } });
    expect(mail?.recipients.toSorted()).toEqual(["a", "b", "c", "hidden"].map((name) => `${name}@example.org`));
    expect(mail?.raw).not.toContain("hidden@example.org");
    expect(mail?.html).toContain("<p>Of &lt;every&gt; Monday<br><br>Ask *the team* first</p>");
    expect(mail?.html).toContain(`href="https://bi.example.org/explore/?slice_id=${desk.chart}">Explore in Tessera<`);
    expect(mail?.text).toContain("Of <every> Monday\n\nAsk *the team* first");
    const [file] = mail?.attachments ?? [];
    expect(file).toMatchObject({ filename: "Weights.csv", contentType: "text/csv" });
    const lines = file?.content.toString().replace("\ufeff", "").trim().split(/\r?\n/);
    expect(lines).toHaveLength(6);
    expect(lines?.slice(0, 2)).toEqual(["Name,Weight_in_lbs", "pontiac safari (sw),5140"]);
    expect(await desk.shown(id)).toMatchObject({ last_state: "Success", last_eval_dttm: expect.any(String) });
    await desk.owner.put(`/api/v1/report/${id}`, { active: false });
  });

  test("can have its rows in the message, escaped", async () => {
    const id = await desk.createReport({ report_format: "TEXT", email_subject: "Weights today", active: false });
    expect(await desk.requestRun(id)).toMatchObject({ state: "Success" });
    const [mail] = desk.mails();
    expect(mail?.subject).toBe("[Report] Weights today");
    expect(mail?.html).toMatch(/<th[^>]*>Name<\/th>.*<td[^>]*>pontiac safari \(sw\)<\/td><td[^>]*right">5140<\/td>/);
    expect(mail?.text).toContain("pontiac safari (sw)\t5140");
    expect(mail?.attachments).toEqual([]);
  });

  test("without rows sends a file with only a header", async () => {
    const datasource = `${desk.samples.carsId}__table`;
    const adhoc_filters = [{ clause: "WHERE", expressionType: "SQL", sqlExpression: "1 = 0" }];
    const form = { viz_type: "table", datasource, query_mode: "raw", all_columns: ["Name"], adhoc_filters };
    const body = { slice_name: "Nothing", viz_type: "table", datasource_id: desk.samples.carsId };
    const chart = { ...body, datasource_type: "table", params: JSON.stringify(form) };
    const { id } = (await desk.owner.post<Json>("/api/v1/chart/", chart)).body;
    const report = await desk.createReport({ chart: id, active: false });
    expect(await desk.requestRun(report)).toMatchObject({ state: "Success" });
    expect(desk.mails()[0]?.attachments[0]?.content.toString().trim()).toBe("Name");
  });

  test("can't inject mail headers", async () => {
    const long = "é".repeat(120);
    const hostile = ['"; Bcc: x@evil.org', "=?utf-8?q?a=0D=0ABcc:_x@evil.org?=", `<b>${long}`, "../../etc/passwd"];
    for (const name of hostile) {
      const id = await desk.createReport({ name, active: false });
      expect(await desk.requestRun(id)).toMatchObject({ state: "Success" });
      const [mail] = desk.mails();
      expect(mail?.recipients).toEqual(["team@example.org"]);
      expect(mail?.headers.has("bcc")).toBe(false);
      expect(mail?.raw.split("\r\n\r\n")[0]).not.toMatch(/^bcc/im);
      expect(mail?.attachments[0]?.filename).not.toMatch(/[/\\"<>:]/);
    }
    const { db } = desk.server.app;
    await db.updateTable("charts").set({ slice_name: "a\r\nBcc: x@evil.org" }).where("id", "=", desk.chart).execute();
    const id = await desk.createReport({ name: "Lines", active: false });
    await desk.requestRun(id);
    await db.updateTable("charts").set({ slice_name: "Heaviest" }).where("id", "=", desk.chart).execute();
    expect(desk.mails()[0]).toMatchObject({
      subject: "[Report] Lines: a Bcc: x@evil.org",
      recipients: ["team@example.org"],
    });
  });

  test("fails without recipients, and for a dashboard as CSV", async () => {
    const lonely = await desk.createReport({ recipients: [], active: false });
    expect(await desk.requestRun(lonely)).toMatchObject({ state: "Error", error_message: "No recipients" });
    const board = await desk.createReport({ dashboard: desk.dashboard, active: false });
    expect(await desk.requestRun(board)).toMatchObject({
      state: "Error",
      error_message: "The dashboard is empty",
    });
    const added = await (await desk.server.as("admin")).put(`/api/v1/chart/${desk.chart}`, {
      dashboards: [desk.dashboard],
    });
    expect(added.status).toBe(200);
    expect((await desk.requestRun(board)).error_message).toBe("CSV works for charts, not for dashboards");
    const position = { ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["M"] }, M: { id: "M", type: "MARKDOWN" } };
    const { db } = desk.server.app;
    const position_json = JSON.stringify(position);
    await db.updateTable("dashboards").set({ position_json }).where("id", "=", desk.dashboard).execute();
    expect((await desk.requestRun(board)).error_message).toBe("CSV works for charts, not for dashboards");
    const picture = await desk.createReport({ report_format: "PNG", active: false });
    expect(await desk.requestRun(picture)).toMatchObject({
      state: "Error",
      error_message: "Screenshots are unavailable: TESSERA_PICTURES is off",
    });
    expect(desk.mails().map(({ recipients }) => recipients)).toEqual(Array(3).fill(["alpha@example.org"]));
  });

  test("reports rejected recipients, and retries temporary failures", async () => {
    const id = await desk.createReport({ active: false, recipients: [to("team@example.org,gone@example.org")] });
    desk.mailbox.unknown.add("gone@example.org");
    const error_message = "The mail server rejected these addresses: gone@example.org";
    expect(await desk.requestRun(id)).toMatchObject({ state: "Error", error_message });
    const [partial, reported] = desk.mails();
    expect([partial?.recipients, reported?.text]).toEqual([
      ["team@example.org"],
      expect.stringContaining(error_message),
    ]);
    desk.mailbox.unknown.clear();
    desk.mailbox.refusals.push({ code: 451, text: "try again later", at: "mail" });
    expect(await desk.requestRun(id)).toMatchObject({ state: "Success" });
    expect(desk.mails()).toHaveLength(1);
  });
});

const to = (target: string) => ({ type: "Email", recipient_config_json: { target } });

describe("an alert", () => {
  test("is sent when its condition is met, and not again within its grace period", async () => {
    const id = await desk.createReport(alert("SELECT count(*) FROM cars"));
    const [first] = await desk.minute(id);
    expect(first).toMatchObject({ state: "Success", value: 406, value_row_json: null });
    const [mail, ...others] = desk.mails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain("The value is 406, more than 100");
    const [second] = await desk.minute(id);
    expect(second).toMatchObject({ state: "On Grace", error_message: "Alert fired during grace period.", value: null });
    expect(await desk.shown(id)).toMatchObject({ last_state: "On Grace", last_value: 406 });
    desk.pass(600);
    expect(await desk.minute(id)).toMatchObject([{ state: "Success" }]);
    expect(desk.mails()).toHaveLength(1);
    await desk.owner.put(`/api/v1/report/${id}`, { active: false });
  });

  test("isn't sent when its condition isn't met", async () => {
    const id = await desk.createReport(alert("SELECT NULL", { active: false }));
    for (const [sql, value] of [
      ["SELECT 99", 99],
      ["SELECT NULL", null],
    ] as const) {
      await desk.owner.put(`/api/v1/report/${id}`, { sql });
      expect(await desk.requestRun(id)).toMatchObject({ state: "Not triggered", value, error_message: null });
    }
    const words = { validator_type: "not null", validator_config_json: {}, sql: "SELECT 'late'" };
    await desk.owner.put(`/api/v1/report/${id}`, words);
    expect(await desk.requestRun(id)).toMatchObject({ state: "Success", value: null, value_row_json: '"late"' });
    expect(await desk.shown(id)).toMatchObject({ last_value: null, last_value_row_json: '"late"' });
    expect(desk.mails()).toHaveLength(1);
  });

  test("notifies only its owners when it fails, once per grace period", async () => {
    const id = await desk.createReport(alert("SELECT Name FROM cars"));
    const error_message = "Alert query returned more than one row. 2 rows returned";
    const [run, marker] = await desk.minute(id);
    expect(run).toMatchObject({ state: "Error", error_message });
    expect(marker).toMatchObject({ state: "Error", error_message: "Notification sent with error" });
    const [mail, ...others] = desk.mails();
    expect(others).toEqual([]);
    const { name } = await desk.shown(id);
    expect(mail).toMatchObject({ subject: `Error occurred for Alert: ${name}`, recipients: ["alpha@example.org"] });
    expect(mail?.text).toContain(error_message);
    expect(await desk.minute(id)).toMatchObject([{ state: "Error", error_message }]);
    expect(desk.mails()).toEqual([]);
    desk.pass(600);
    await desk.minute(id);
    expect(desk.mails()).toMatchObject([{ subject: `Error occurred for Alert: ${name}` }]);
    await desk.owner.put(`/api/v1/report/${id}`, { active: false });
  });
});

test("owners see in their own language why a run failed", async () => {
  const { server } = desk;
  const [alpha, gamma] = [await server.userId("alpha"), await server.userId("gamma")];
  await setLanguage(server.app, gamma, "en-XA");
  const id = await desk.createReport({ dashboard: desk.dashboard, owners: [alpha, gamma], active: false });
  expect(await desk.requestRun(id)).toMatchObject({
    state: "Error",
    error_message: "CSV works for charts, not for dashboards",
  });
  const mails = Object.fromEntries(desk.mails().map((mail) => [mail.recipients[0], mail]));
  expect(mails["alpha@example.org"]?.text).toContain("CSV works for charts, not for dashboards");
  expect(mails["gamma@example.org"]?.subject).toMatch(/^\[.*\]$/);
  expect(mails["gamma@example.org"]?.text).not.toContain("CSV works for charts, not for dashboards");
});

describe("permissions of a run", () => {
  test("are the executor's: rows they can no longer read aren't sent", async () => {
    const { server, samples } = desk;
    const admin = await server.as("admin");
    const { id: role } = (await admin.post<Json>("/api/v1/security/roles/", { name: "Cars" })).body;
    const right = { role_id: role, permission: "datasource_access", view: `[samples].[cars](id:${samples.carsId})` };
    const pairs = ["can_read", "can_write"].map((permission) => ({
      role_id: role,
      permission,
      view: "ReportSchedule",
    }));
    const others = [
      { role_id: role, permission: "can_csv", view: "Superset" },
      { role_id: role, permission: "can_read", view: "Chart" },
    ];
    const { db, events } = server.app;
    await db
      .insertInto("role_permissions")
      .values([right, ...pairs, ...others])
      .execute();
    events.changed("role", role);
    const writer = await server.as("writer", ["Cars"]);
    const recipients = [to("team@example.org")];
    const defaults = { type: "Report", crontab: "0 0 1 1 *", chart: desk.chart, report_format: "CSV", recipients };
    const { id } = (await writer.post<Json>("/api/v1/report/", { ...defaults, name: "Own" })).body;
    const sql = "SELECT count(*) FROM cars WHERE Origin = 'USA'";
    const own = { ...alert(sql, { grace_period: 1 }), ...defaults, type: "Alert", name: "Own alert" };
    const alertId = (await writer.post<Json>("/api/v1/report/", own)).body.id;
    const run = (report: number) => {
      desk.pass(5);
      return desk.requestRun(report, writer);
    };
    expect(await run(id)).toMatchObject({ state: "Success" });
    expect(await run(alertId)).toMatchObject({ state: "Success", value: 254 });
    expect(desk.mails()).toHaveLength(2);

    await db.deleteFrom("role_permissions").where("role_id", "=", role).where("view", "=", right.view).execute();
    events.changed("role", role);
    for (const report of [id, alertId]) {
      const failed = await run(report);
      expect(failed).toMatchObject({ state: "Error", value: null });
      expect(failed.error_message).toMatch(/access|not open to writer/);
    }
    const reported = desk.mails();
    expect(reported.map(({ recipients: [one] }) => one)).toEqual(["writer@example.org", "writer@example.org"]);
    expect(reported.every(({ subject }) => subject?.startsWith("Error occurred for "))).toBe(true);

    await db.updateTable("users").set({ active: false }).where("username", "=", "writer").execute();
    events.changed("user", await server.userId("writer"));
    const last = await desk.requestRun(id, admin);
    expect(last.error_message).toMatch(/^The last editor's account is inactive/);
    expect(desk.mails()).toEqual([]);
  });

  test("are never those of an owner who didn't write the report", async () => {
    const { server } = desk;
    const leaver = await server.as("leaver", ["Alpha"]);
    const owners = [await server.userId("leaver"), await server.userId("admin")];
    const sql = "SELECT count(*) FROM cars";
    const of = { chart: desk.chart, report_format: "CSV", owners };
    const body = { ...alert(sql), ...of, name: "Left behind", crontab: "0 0 1 1 *" };
    const { id } = (await leaver.post<Json>("/api/v1/report/", { ...body, recipients: [to("x@example.org")] })).body;
    await server.app.db.updateTable("users").set({ active: false }).where("username", "=", "leaver").execute();
    server.app.events.changed("user", await server.userId("leaver"));
    const admin = await server.as("admin");
    expect(await desk.requestRun(id, admin)).toMatchObject({ state: "Error", value: null });
    expect(desk.mails().map(({ recipients: [one] }) => one)).toEqual(["admin@example.org"]);
    await admin.put(`/api/v1/report/${id}`, { description: "Looked through" });
    expect(await desk.requestRun(id, admin)).toMatchObject({ state: "Success", value: 406 });
    expect(desk.mails().map(({ recipients: [one] }) => one)).toEqual(["x@example.org"]);
  });

  test("are checked when sending too", async () => {
    const { server } = desk;
    const sender = await server.as("sender", ["Alpha"]);
    const defaults = { type: "Report", name: "Mine", crontab: "0 0 1 1 *", chart: desk.chart, report_format: "CSV" };
    const body = { ...defaults, recipients: [to("x@example.org")] };
    const { id } = (await sender.post<Json>("/api/v1/report/", body)).body;
    const admin = await server.as("admin");
    const gamma = await server.app.db.selectFrom("roles").select("id").where("name", "=", "Gamma").executeTakeFirst();
    await admin.put(`/api/v1/security/users/${await server.userId("sender")}`, { roles: [gamma?.id] });
    expect(await desk.requestRun(id, admin)).toMatchObject({
      state: "Error",
      error_message: "sender, whose account runs this report, is no longer allowed to send it",
    });
    expect(desk.mails().map(({ recipients: [one] }) => one)).toEqual(["sender@example.org"]);
  });

  test("let only its owners and administrators start one", async () => {
    const id = await desk.createReport({ active: false });
    const second = await desk.server.as("second", ["Alpha"]);
    expect((await second.post(`/api/v1/report/${id}/run`)).status).toBe(403);
    expect((await (await desk.server.as("gamma")).post(`/api/v1/report/${id}/run`)).status).toBe(403);
    expect((await desk.server.anonymous.post(`/api/v1/report/${id}/run`)).status).toBe(401);
    expect((await desk.owner.post("/api/v1/report/99999/run")).status).toBe(404);
    expect(
      (await desk.owner.fetch(`/api/v1/report/${id}/run`, { method: "POST", headers: { "x-csrftoken": "" } })).status,
    ).toBe(400);
    expect(desk.mails()).toEqual([]);
  });
});
