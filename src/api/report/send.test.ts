import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openReportDesk, type ReportDesk } from "../../testing/report-desk.ts";
import { startTestServer } from "../../testing/server.ts";
import { reportJob } from "./schedule.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const PATH = "/api/v1/report/send";

let desk: ReportDesk;
beforeAll(async () => {
  desk = await openReportDesk();
});
afterAll(() => desk.stop());

const body = (more: object = {}) => ({
  chart: desk.chart,
  recipients: { target: "a@example.org; b@example.org", bccTarget: "hidden@example.org" },
  report_format: "CSV",
  ...more,
});
const send = (more: object = {}, by = desk.owner) => {
  desk.pass(61);
  return by.post<Json>(PATH, body(more));
};

async function entriesOf(execution: string): Promise<Json[]> {
  const rows = await desk.server.app.db
    .selectFrom("logs")
    .selectAll()
    .where("json", "like", `%${execution}%`)
    .execute();
  return rows.map((row) => ({ ...row, json: JSON.parse(row.json ?? "{}") }));
}

async function outcome(more: object = {}, by = desk.owner): Promise<Json> {
  const answer = await send(more, by);
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return vi.waitFor(
    async () => {
      const [entry] = await entriesOf(answer.body.execution_id);
      if (!entry) throw new Error("the email isn't sent yet");
      return entry;
    },
    { timeout: 60_000, interval: 20 },
  );
}

test("a chart is sent once with its rows, and no report is left", async () => {
  const { db } = desk.server.app;
  const before = await db.selectFrom("reports").select("id").execute();
  const entry = await outcome({ email_subject: "Heavy ones", context_markdown: "As <agreed>" });
  expect(entry).toMatchObject({
    action: "email_sent",
    slice_id: desk.chart,
    dashboard_id: null,
    user_id: await desk.server.userId("alpha"),
    json: { report_format: "CSV", recipients: { target: "a@example.org; b@example.org" } },
  });
  const [mail, ...others] = desk.mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("[Report] Heavy ones");
  expect(mail?.recipients.toSorted()).toEqual(["a", "b", "hidden"].map((name) => `${name}@example.org`));
  expect(mail?.raw).not.toContain("hidden@example.org");
  expect(mail?.html).toContain("As &lt;agreed&gt;");
  expect(mail?.attachments[0]?.content.toString()).toContain("pontiac safari (sw),5140");
  expect(await db.selectFrom("reports").select("id").execute()).toEqual(before);
  const q = `?q=(filters:!((col:action,opr:eq,value:email_sent)))`;
  expect((await (await desk.server.as("admin")).get<Json>(`/api/v1/log/${q}`)).body.count).toBe(1);
});

test("without a subject it has the chart's name; a job that runs again sends nothing", async () => {
  const { body: answer } = await send();
  const { execution_id: executionId } = answer;
  await vi.waitFor(async () => expect(await entriesOf(executionId)).toHaveLength(1), { timeout: 60_000 });
  expect(desk.mails().map(({ subject }) => subject)).toEqual(["[Report] Heaviest"]);
  const again = { send: { ...body(), title: "Heaviest" }, executionId, person: "1" };
  expect(reportJob.idOf(again)).toBe(executionId);
  await reportJob.run(desk.server.app, again, new AbortController().signal);
  expect(desk.mails()).toEqual([]);
  expect(await entriesOf(executionId)).toHaveLength(1);
});

test.each<[string, object, RegExp]>([
  ["no recipient", { recipients: { target: " ; " } }, /Invalid email address/],
  ["a wrong address", { recipients: { target: "a@example.org, nobody" } }, /nobody/],
  ["a wrong copy", { recipients: { target: "a@example.org", ccTarget: "x" } }, /ccTarget/],
  ["a missing chart", { chart: 99_999 }, /Chart does not exist/],
  ["neither chart nor dashboard", { chart: null }, /either a chart or a dashboard/],
  ["a dashboard as rows", { chart: null, dashboard: 1 }, /works for charts|Dashboard does not exist/],
  ["a subject of two lines", { email_subject: "a\nBcc: x@example.org" }, /single line/],
  ["a tiny picture", { custom_width: 10 }, /width/],
  ["a field of reports", { crontab: "* * * * *" }, /Unknown field/],
])("rejects %s", async (_, more, reason) => {
  const answer = await send(more);
  expect([400, 422]).toContain(answer.status);
  expect(JSON.stringify(answer.body)).toMatch(reason);
});

test("needs the permission to send reports, and access to the chart", async () => {
  expect((await send({}, await desk.server.as("gamma"))).status).toBe(403);
  const { db, events } = desk.server.app;
  const role = await db.insertInto("roles").values({ name: "Sender" }).returning("id").executeTakeFirstOrThrow();
  for (const [permission, view] of [
    ["can_write", "ReportSchedule"],
    ["can_read", "Chart"],
  ] as const)
    await db.insertInto("role_permissions").values({ role_id: role.id, permission, view }).execute();
  events.changed("role");
  const stranger = await send({}, await desk.server.as("stranger", ["Sender"]));
  expect([stranger.status, JSON.stringify(stranger.body)]).toEqual([422, expect.stringContaining("does not exist")]);
});

test("a failure is mailed to the sender and logged, and the recipients get nothing", async () => {
  const entry = await outcome({ chart: null, dashboard: desk.dashboard, report_format: "PDF" });
  expect(entry).toMatchObject({ action: "email_failed", dashboard_id: desk.dashboard });
  expect(entry.json.error).toMatch(/empty/);
  const [mail, ...others] = await vi.waitFor(() => {
    const mails = desk.mails();
    expect(mails.length).toBeGreaterThan(0);
    return mails;
  });
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Not sent: Fleet");
  expect(mail?.recipients).not.toContain("a@example.org");
});

test("is limited to some emails a minute", async () => {
  desk.pass(61);
  const statuses: number[] = [];
  const unreachable = { recipients: { target: "a@example.org" } };
  for (let i = 0; i < 11; i++) statuses.push((await desk.owner.post(PATH, body(unreachable))).status);
  expect(statuses.filter((status) => status === 429).length).toBe(1);
});

test("says that no mail server is set up", async () => {
  const server = await startTestServer();
  try {
    const alpha = await server.as("alpha");
    const answer = await alpha.post<Json>(PATH, { dashboard: 1, recipients: { target: "a@example.org" } });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(/No mail server is set up.*TESSERA_SMTP_URL/);
  } finally {
    await server.stop();
  }
});
