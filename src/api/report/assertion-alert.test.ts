import { afterAll, beforeAll, expect, test } from "vitest";
import { openReportDesk, type ReportDesk } from "../../testing/report-desk.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let desk: ReportDesk;
let assertions: number[];
beforeAll(async () => {
  desk = await openReportDesk();
  await desk.server.app.db
    .insertInto("dataset_owners")
    .values({ dataset_id: desk.samples.carsId, user_id: await desk.server.userId("alpha") })
    .execute();
  desk.server.app.events.changed("user");
  assertions = [await assertion("Cars have names", "Name"), await assertion("Cars have mileages", "Miles_per_Gallon")];
});
afterAll(() => desk.stop());

async function assertion(name: string, column: string, by = desk.owner): Promise<number> {
  const body = { name, dataset_id: desk.samples.carsId, kind: "not_null", params: { column } };
  const { status, body: answer } = await by.post<Json>("/api/v1/assertion/", body);
  expect([status, answer]).toEqual([201, answer]);
  await by.post(`/api/v1/assertion/${answer.id}/check`);
  return answer.id;
}

const alert = (extra: object = {}) => ({ type: "Alert", extra: { assertion_ids: assertions, ...extra } });

test("an alert about assertions fires for each that fails, and tells when it passes again", async () => {
  const id = await desk.createReport(alert());
  expect(await desk.minute(id)).toMatchObject([{ state: "Success" }]);
  const [fired] = desk.mails();
  expect(fired?.text).toContain("1 value is firing");
  expect(fired?.text).toContain("Cars have mileages: 8 rows have no Miles_per_Gallon");
  expect(fired?.text).not.toContain("Cars have names");
  expect(await desk.minute(id)).toMatchObject([{ state: "Not triggered" }]);
  const [, failing] = assertions;
  await desk.owner.put(`/api/v1/assertion/${failing}`, { where: "Miles_per_Gallon > 0" });
  await desk.owner.post(`/api/v1/assertion/${failing}/check`);
  expect(await desk.minute(id)).toMatchObject([{ state: "Success" }]);
  expect(desk.mails()[0]?.text).toContain("1 value has recovered");
  const { result } = (await desk.owner.get<Json>(`/api/v1/report/${id}/values`)).body;
  expect(result.values.map(({ label, state }: Json) => [label, state])).toEqual([
    ['["Cars have mileages"]', "Recovered"],
    ['["Cars have names"]', "OK"],
  ]);
  await desk.owner.put(`/api/v1/assertion/${failing}`, { where: null });
  await desk.owner.post(`/api/v1/assertion/${failing}/check`);
  await desk.owner.put(`/api/v1/report/${id}`, { extra: { assertion_ids: [failing] } });
  expect((await desk.owner.get<Json>(`/api/v1/report/${id}/values`)).body.result.values).toEqual([]);
  await desk.owner.delete(`/api/v1/report/${id}`);
});

test("waits as alerts by value do, and fails without any of its assertions", async () => {
  const gone = await assertion("Soon gone", "Miles_per_Gallon");
  const pending = { by_value: { pending_minutes: 5, sends_recovered: false }, assertion_ids: [gone] };
  const id = await desk.createReport(alert(pending));
  expect(await desk.minute(id)).toMatchObject([{ state: "Not triggered" }]);
  desk.pass(5 * 60);
  expect(await desk.minute(id)).toMatchObject([{ state: "Success" }]);
  expect(desk.mails()[0]?.text).toContain("Soon gone");
  await desk.owner.delete(`/api/v1/assertion/${gone}`);
  const [run] = await desk.minute(id);
  expect(run).toMatchObject({ state: "Error", error_message: "The alert's assertions don't exist." });
  desk.mails();
  await desk.owner.delete(`/api/v1/report/${id}`);
});

test("is refused about assertions that its owner can't see, and for reports", async () => {
  const admin = await desk.server.as("admin");
  const create = async (body: object) => {
    const report = { name: "x", crontab: "* * * * *", chart: desk.chart, recipients: [], ...body };
    const { status, body: answer } = await desk.owner.post<Json>("/api/v1/report/", report);
    return [status, answer.message];
  };
  const hidden = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Hidden" })).body.id;
  const role = await admin.post<Json>("/api/v1/security/roles/", { name: "Nobody" });
  await admin.put(`/api/v1/dashboard/${hidden}`, { roles: [role.body.id] });
  const unseen = await admin.post<Json>("/api/v1/assertion/", {
    ...{ name: "Unseen", dataset_id: desk.samples.carsId, dashboard_id: hidden },
    ...{ kind: "not_null", params: { column: "Name" } },
  });
  const unknown = { extra: ["Some assertions don't exist."] };
  expect(await create(alert({ assertion_ids: [unseen.body.id] }))).toEqual([422, unknown]);
  expect(await create(alert({ assertion_ids: [999_999] }))).toEqual([422, unknown]);
  const onlyAlerts = { extra: ["Only alerts can be about assertions."] };
  expect(await create({ ...alert(), type: "Report" })).toEqual([422, onlyAlerts]);
  expect(await create({ type: "Alert" })).toEqual([422, { database: "Database is required for alerts" }]);
});
