import { afterEach, describe, expect, test, vi } from "vitest";
import type { AsyncEvent } from "../../api/async-event/contract.ts";
import { serve } from "../../testing/network.ts";
import { answerOfJob } from "./async-jobs.ts";

const EVENTS = "GET /api/v1/async_event/";
const never = new AbortController().signal;
let sequence = 0;
const event = (job_id: string, rest: Partial<AsyncEvent> = {}): AsyncEvent => ({
  id: `${Date.now()}-${sequence++}`,
  channel_id: "c",
  job_id,
  user_id: 1,
  status: "done",
  errors: [],
  result_url: `/api/v1/chart/data/qc-${job_id}`,
  ...rest,
});

/** Each poll takes the next entry; later ones are empty. */
function polls(...answers: AsyncEvent[][]) {
  return serve({
    [EVENTS]: () => ({ body: { result: answers.shift() ?? [] } }),
    "GET /api/v1/chart/data/*": ({ path }) => ({ body: { result: [{ data: [path] }] } }),
  });
}

afterEach(() => localStorage.clear());

describe("answers that come later", () => {
  test("done fetches the result, and asks on from the last event", async () => {
    const first = event("a");
    const asked = polls([], [first, event("b", { status: "error", errors: [{ message: "No luck" }] })]);
    const failed = answerOfJob({ job_id: "b" }, never);
    failed.catch(() => undefined);
    const { status, body } = await answerOfJob({ job_id: "a" }, never);
    expect([status, body]).toEqual([200, { result: [{ data: ["/api/v1/chart/data/qc-a"] }] }]);
    await expect(failed).rejects.toThrow("No luck");
    polls([event("c")]);
    await answerOfJob({ job_id: "c" }, never);
    expect(asked.filter(({ path }) => path === "/api/v1/async_event/")[0]?.query.get("last_id")).toBeNull();
    expect(localStorage.getItem("tessera.last_async_event_id")).toMatch(/^"\d+-\d+"$/);
  });

  test("an event that comes before anybody listens is delivered when somebody does", async () => {
    const asked = polls([event("early"), event("first")]);
    await answerOfJob({ job_id: "first" }, never);
    expect((await answerOfJob({ job_id: "early" }, never)).status).toBe(200);
    expect(asked.some(({ path }) => path.endsWith("qc-early"))).toBe(true);
  });

  test("an unknown status is ignored with a warning", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    polls([event("x", { status: "napping" })], [event("x")]);
    expect((await answerOfJob({ job_id: "x" }, never)).status).toBe(200);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("napping"));
    warn.mockRestore();
  });

  test("who leaves is rejected, and nobody is asked any more", async () => {
    const asked = polls();
    const abort = new AbortController();
    const waiting = answerOfJob({ job_id: "gone" }, abort.signal);
    abort.abort(new Error("left"));
    await expect(waiting).rejects.toThrow("left");
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(asked).toHaveLength(0);
  });
});
