import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { AsyncEvent } from "../../api/async-event/contract.ts";
import { serve } from "../../testing/network.ts";
import { resultOfJob } from "./async-jobs.ts";

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

function polls(...answers: AsyncEvent[][]) {
  return serve({
    [EVENTS]: () => ({ body: { result: answers.shift() ?? [] } }),
    "GET /api/v1/chart/data/*": ({ path }) => ({ body: { result: [{ data: [path] }] } }),
  });
}

afterEach(() => localStorage.clear());

describe("async query results", () => {
  test("fetches the result when done, and continues after the last event", async () => {
    const first = event("a");
    const requests = polls([], [first, event("b", { status: "error", errors: [{ message: "No luck" }] })]);
    const failed = resultOfJob({ job_id: "b" }, never);
    failed.catch(() => undefined);
    const { status, body } = await resultOfJob({ job_id: "a" }, never);
    expect([status, body]).toEqual([200, { result: [{ data: ["/api/v1/chart/data/qc-a"] }] }]);
    await expect(failed).rejects.toThrow("No luck");
    polls([event("c")]);
    await resultOfJob({ job_id: "c" }, never);
    expect(requests.filter(({ path }) => path === "/api/v1/async_event/")[0]?.query.get("last_id")).toBeNull();
    expect(localStorage.getItem("tessera.last_async_event_id")).toMatch(/^"\d+-\d+"$/);
  });

  test("delivers an event that arrives before its listener", async () => {
    const requests = polls([event("early"), event("first")]);
    await resultOfJob({ job_id: "first" }, never);
    expect((await resultOfJob({ job_id: "early" }, never)).status).toBe(200);
    expect(requests.some(({ path }) => path.endsWith("qc-early"))).toBe(true);
  });

  test("warns about unknown statuses", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    polls([event("x", { status: "napping" })], [event("x")]);
    expect((await resultOfJob({ job_id: "x" }, never)).status).toBe(200);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("napping"));
    warn.mockRestore();
  });

  test("rejects aborted requests and stops polling", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const requests = polls();
    const abort = new AbortController();
    const waiting = resultOfJob({ job_id: "gone" }, abort.signal);
    abort.abort(new Error("left"));
    await expect(waiting).rejects.toThrow("left");
    await vi.advanceTimersByTimeAsync(5000);
    expect(requests).toHaveLength(0);
  });
});

describe("websocket transport", () => {
  const opened: { url: URL; lose(): void; tell(event: AsyncEvent): void; closed: boolean }[] = [];
  class Socket extends EventTarget {
    readonly #own;
    constructor(url: URL) {
      super();
      this.#own = {
        url,
        closed: false,
        lose: () => this.dispatchEvent(new Event("close")),
        tell: (event: AsyncEvent) => this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) })),
      };
      opened.push(this.#own);
    }
    close() {
      this.#own.closed = true;
    }
  }

  test("reconnects every 2.5 seconds, six times, then falls back to polling", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Socket);
    // biome-ignore lint/suspicious/noDocumentCookie: set by the server
    document.cookie = "async-transport=ws";
    onTestFinished(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: removed again
      document.cookie = "async-transport=; max-age=0";
      vi.useRealTimers();
    });
    const requests = polls([event("late")]);
    const answer = resultOfJob({ job_id: "told" }, never);
    const late = resultOfJob({ job_id: "late" }, never);
    opened[0]?.tell(event("told"));
    expect((await answer).status).toBe(200);
    for (let attempt = 1; attempt <= 6; attempt++) {
      opened.at(-1)?.lose();
      await vi.advanceTimersByTimeAsync(2499);
      expect(opened).toHaveLength(attempt);
      await vi.advanceTimersByTimeAsync(1);
      expect(opened).toHaveLength(attempt + 1);
    }
    expect(opened[1]?.url.searchParams.get("last_id")).toMatch(/^\d+-\d+$/);
    const polled = () => requests.filter(({ path }) => path === "/api/v1/async_event/").length;
    expect(polled()).toBe(0);
    opened.at(-1)?.lose();
    await vi.advanceTimersByTimeAsync(500);
    expect((await late).status).toBe(200);
    expect([polled(), opened.length]).toEqual([1, 7]);
  });

  test("drops an event without listener after six tries in growing steps of 100 ms", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const requests = polls([event("nobody")]);
    const abort = new AbortController();
    const other = resultOfJob({ job_id: "other" }, abort.signal);
    await vi.advanceTimersByTimeAsync(500);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2101);
    const aborted = resultOfJob({ job_id: "nobody" }, abort.signal);
    await vi.advanceTimersByTimeAsync(3000);
    expect(requests.some(({ path }) => path.endsWith("qc-nobody"))).toBe(false);
    abort.abort(new Error("left"));
    await Promise.all([other, aborted].map((each) => expect(each).rejects.toThrow("left")));
  });
});
