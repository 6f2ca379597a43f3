import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClock, formatTimestamp } from "../../server/clock.ts";
import { jobQueue } from "../../server/jobs/jobs.ts";
import { cachedScheduleTimes } from "../../server/jobs/schedule.ts";
import { createApp } from "../../server/start/create-app.ts";
import { openReportDesk, type ReportDesk } from "../../testing/report-desk.ts";
import { pass } from "../../testing/waits.ts";
import { RESOURCES } from "../index.ts";
import { WORKING_TIMEOUT } from "./run.ts";
import { pruneLogs } from "./runs-store.ts";
import { REPORT_WORK, reportJob } from "./schedule.ts";

const WAIT = { timeout: 20_000, interval: 20 };

let desk: ReportDesk;
beforeAll(async () => {
  desk = await openReportDesk({ onDisk: true });
});
afterAll(() => desk.stop());

describe("scheduled times", () => {
  test.each([
    // Half past two does not come in spring, and comes twice in autumn.
    ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["2026-03-29T01:00Z", "2026-03-30T00:30Z"]],
    ["30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", ["2026-10-25T00:30Z", "2026-10-26T01:30Z"]],
    ["0 * * * *", "Europe/Berlin", "2026-10-25T00:30Z", ["2026-10-25T01:00Z", "2026-10-25T02:00Z"]],
    ["0 9 * * 1", "America/New_York", "2026-03-01T00:00Z", ["2026-03-02T14:00Z", "2026-03-09T13:00Z"]],
    ["30 9 * * *", "Asia/Kathmandu", "2026-03-01T00:00Z", ["2026-03-01T03:45Z", "2026-03-02T03:45Z"]],
    ["0 0 29 2 *", "UTC", "2026-01-01T00:00Z", ["2028-02-29T00:00Z", "2032-02-29T00:00Z"]],
  ])("%s in %s after %s", (crontab, timezone, after, expected) => {
    const timeAfter = cachedScheduleTimes(desk.server.app);
    const first = timeAfter({ crontab, timezone }, Date.parse(after));
    const times = [first, timeAfter({ crontab, timezone }, first)];
    expect(times.map((ms) => new Date(ms).toISOString())).toEqual(expected.map((text) => new Date(text).toISOString()));
    // Cached.
    expect(timeAfter({ crontab, timezone }, first - 1)).toBe(first);
  });

  test("in an hour that occurs twice run once", () => {
    const timeAfter = cachedScheduleTimes(desk.server.app);
    const schedule = { crontab: "30 2 * * *", timezone: "Europe/Berlin" };
    const again = timeAfter(schedule, Date.parse("2026-10-25T01:25Z"));
    expect(new Date(again).toISOString()).toBe("2026-10-26T01:30:00.000Z");
  });
});

describe("a due report", () => {
  const runAt = async (id: number) => {
    const before = (await desk.runs(id)).length;
    await REPORT_WORK[0]?.run(desk.server.app);
    await vi.waitFor(async () => {
      const all = await desk.runs(id);
      if (all.length === before || all.some(({ end_dttm }) => end_dttm === null)) throw new Error("goes on");
    }, WAIT);
  };

  test("runs once, and is made up for within a few minutes of downtime", async () => {
    const id = await desk.createReport({ crontab: "*/10 * * * *" });
    desk.pass(600);
    await runAt(id);
    expect(await desk.runs(id)).toHaveLength(1);
    await REPORT_WORK[0]?.run(desk.server.app);
    desk.pass(60);
    await REPORT_WORK[0]?.run(desk.server.app);
    expect(await desk.runs(id)).toHaveLength(1);
    // Behind by three minutes, and then by hours.
    desk.pass(9 * 60 + 3 * 60);
    await runAt(id);
    const [, late] = await desk.runs(id);
    expect(late.scheduled_dttm.slice(14, 19)).toMatch(/^.0:00$/);
    desk.pass(3 * 3600 + 5 * 60);
    await REPORT_WORK[0]?.run(desk.server.app);
    await pass(200, "nothing may happen meanwhile");
    expect(await desk.runs(id)).toHaveLength(2);
    await desk.owner.delete(`/api/v1/report/${id}`);
    desk.mails();
  });

  test.each([
    ["back an hour", -3600],
    ["back a day", -86_400],
    ["forward a month", 30 * 86_400],
  ])("runs on after the clock was set %s, and no time twice", async (_name, seconds) => {
    const id = await desk.createReport({});
    const times = async () => (await desk.runs(id)).map(({ scheduled_dttm }) => scheduled_dttm);
    await desk.minute(id);
    await desk.minute(id);
    const first = await times();
    expect(first).toHaveLength(2);
    desk.setClock(seconds);
    await desk.minute(id);
    const [third] = (await times()).filter((time) => !first.includes(time));
    expect(third).toBe(formatTimestamp(desk.now()));
    desk.setClock(-seconds - 180);
    for (let n = 0; n < 3; n++) await desk.minute(id);
    const all = await times();
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(4);
    expect(desk.mails()).toHaveLength(4);
    await desk.owner.put(`/api/v1/report/${id}`, { active: false });
  });

  test("ignores times before it was created or changed, and while it is turned off", async () => {
    desk.pass(60 - ((desk.now() / 1000) % 60) + 30);
    const id = await desk.createReport({});
    await REPORT_WORK[0]?.run(desk.server.app);
    await pass(200, "nothing may happen meanwhile");
    expect(await desk.runs(id)).toEqual([]);
    expect(await desk.minute(id)).toHaveLength(1);
    await desk.owner.put(`/api/v1/report/${id}`, { active: false });
    desk.pass(60);
    await REPORT_WORK[0]?.run(desk.server.app);
    await pass(200, "nothing may happen meanwhile");
    expect(await desk.runs(id)).toHaveLength(1);
    desk.mails();
  });

  test("that is too late is skipped for the next one, or logged as not run", async () => {
    const stopped = new AbortController().signal;
    const runLate = async (crontab: string, lateSeconds: number) => {
      const id = await desk.createReport({ crontab, active: true });
      const scheduledMs = desk.now() - lateSeconds * 1000;
      const turn = { reportId: id, executionId: randomUUID(), scheduledMs, isAsked: false, person: "1" };
      await reportJob.run(desk.server.app, turn, stopped);
      const rows = await desk.runs(id);
      await desk.owner.delete(`/api/v1/report/${id}`);
      return rows.map(({ state, error_message }) => [state, error_message]);
    };
    const yearly = "0 0 1 1 *";
    expect(await runLate(yearly, 1800)).toEqual([["Success", null]]);
    expect(await runLate("* * * * *", 1800)).toEqual([]);
    desk.mails();
    const [run, reported] = await runLate(yearly, 2 * 3600);
    expect(run).toEqual(["Error", "Not run: the server was busy for an hour"]);
    expect(reported?.[1]).toBe("Notification sent with error");
    expect(desk.mails().map(({ recipients: [one] }) => one)).toEqual(["alpha@example.org"]);
  });

  test("runs even if another report has an unreadable schedule", async () => {
    const id = await desk.createReport({ report_format: "TEXT" });
    const other = await desk.createReport({});
    const { db } = desk.server.app;
    await db.updateTable("reports").set({ timezone: "Mars/Olympus" }).where("id", "=", other).execute();
    expect(await desk.minute(id)).toMatchObject([{ state: "Success" }]);
    await desk.owner.delete(`/api/v1/report/?q=!(${id},${other})`);
    desk.mails();
  });

  test("runs on only one of several servers with the same store", async () => {
    const { app } = desk.server;
    const options = { secret: new Uint8Array(32), clock: createClock(desk.now) };
    const others = await Promise.all([1, 2].map(() => createApp(app.config, { store: desk.server.store, ...options })));
    for (const other of others) await other.once(jobQueue).open(RESOURCES.flatMap((resource) => resource.jobs ?? []));
    const id = await desk.createReport({ report_format: "TEXT" });
    for (let minute = 1; minute <= 4; minute++) {
      desk.pass(60);
      await Promise.all([app, ...others].map((one) => REPORT_WORK[0]?.run(one)));
      await vi.waitFor(async () => {
        const all = await desk.runs(id);
        if (all.length < minute || all.some(({ end_dttm }) => end_dttm === null)) throw new Error("goes on");
      }, WAIT);
    }
    await pass(300, "nothing may happen meanwhile");
    expect((await desk.runs(id)).map(({ state }) => state)).toEqual(Array(4).fill("Success"));
    expect(desk.mails()).toHaveLength(4);
    await desk.owner.put(`/api/v1/report/${id}`, { active: false });
    for (const other of others) await other.close();
  });
});

describe("a run that hangs", () => {
  const leaveWorking = (id: number, uuid = `lost-${id}`) => {
    const now = formatTimestamp(desk.now());
    return desk.server.app.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("reports")
        .set({ last_state: "Working", last_eval_dttm: now })
        .where("id", "=", id)
        .execute();
      const row = { uuid, report_id: id, scheduled_dttm: now, start_dttm: now, end_dttm: null };
      const none = { value: null, value_row_json: null, error_message: null };
      await trx
        .insertInto("report_logs")
        .values({ ...row, ...none, state: "Working" })
        .execute();
    });
  };

  test("blocks further runs until its working timeout, and the next run reports it", async () => {
    const id = await desk.createReport({ working_timeout: 90 });
    await leaveWorking(id);
    const [refused] = await desk.minute(id);
    expect(refused).toMatchObject({
      state: "Working",
      error_message: "Report Schedule is still working, refusing to re-compute.",
    });
    const [ended, reported] = await desk.minute(id);
    expect([ended, reported]).toMatchObject([
      { state: "Error", error_message: WORKING_TIMEOUT },
      { state: "Error", error_message: "Notification sent with error" },
    ]);
    const [lost] = await desk.runs(id);
    expect(lost).toMatchObject({ uuid: `lost-${id}`, state: "Error", error_message: WORKING_TIMEOUT });
    expect(await desk.minute(id)).toMatchObject([{ state: "Success" }]);
    expect(desk.mails().map(({ recipients: [one] }) => one)).toEqual(["alpha@example.org", "team@example.org"]);
    await desk.owner.put(`/api/v1/report/${id}`, { active: false });
  });

  test("is stopped at its working timeout without sending", async () => {
    const sql = "SELECT max(a.i * b.i) FROM range(200000) a(i), range(2000000) b(i)";
    const slow = { type: "Alert", database: desk.samples.databaseId, sql, validator_type: "not null" };
    const id = await desk.createReport({ ...slow, validator_config_json: {}, working_timeout: 1, active: false });
    const startMs = performance.now();
    const run = await desk.requestRun(id);
    expect(performance.now() - startMs).toBeLessThan(15_000);
    expect(run.state).toBe("Error");
    expect(run.error_message).toMatch(/working timeout|A timeout occurred/);
    expect(desk.mails().map(({ recipients: [one] }) => one)).toEqual(["alpha@example.org"]);
  });

  test("moves to another process if its own stops before sending", async () => {
    const sql = "SELECT count(*) FROM range(60000000) a(i) WHERE sqrt(a.i) > 1";
    const slow = { type: "Alert", database: desk.samples.databaseId, sql, validator_type: "not null" };
    const id = await desk.createReport({ ...slow, validator_config_json: {}, active: true });
    desk.pass(60 - ((desk.now() / 1000) % 60));
    const turn = { reportId: id, executionId: randomUUID(), scheduledMs: desk.now(), isAsked: false, person: "1" };
    const stopping = new AbortController();
    const running = reportJob.run(desk.server.app, turn, stopping.signal);
    await expect.poll(async () => (await desk.shown(id)).last_state).toBe("Working");
    stopping.abort();
    await running;
    expect(await desk.runs(id)).toMatchObject([
      { state: "Error", error_message: "The server was stopped during the run", uuid: turn.executionId },
    ]);
    await REPORT_WORK[0]?.run(desk.server.app);
    await expect.poll(async () => (await desk.runs(id))[1]?.state).toBe("Success");
    expect((await desk.runs(id))[1].scheduled_dttm).toBe((await desk.runs(id))[0].scheduled_dttm);
    expect(desk.mails().map(({ recipients: [one] }) => one)).toEqual(["team@example.org"]);
    await desk.owner.put(`/api/v1/report/${id}`, { active: false });
  });

  test("is taken over once its process has stopped, and a recipient gets one mail", async () => {
    const { app } = desk.server;
    const recipients = ["first", "second", "third"].map((name) => ({
      type: "Email",
      recipient_config_json: { target: `${name}@example.org` },
    }));
    const id = await desk.createReport({ recipients, active: false });
    const uuid = randomUUID();
    const now = formatTimestamp(desk.now());
    await leaveWorking(id, uuid);
    const job = { reportId: id, executionId: uuid, scheduledMs: desk.now(), isAsked: true, person: "1" };
    const lost = {
      uuid,
      report_id: id,
      job: JSON.stringify(job),
      begun_on: now,
      owner: "killed",
      beat: 3,
      attempts: 1,
    };
    await app.db.insertInto("running_reports").values(lost).execute();
    const delivery = (recipient: string, state: "sent" | "sending") => ({ uuid, recipient, state, error: null });
    await app.db
      .insertInto("report_deliveries")
      .values([delivery("0 first@example.org", "sent"), delivery("1 second@example.org", "sending")])
      .execute();
    const takeOver = REPORT_WORK.find(({ name }) => name === "take-over-report-runs");
    await takeOver?.run(app);
    desk.pass(15);
    await takeOver?.run(app);
    expect((await desk.shown(id)).last_state).toBe("Working");
    await app.db.updateTable("running_reports").set({ beat: 4 }).execute();
    await takeOver?.run(app);
    desk.pass(15);
    await takeOver?.run(app);
    expect((await desk.shown(id)).last_state).toBe("Working");
    desk.pass(15);
    await takeOver?.run(app);
    await expect.poll(async () => (await desk.runs(id))[0]?.state).toBe("Error");
    const unknown =
      "The server stopped while sending to second@example.org. It isn't sent again, since it may have arrived.";
    expect((await desk.runs(id))[0]).toMatchObject({ uuid, error_message: unknown });
    const mails = desk.mails();
    await expect
      .poll(() => {
        mails.push(...desk.mails());
        return mails.map(({ recipients: [one] }) => one);
      })
      .toEqual(["third@example.org", "alpha@example.org"]);
    expect(await app.db.selectFrom("running_reports").select("uuid").execute()).toEqual([]);
    expect(await app.db.selectFrom("report_deliveries").select("uuid").execute()).toEqual([]);
    await reportJob.run(app, job, new AbortController().signal);
    expect(desk.mails()).toEqual([]);
  });

  test("is given up after it has stopped several processes", async () => {
    const { app } = desk.server;
    const id = await desk.createReport({ active: false });
    const uuid = randomUUID();
    await leaveWorking(id, uuid);
    const job = { reportId: id, executionId: uuid, scheduledMs: desk.now(), isAsked: true, person: "1" };
    const begun_on = formatTimestamp(desk.now());
    const lost = { uuid, report_id: id, job: JSON.stringify(job), begun_on, owner: "killed", beat: 3, attempts: 3 };
    await app.db.insertInto("running_reports").values(lost).execute();
    await reportJob.run(app, { ...job, takenOverAt: 2 }, new AbortController().signal);
    expect((await desk.shown(id)).last_state).toBe("Working");
    await reportJob.run(app, { ...job, takenOverAt: 3 }, new AbortController().signal);
    const error_message = "The server stopped several times during this run";
    expect((await desk.runs(id))[0]).toMatchObject({ state: "Error", error_message });
    expect(desk.mails().map(({ recipients: [one] }) => one)).toEqual(["alpha@example.org"]);
  });

  test("sends nothing once the report is turned off", async () => {
    const sql = "SELECT count(*) FROM range(60000000) a(i) WHERE sqrt(a.i) > 1";
    const slow = { type: "Alert", database: desk.samples.databaseId, sql, validator_type: "not null" };
    const id = await desk.createReport({ ...slow, validator_config_json: {}, active: false });
    const pendingRun = desk.requestRun(id);
    await expect.poll(async () => (await desk.shown(id)).last_state).toBe("Working");
    await desk.owner.put(`/api/v1/report/${id}`, { active: false });
    const run = await pendingRun;
    expect(run).toMatchObject({ state: "Error", error_message: "Turned off during the run" });
    expect(await desk.shown(id)).toMatchObject({ last_state: "Not triggered" });
    expect(desk.mails().filter(({ recipients: [one] }) => one === "team@example.org")).toEqual([]);
  });
});

test("logs are deleted after each report's retention", async () => {
  const stored = await desk.createReport({ log_retention: 2, active: false });
  const none = await desk.createReport({ active: false });
  await desk.owner.put(`/api/v1/report/${none}`, { log_retention: 0 });
  for (const id of [stored, none]) await desk.requestRun(id);
  const { db } = desk.server.app;
  const left = async () => [(await desk.runs(stored)).length, (await desk.runs(none)).length];
  await pruneLogs(db, desk.now());
  expect(await left()).toEqual([1, 1]);
  desk.pass(2 * 3600);
  await pruneLogs(db, desk.now());
  expect(await left()).toEqual([1, 0]);
  desk.pass(2 * 86_400);
  await pruneLogs(db, desk.now());
  expect(await left()).toEqual([0, 0]);
});
