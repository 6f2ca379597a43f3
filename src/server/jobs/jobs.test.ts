import { describe, expect, test, vi } from "vitest";
import { startTestServer } from "../../testing/server.ts";
import { createClock } from "../clock.ts";
import { type JobEvent, jobEvents, MAX_EVENTS, MAX_READ } from "./job-events.ts";
import { CONCURRENT_JOBS, JOB_ATTEMPTS, type JobKind, jobQueue } from "./jobs.ts";

const kind = (run: JobKind["run"], failed: JobKind["failed"] = async () => {}): JobKind => ({
  name: "test",
  perUser: CONCURRENT_JOBS,
  idOf: (data) => JSON.stringify(data),
  userOf: () => "1",
  run,
  failed,
});

async function withJobs<T>(one: JobKind, body: (add: (data: unknown) => Promise<void>) => Promise<T>): Promise<T> {
  const server = await startTestServer({ resources: [{ name: "test", routes: [], jobs: [one] }] });
  try {
    return await body((data) => server.app.once(jobQueue).add("test", data));
  } finally {
    await server.stop();
  }
}

describe("jobs in this process", () => {
  test("run a limited number at a time, in order, with data that went through JSON", async () => {
    const started: unknown[] = [];
    const ends: (() => void)[] = [];
    const one = kind((_app, data) => {
      started.push(data);
      return new Promise((resolve) => ends.push(resolve));
    });
    await withJobs(one, async (add) => {
      for (let i = 0; i < CONCURRENT_JOBS + 2; i++) await add({ i, gone: undefined });
      await vi.waitFor(() => expect(started).toHaveLength(CONCURRENT_JOBS));
      ends.shift()?.();
      await vi.waitFor(() => expect(started).toHaveLength(CONCURRENT_JOBS + 1));
      expect(started.at(-1)).toStrictEqual({ i: CONCURRENT_JOBS });
      for (const end of ends) end();
    });
  });

  test("of one user leave room for other users' jobs", async () => {
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const one: JobKind = {
      ...kind((_app, data) => {
        started.push(String(data));
        return new Promise((resolve) => ends.push(resolve));
      }),
      perUser: 2,
      userOf: (data) => String(data).charAt(0),
    };
    await withJobs(one, async (add) => {
      for (const data of ["a1", "a2", "a3", "a4", "b1", "b2", "b3"]) await add(data);
      await vi.waitFor(() => expect(started).toEqual(["a1", "a2", "b1", "b2"]));
      for (let startedCount = 4; ends.length > 0; ) {
        ends.shift()?.();
        startedCount = Math.min(startedCount + 1, 7);
        await vi.waitFor(() => expect(started).toHaveLength(startedCount), { interval: 5 });
      }
      expect(started).toEqual(["a1", "a2", "b1", "b2", "a3", "a4", "b3"]);
    });
  });

  test("of one kind don't wait for those of another kind", async () => {
    const done: unknown[] = [];
    const endless: JobKind = { ...kind(() => new Promise(() => {})), name: "endless" };
    const quick = kind(async (_app, data) => void done.push(data));
    const server = await startTestServer({ resources: [{ name: "test", routes: [], jobs: [endless, quick] }] });
    const desk = server.app.once(jobQueue);
    for (let i = 0; i < 2 * CONCURRENT_JOBS; i++) await desk.add("endless", i);
    await desk.add("test", "quick");
    await vi.waitFor(() => expect(done).toEqual(["quick"]));
    await server.stop();
  });

  test("are retried, and reported as failed after the last attempt", async () => {
    const run = vi.fn(async () => {
      throw new Error("not now");
    });
    const failed = vi.fn(async () => {});
    await withJobs(kind(run, failed), async (add) => {
      await add({ a: 1 });
      await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(expect.anything(), { a: 1 }, expect.any(Error)));
      expect(run).toHaveBeenCalledTimes(JOB_ATTEMPTS);
    });
  });

  test("are aborted when the server closes, without being reported as failed", async () => {
    const failed = vi.fn(async () => {});
    const aborted = vi.fn();
    const started = Promise.withResolvers<void>();
    const run: JobKind["run"] = (_app, _data, signal) =>
      new Promise((_resolve, reject) => {
        started.resolve();
        signal.addEventListener("abort", () => {
          aborted();
          reject(signal.reason);
        });
      });
    await withJobs(kind(run, failed), async (add) => {
      await add({});
      await started.promise;
    });
    expect(aborted).toHaveBeenCalledTimes(1);
    expect(failed).not.toHaveBeenCalled();
  });

  test("of an unknown kind are rejected", async () => {
    const server = await startTestServer({ resources: [] });
    await expect(server.app.once(jobQueue).add("nothing", {})).rejects.toThrow("nothing");
    await server.stop();
  });
});

describe("job events in this process", () => {
  const event = (channel: string, job: string): JobEvent => ({
    channel_id: channel,
    job_id: job,
    user_id: 1,
    status: "done",
    errors: [],
    result_url: null,
  });

  test("have increasing ids within one millisecond, and only the newest of a channel are kept", async () => {
    const server = await startTestServer({ resources: [], app: { clock: createClock(() => 5000) } });
    const events = server.app.once(jobEvents);
    for (let i = 0; i < MAX_EVENTS + 10; i++) await events.append(event("a", `job ${i}`));
    await events.append(event("b", "another's"));
    const first = await events.read("a", undefined);
    expect(first).toHaveLength(MAX_READ);
    expect(first[0]?.job_id).toBe("job 10");
    const finished: string[] = [];
    for (let last: string | undefined; ; ) {
      const next = await events.read("a", last);
      if (next.length === 0) break;
      finished.push(...next.map(({ job_id }) => job_id));
      last = next.at(-1)?.id;
    }
    expect(finished).toEqual(Array.from({ length: MAX_EVENTS }, (_, i) => `job ${i + 10}`));
    await server.stop();
  });

  test("of channels unused for a day are dropped", async () => {
    let now = Date.UTC(2024, 0, 1);
    const server = await startTestServer({ resources: [], app: { clock: createClock(() => now) } });
    const events = server.app.once(jobEvents);
    await events.append(event("old", "1"));
    now += 25 * 60 * 60 * 1000;
    await events.append(event("new", "2"));
    expect(await events.read("old", undefined)).toEqual([]);
    expect(await events.read("new", undefined)).toHaveLength(1);
    await server.stop();
  });
});
