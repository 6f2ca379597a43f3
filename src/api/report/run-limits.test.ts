import { afterAll, beforeAll, expect, test } from "vitest";
import { QUOTAS } from "../../server/store/quotas.ts";
import { openReportDesk, type ReportDesk } from "../../testing/report-desk.ts";
import { logRun } from "./runs-store.ts";

let desk: ReportDesk;
beforeAll(async () => {
  desk = await openReportDesk();
});
afterAll(() => desk.stop());

test("the log keeps the latest runs of each report", async () => {
  const { db, clock } = desk.server.app;
  const [id, other] = [await desk.createReport({ active: false }), await desk.createReport({ active: false })];
  const now = clock.timestamp();
  const logged = (reportId: number, uuid: string) =>
    logRun(db, { uuid, reportId, scheduled: now, now }, { state: "Error", at: now, error: "It failed" });
  await logged(other, crypto.randomUUID());
  const uuids = Array.from({ length: QUOTAS.reportRuns.rows + 20 }, () => crypto.randomUUID());
  for (const uuid of uuids) await logged(id, uuid);
  const logs = await db.selectFrom("report_logs").select("uuid").where("report_id", "=", id).orderBy("id").execute();
  expect(logs.map(({ uuid }) => uuid)).toEqual(uuids.slice(-QUOTAS.reportRuns.rows));
  expect(await desk.runs(other)).toHaveLength(1);
});

test("a running or queued report isn't started again", async () => {
  const id = await desk.createReport({ active: false });
  const run = () => desk.owner.post<{ message: string }>(`/api/v1/report/${id}/run`);
  const answers = await Promise.all(Array.from({ length: 20 }, run));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 202).length).toBeLessThan(5);
  expect(new Set(statuses)).toEqual(new Set([202, 409]));
  await expect.poll(async () => (await desk.shown(id)).last_state, { timeout: 20_000 }).toBe("Success");
  await desk.server.app.db.updateTable("reports").set({ last_state: "Working" }).where("id", "=", id).execute();
  expect((await run()).status).toBe(409);
  desk.pass(2 * 60 * 60);
  expect((await run()).status).toBe(202);
});
