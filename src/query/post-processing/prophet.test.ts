import { describe, expect, test } from "vitest";
import { type Frame, frameOf, labelOf } from "../frame.ts";
import { type ProcessSteps, postProcess, postProcessWith } from "./post-process.ts";
import type { Forecaster, ForecastRequest } from "./prophet.ts";

const process: ProcessSteps = async (frame, steps) => postProcess(frame, steps);
const DAY = 86_400_000;
const at = (text: string) => Date.parse(`${text}Z`);
const { signal } = new AbortController();

function counting() {
  const requests: ForecastRequest[] = [];
  const forecast: Forecaster = async (request) => {
    requests.push(request);
    return request.series.map(() => {
      const yhat = request.at.map((_, i) => i);
      return { yhat, lower: yhat.map((v) => v - 1), upper: yhat.map((v) => v + 1) };
    });
  };
  return { requests, forecast };
}

const frame = (times: (number | null)[], series: Record<string, (number | null)[]>): Frame =>
  frameOf(
    [
      { name: "day", kind: "temporal", values: times },
      ...Object.entries(series).map(([name, values]) => ({ name, kind: "numeric" as const, values })),
    ],
    times.length,
  );
const OPTIONS = { time_grain: "P1D", periods: 2, confidence_interval: 0.8, index: "day" };

async function run(input: Frame, options: Record<string, unknown> = {}) {
  const { requests, forecast } = counting();
  const step = { operation: "prophet", options: { ...OPTIONS, ...options } };
  const result = await postProcessWith(input, [step], { forecast, signal, process });
  const columns = Object.fromEntries(result.columns.map((column) => [labelOf(column), Array.from(column.values)]));
  return { columns, request: requests[0], rows: result.rows };
}

const THREE = [0, DAY, 2 * DAY];

describe("a forecast", () => {
  test("keeps the history and adds three columns per series, for history and future", async () => {
    const { columns, rows } = await run(frame(THREE, { a: [1, 2, 3], b: [4, null, 6] }));
    expect(rows).toBe(5);
    expect(columns).toEqual({
      day: [0, DAY, 2 * DAY, 3 * DAY, 4 * DAY],
      a: [1, 2, 3, null, null],
      a__yhat: [0, 1, 2, 3, 4],
      a__yhat_lower: [-1, 0, 1, 2, 3],
      a__yhat_upper: [1, 2, 3, 4, 5],
      b: [4, null, 6, null, null],
      b__yhat: [0, 1, 2, 3, 4],
      b__yhat_lower: [-1, 0, 1, 2, 3],
      b__yhat_upper: [1, 2, 3, 4, 5],
    });
  });

  test("is sorted by time, without rows that have no time", async () => {
    const { columns, request } = await run(frame([2 * DAY, null, 0], { a: [3, 9, 1] }));
    expect(columns.day).toEqual([0, 2 * DAY, 3 * DAY, 4 * DAY]);
    expect(request?.series).toEqual([[1, 3]]);
  });

  test("leaves a series with a single value empty", async () => {
    const { columns } = await run(frame(THREE, { a: [null, 2, null], b: [4, 5, 6] }));
    expect(columns.a__yhat).toEqual([null, null, null, null, null]);
    expect(columns.b__yhat).toEqual([0, 1, 2, 3, 4]);
  });

  test("passes on the seasonality settings", async () => {
    const { request } = await run(frame(THREE, { a: [1, 2, 3] }), { yearly_seasonality: true, weekly_seasonality: 5 });
    expect(request).toMatchObject({ confidence: 0.8, yearly: true, weekly: 5, daily: null });
  });

  test.each([
    ["PT1H", "2024-01-01T05:00", ["2024-01-01T06:00", "2024-01-01T07:00"]],
    ["P1W", "2024-01-01T00:00", ["2024-01-08T00:00", "2024-01-15T00:00"]],
    ["1969-12-28T00:00:00Z/P1W", "2024-01-07T00:00", ["2024-01-14T00:00", "2024-01-21T00:00"]],
    ["P1M", "2024-12-01T00:00", ["2025-01-01T00:00", "2025-02-01T00:00"]],
    ["P1M", "2024-01-31T00:00", ["2024-02-29T00:00", "2024-03-31T00:00"]],
    ["P3M", "2024-10-01T00:00", ["2025-01-01T00:00", "2025-04-01T00:00"]],
    ["P1Y", "2024-02-29T00:00", ["2025-02-28T00:00", "2026-02-28T00:00"]],
  ])("of %s after %s continues in calendar steps", async (time_grain, last, next) => {
    const { columns } = await run(frame([at(last) - 400 * DAY, at(last)], { a: [1, 2] }), { time_grain });
    expect(columns.day?.slice(2)).toEqual(next.map(at));
  });

  test("can be followed by other steps", async () => {
    const { forecast } = counting();
    const steps = [
      { operation: "prophet", options: OPTIONS },
      { operation: "select", options: { columns: ["day", "a__yhat"] } },
    ];
    const result = await postProcessWith(frame(THREE, { a: [1, 2, 3] }), steps, { forecast, signal, process });
    expect(result.columns.map(labelOf)).toEqual(["day", "a__yhat"]);
  });
});

test.each<[string, Record<string, unknown>, string]>([
  ["no grain", { time_grain: null, periods: undefined }, "Time grain missing"],
  ["an unknown grain", { time_grain: "P7Y" }, "Unsupported time grain: P7Y"],
  ["a missing column", { index: "week" }, "DataFrame must include temporal column"],
  ["an axis without times", { index: "a" }, "DataFrame must include temporal column"],
  ["half a period", { periods: 1.5 }, "Periods must be a whole number"],
  ["negative periods", { periods: -1 }, "Periods must be a whole number"],
  ["too many periods", { periods: 1e9 }, "Periods must be at most 10,000"],
  ["no confidence", { confidence_interval: 0 }, "Confidence interval must be between 0 and 1 (exclusive)"],
  ["certainty", { confidence_interval: 1 }, "Confidence interval must be between 0 and 1 (exclusive)"],
  ["negative confidence", { confidence_interval: -0.5 }, "Confidence interval must be between 0 and 1 (exclusive)"],
  [
    "seasonality as text",
    { weekly_seasonality: "often" },
    "Invalid options for prophet: weekly_seasonality Invalid input",
  ],
])("%s returns 400", async (_, options, message) => {
  await expect(run(frame(THREE, { a: [1, 2, 3] }), options)).rejects.toMatchObject({ status: 400, message });
});

test("too little data returns 400", async () => {
  await expect(run(frame(THREE, { a: [null, 2, null] }))).rejects.toMatchObject({
    status: 400,
    message: "Dataframe has less than 2 non-NaN rows.",
  });
  await expect(run(frame(THREE, {}))).rejects.toMatchObject({
    status: 400,
    message: "DataFrame include at least one series",
  });
});
