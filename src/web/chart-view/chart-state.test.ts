import { describe, expect, it } from "vitest";
import { ChartDataResult, QueryContext } from "../../model/query-context.ts";
import { ApiError, timeoutError } from "../client/errors.ts";
import { type ChartState, cachedAt, limitReached, staleSince, withoutOtherResults } from "./chart-state.ts";

const context = (parts: object = {}) =>
  QueryContext.parse({ datasource: { id: 1, type: "table" }, queries: [{ metrics: ["count"], ...parts }] });
const result = (parts: object = {}) => ChartDataResult.parse({ data: [], colnames: [], coltypes: [], ...parts });

const failed = (parts: Partial<ChartState> = {}): ChartState => ({
  status: "failed",
  results: [result()],
  answered: { context: context(), at: 1000 },
  context: { ...context(), force: true },
  error: timeoutError(60),
  ...parts,
});

describe("staleness after a failed refresh", () => {
  it("is the age of the shown results, or of their cache", () => {
    expect(staleSince(failed())).toBe(1000);
    const cached = [result({ cached_dttm: "2026-01-01T08:14:00" })];
    expect(staleSince(failed({ results: cached }))).toBe(Date.UTC(2026, 0, 1, 8, 14));
  });

  it("doesn't apply to other queries, or to data without access", () => {
    expect(staleSince(failed({ context: context({ row_limit: 5 }) }))).toBeUndefined();
    expect(staleSince(failed({ error: new ApiError({ status: 403, title: "", message: "" }) }))).toBeUndefined();
    const redirectError = { message: "no", error_type: "OAUTH2_REDIRECT_ERROR", level: "error", extra: {} } as const;
    const unauthorized = new ApiError({ status: 400, title: "", message: "", errors: [redirectError] });
    expect(staleSince(failed({ error: unauthorized }))).toBeUndefined();
    expect(staleSince(failed({ results: undefined, answered: undefined }))).toBeUndefined();
    expect(staleSince(failed({ status: "ready" }))).toBeUndefined();
  });
});

describe("result metadata", () => {
  it("uses the oldest cached query as age", () => {
    const results = ["2026-01-01T10:00:00", "2026-01-01T09:00:00+00:00"].map((cached_dttm) => result({ cached_dttm }));
    expect(cachedAt({ status: "ready", results })).toBe(Date.UTC(2026, 0, 1, 9));
    expect(cachedAt({ status: "ready", results: [result()] })).toBeUndefined();
  });

  it("has the limit that cut off rows", () => {
    const state = { status: "ready", context: context({ row_limit: 10 }) } as const;
    expect(limitReached({ ...state, results: [result({ rowcount: 10 })] })).toBe(10);
    expect(limitReached({ ...state, results: [result({ rowcount: 9 })] })).toBeUndefined();
  });
});

describe("results of another query", () => {
  it("are dropped when the dataset changes, and after a failed new query", () => {
    const ready: ChartState = { ...failed(), status: "ready" };
    expect(withoutOtherResults(ready, "1__table")).toBe(ready);
    expect(withoutOtherResults(ready, "2__table").results).toBeUndefined();
    expect(withoutOtherResults(failed(), "1__table").results).toHaveLength(1);
    expect(withoutOtherResults(failed({ context: context({ row_limit: 5 }) }), "1__table").results).toBeUndefined();
  });
});
