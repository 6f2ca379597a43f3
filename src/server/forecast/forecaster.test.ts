import { afterAll, describe, expect, test } from "vitest";
import { inLocale } from "../../i18n/node.ts";
import type { ForecastRequest } from "./fit.ts";
import { bandOf } from "./fit.ts";
import { createForecaster } from "./forecaster.ts";

const DAY = 86_400_000;
const forecaster = createForecaster({ timeoutMs: 60_000, idleMs: 60_000, threads: 1 });
afterAll(() => forecaster.close());
const { signal } = new AbortController();

const days = (count: number) => Array.from({ length: count }, (_, i) => Date.UTC(2024, 0, 1) + i * DAY);
const PLAIN = { confidence: 0.8, yearly: false, weekly: null, daily: false } as const;
const request = (values: readonly (number | null)[], future: number, more: Partial<ForecastRequest> = {}) => ({
  at: days(values.length + future),
  series: [values],
  ...PLAIN,
  ...more,
});
async function predicted(values: readonly (number | null)[], future = 7, more: Partial<ForecastRequest> = {}) {
  const [prediction] = await forecaster.forecast(request(values, future, more), signal);
  if (!prediction) throw new Error("no prediction");
  return prediction;
}

const WEEKLY = Array.from(
  { length: 140 },
  (_, i) => 100 + i / 2 + (i % 7 > 4 ? 20 : 0) + (((i * 7919) % 200) / 100 - 1),
);

describe("forecasts", () => {
  test("continue the trend and the weekly pattern", async () => {
    const { yhat } = await predicted(WEEKLY);
    const truth = Array.from({ length: 7 }, (_, k) => 100 + (140 + k) / 2 + ((140 + k) % 7 > 4 ? 20 : 0));
    expect(yhat).toHaveLength(147);
    yhat.slice(-7).forEach((value, i) => {
      expect(Math.abs(value - (truth[i] ?? 0))).toBeLessThan(2);
    });
  });

  test("the band covers about its share of the history and widens with confidence", async () => {
    const narrow = await predicted(WEEKLY, 30, { confidence: 0.5 });
    const wide = await predicted(WEEKLY, 30, { confidence: 0.95 });
    const inside = ({ lower, upper }: typeof wide) =>
      WEEKLY.filter((value, i) => value >= (lower[i] ?? 0) && value <= (upper[i] ?? 0)).length / WEEKLY.length;
    expect(inside(wide)).toBeGreaterThan(0.9);
    expect(inside(narrow)).toBeGreaterThan(0.3);
    expect(inside(narrow)).toBeLessThan(0.7);
    const width = (at: number) => (wide.upper.at(at) ?? 0) - (wide.lower.at(at) ?? 0);
    expect(width(-1)).toBeGreaterThan(width(0));
  });

  test("forecasts are deterministic across threads", async () => {
    const first = await predicted(WEEKLY);
    await predicted(WEEKLY.map((value) => value * 3));
    const other = createForecaster({ timeoutMs: 60_000, idleMs: 1000, threads: 1 });
    const [inOtherThread] = await other.forecast(request(WEEKLY, 7), signal);
    await other.close();
    expect(await predicted(WEEKLY)).toEqual(first);
    expect(inOtherThread).toEqual(first);
  });

  test("gaps are predicted", async () => {
    const gappy = WEEKLY.map((value, i) => (i % 10 === 3 ? null : value));
    const { yhat } = await predicted(gappy);
    expect(Math.abs((yhat[73] ?? 0) - (WEEKLY[73] ?? 0))).toBeLessThan(3);
  });

  test.each<[string, number[], number, number]>([
    ["two points continue as a line", [1, 2], 3, 0.01],
    ["an exact line continues", [1, 2, 3, 4, 5, 6], 7, 0.3],
    ["zero stays zero", [0, 0, 0], 0, 1e-6],
    ["a constant stays constant", [5, 5, 5, 5], 5, 1e-6],
    ["large values keep their size", Array.from({ length: 30 }, (_, i) => 1e12 + i * 1e9), 1.03e12, 2e9],
  ])("%s", async (_, values, next, tolerance) => {
    const { yhat, lower, upper } = await predicted(values, 1);
    const last = yhat.at(-1) ?? Number.NaN;
    expect(Math.abs(last - next)).toBeLessThanOrEqual(tolerance);
    expect([lower.at(-1) ?? 0, upper.at(-1) ?? 0].map((edge) => Number.isFinite(edge))).toEqual([true, true]);
    expect(lower.at(-1)).toBeLessThanOrEqual(last);
  });

  test("every degenerate series gets a forecast, and the thread survives", async () => {
    const noise = (n: number, most: number) => Array.from({ length: n }, (_, i) => ((i * 7919 + 13) % 97) % most);
    const series = [2, 3, 4, 5, 8, 12, 20, 30].flatMap((n) => [
      noise(n, 2),
      noise(n, 10),
      noise(n, 97).map((v) => v * 1e7),
    ]);
    for (const values of series) {
      const { yhat } = await predicted(values, 3);
      expect(yhat.every(Number.isFinite)).toBe(true);
    }
    const { yhat } = await predicted(WEEKLY);
    expect(Math.abs((yhat.at(-1) ?? 0) - 193)).toBeLessThan(3);
  });
});

describe("threads", () => {
  const slow = request(
    Array.from({ length: 3000 }, (_, i) => Math.sin(i / 9) * 10 + ((i * 31) % 17)),
    10,
    { yearly: 30, weekly: 30 },
  );

  test("a canceled forecast makes room for the next immediately", async () => {
    const own = createForecaster({ timeoutMs: 60_000, idleMs: 1000, threads: 1 });
    const cancel = new AbortController();
    const running = own.forecast({ ...slow, series: Array(40).fill(slow.series[0]) }, cancel.signal);
    const waiting = new AbortController();
    const inLine = own.forecast(slow, waiting.signal);
    waiting.abort(new Error("left the line"));
    await expect(inLine).rejects.toThrow("left the line");
    const next = own.forecast(request(WEEKLY, 7), signal);
    cancel.abort(new Error("gone"));
    await expect(running).rejects.toThrow("gone");
    expect((await next)[0]?.yhat).toHaveLength(147);
    await own.close();
  });

  test("a forecast over the time limit is rejected", async () => {
    const own = createForecaster({ timeoutMs: 400, idleMs: 1000, threads: 1 });
    const tooSlow = () => own.forecast({ ...slow, series: Array(60).fill(slow.series[0]) }, signal);
    const [running, elsewhere] = [tooSlow(), inLocale({ language: "en-XA" }, tooSlow)];
    await expect(running).rejects.toMatchObject({ status: 400, message: expect.stringContaining("took longer") });
    await expect(elsewhere).rejects.toThrow(/^\[/);
    await own.close();
  });

  test("the calling thread isn't blocked", async () => {
    const started = performance.now();
    const running = forecaster.forecast({ ...slow, series: Array(3).fill(slow.series[0]) }, signal);
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await running;
    clearInterval(timer);
    expect(performance.now() - started).toBeGreaterThan(longest * 2);
  });
});

test("the band equals the noise if the trend never changed", () => {
  const { lower, upper } = bandOf({ sigma: 0.1, deltas: [0, 0], scale: 50 }, [0, 0.5, 1, 1.2], 0.8);
  expect(upper[0]).toBeCloseTo(5 * 1.28155, 3);
  expect(lower[2]).toBeCloseTo(-5 * 1.28155, 3);
  expect(upper[3]).toBeGreaterThan(5.5);
  expect(upper[3]).toBeLessThan(7.5);
});
