import { expect, test } from "vitest";
import type { QueryContext } from "../../model/query-context.ts";
import { ApiError, timeoutError } from "../client/errors.ts";
import type { ChartState } from "./chart-state.ts";
import { loadEvent } from "./load-event.ts";

const context = {
  datasource: { id: 8, type: "table" },
  force: true,
  queries: [{}],
  form_data: { viz_type: "pie" },
} as unknown as QueryContext;
const loading: ChartState = { status: "loading", context, startedAt: 1000 };
const ended = (more: Partial<ChartState>): ChartState => ({ ...loading, finishedAt: 1250, status: "failed", ...more });
const ABOUT = { viz_type: "pie", datasource: "8__table", force_refresh: true, started: 1000 };

test("logs a loaded chart with its rows and duration", () => {
  const ready = ended({ status: "ready", results: [{ rowcount: 12, is_cached: true }] });
  expect(loadEvent(loading, ready)).toEqual({ ...ABOUT, duration: 250, row_count: 12, is_cached: true });
  expect(loadEvent(undefined, ready)).toMatchObject({ row_count: 12 });
  expect(loadEvent(ready, { ...ready, problems: {} })).toBeUndefined();
});

test.each([
  ["abort when stopped", { status: "stopped" as const }, "abort"],
  ["timeout of the browser", { error: timeoutError(60) }, "timeout"],
  ["timeout of the server", { error: serverTimeout() }, "timeout"],
  [
    "the title of other failures",
    { error: new ApiError({ status: 404, title: "Not found", message: "x" }) },
    "Not found",
  ],
])("%s", (_, more, error_details) => {
  expect(loadEvent(loading, ended(more))).toEqual({ ...ABOUT, duration: 250, has_err: true, error_details });
});

test("logs a superseded query as abort", () => {
  expect(loadEvent(loading, { ...loading, startedAt: 1100 })).toEqual({
    ...ABOUT,
    has_err: true,
    error_details: "abort",
  });
  expect(loadEvent(undefined, loading)).toBeUndefined();
  expect(loadEvent(ended({ status: "ready" }), { ...loading, startedAt: 2000, finishedAt: 1250 })).toBeUndefined();
});

function serverTimeout() {
  const errors = [{ message: "m", error_type: "BACKEND_TIMEOUT_ERROR" as const, level: "error" as const, extra: null }];
  return new ApiError({ status: 408, title: "Request timeout", message: "m", errors });
}
