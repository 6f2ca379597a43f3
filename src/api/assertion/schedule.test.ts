import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClock, formatTimestamp } from "../../server/clock.ts";
import { jobQueue } from "../../server/jobs/jobs.ts";
import { createApp } from "../../server/start/create-app.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { RESOURCES } from "../index.ts";
import { ASSERTION_WORK, assertionJob } from "./jobs.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const MINUTE_MS = 60_000;
const [DUE, SAVED] = ASSERTION_WORK;

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let nowMs = Date.UTC(2026, 2, 2, 9, 30, 0);

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => nowMs) }, onDisk: true });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

async function saved(body: object = {}): Promise<number> {
  const check = { kind: "not_null", params: { column: "Name" } };
  const answer = await admin.post<Json>("/api/v1/assertion/", {
    name: "x",
    dataset_id: data.carsId,
    ...check,
    ...body,
  });
  await expect.poll(async () => (await resultsOf(answer.body.id)).length).toBe(1);
  return answer.body.id;
}

const resultsOf = async (id: number): Promise<Json[]> =>
  (await admin.get<Json>(`/api/v1/assertion/${id}/results`)).body.result;

async function minute(minutes = 1, apps = [server.app]): Promise<void> {
  nowMs += minutes * MINUTE_MS;
  await Promise.all(apps.map((app) => DUE?.run(app)));
}

/** How many checks the work queues. */
async function queuedBy(work: () => Promise<unknown> | undefined): Promise<number> {
  const add = vi.spyOn(server.app.once(jobQueue), "add");
  await work();
  const { length } = add.mock.calls;
  add.mockRestore();
  return length;
}

describe("a schedule", () => {
  test("checks at each of its times once, and once for those missed while no server ran", async () => {
    const id = await saved({ crontab: "0 * * * *" });
    expect(await queuedBy(() => minute(29))).toBe(0);
    expect((await admin.get<Json>(`/api/v1/assertion/${id}`)).body.result.next_check_at).toMatch(/^2026-03-02T10:00/);
    await minute(1);
    await expect.poll(async () => (await resultsOf(id)).length).toBe(2);
    expect((await resultsOf(id))[0]).toMatchObject({ trigger: "schedule", state: "passed" });
    expect(await queuedBy(() => minute(1))).toBe(0);
    await minute(5 * 60);
    await expect.poll(async () => (await resultsOf(id)).length).toBe(3);
    expect(await queuedBy(() => minute(1))).toBe(0);
    await admin.put(`/api/v1/assertion/${id}`, { active: false });
    expect(await queuedBy(() => minute(120))).toBe(0);
    await admin.delete(`/api/v1/assertion/${id}`);
  });

  test("is checked by one of several servers on the same store", async () => {
    const { app } = server;
    const options = { secret: new Uint8Array(32), clock: createClock(() => nowMs), store: server.store };
    const others = await Promise.all([1, 2].map(() => createApp(app.config, options)));
    for (const other of others) await other.once(jobQueue).open(RESOURCES.flatMap((resource) => resource.jobs ?? []));
    const id = await saved({ crontab: "* * * * *" });
    for (let n = 1; n <= 4; n++) {
      await minute(1, [app, ...others]);
      await expect.poll(async () => (await resultsOf(id)).length).toBe(1 + n);
    }
    for (const other of others) await other.close();
    const late = {
      assertionIds: [id],
      trigger: "schedule",
      job: "due-late",
      person: "1",
      after: "2026-03-02T09:30:00",
    };
    await assertionJob.run(app, late, new AbortController().signal);
    expect(await resultsOf(id)).toHaveLength(5);
    await admin.delete(`/api/v1/assertion/${id}`);
  });

  test("has no error from a check that the server's stop interrupts", async () => {
    const id = await saved();
    const options = { secret: new Uint8Array(32), clock: createClock(() => nowMs), store: server.store };
    const other = await createApp(server.app.config, options);
    const job = { assertionIds: Array(200).fill(id), trigger: "plan", job: "plan-1", person: "1" };
    const running = assertionJob.run(other, job, new AbortController().signal).catch(() => undefined);
    await expect.poll(async () => (await resultsOf(id)).length).toBeGreaterThan(2);
    await other.close();
    await running;
    const results = await resultsOf(id);
    expect(new Set(results.map(({ state }) => state))).toEqual(new Set(["passed"]));
    await admin.delete(`/api/v1/assertion/${id}`);
  });

  test("is made up for if the server stops during a check", async () => {
    const id = await saved({ crontab: "*/10 * * * *" });
    const stopped = new AbortController();
    stopped.abort();
    const job = { assertionIds: [id], trigger: "schedule", job: "due-1", person: "1" };
    await assertionJob.run(server.app, job, stopped.signal);
    // As one that was killed leaves it.
    const claim = { claimed_until: formatTimestamp(nowMs + 12 * MINUTE_MS) };
    await server.app.db.updateTable("assertions").set(claim).where("id", "=", id).execute();
    await assertionJob.run(server.app, job, new AbortController().signal);
    expect(await resultsOf(id)).toHaveLength(1);
    nowMs += 10 * MINUTE_MS;
    await minute(3);
    await expect.poll(async () => (await resultsOf(id)).length).toBe(2);
    await admin.delete(`/api/v1/assertion/${id}`);
  });
});

test("a change of the dataset checks its assertions, and so does a save whose check was lost", async () => {
  const id = await saved();
  expect(await queuedBy(() => SAVED?.run(server.app))).toBe(0);
  nowMs += 1000;
  await admin.put(`/api/v1/dataset/${data.carsId}`, { description: "Cars of the seventies" });
  await SAVED?.run(server.app);
  await expect.poll(async () => (await resultsOf(id)).length).toBe(2);
  expect((await resultsOf(id))[0]).toMatchObject({ trigger: "save" });
  await server.app.db.updateTable("assertions").set({ checked_on: null }).where("id", "=", id).execute();
  await SAVED?.run(server.app);
  await expect.poll(async () => (await resultsOf(id)).length).toBe(3);
  await admin.delete(`/api/v1/assertion/${id}`);
});

test("a request checks all assertions of a dataset, and keeps the latest 500 results of each", async () => {
  const ids = [await saved(), await saved({ params: { column: "Miles_per_Gallon" } })];
  const { status, body } = await admin.post<Json>(`/api/v1/dataset/${data.carsId}/assertions/check`);
  expect([status, body.result.map(({ state }: Json) => state)]).toEqual([200, ["passed", "failed"]]);
  const [id = 0] = ids;
  const old = { assertion_id: id, state: "passed" as const, value: "0", compared: null, checked_on: "2026", ms: 1 };
  const rows = Array.from({ length: 600 }, () => ({ ...old, trigger: "schedule" as const }));
  await server.app.db.insertInto("assertion_results").values(rows).execute();
  await admin.post(`/api/v1/assertion/${id}/check`);
  const { count } = await server.app.db
    .selectFrom("assertion_results")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("assertion_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(500);
  for (const each of ids) await admin.delete(`/api/v1/assertion/${each}`);
});
