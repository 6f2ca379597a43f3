import { describe, expect, test } from "vitest";
import { inLocale } from "../../i18n/node.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { asMoments, onClock, onReadersClock } from "./zoned.ts";

const result = (at: number | string | null, shown?: string): ChartDataResult => ({
  data: [{ at, plain: at, n: 1 }],
  colnames: ["at", "plain", "n"],
  ...(shown ? { colzones: { at: shown } } : {}),
});
const inZone = <T>(zone: string, run: () => T) => inLocale({ language: "en", zone }, run);
const moved = (at: number | string | null, shown: string, zone: string) =>
  inZone(zone, () => (onReadersClock(result(at, shown)).data as { at: unknown; plain: unknown }[])[0]);

describe("results on the reader's clock", () => {
  const at = Date.UTC(2024, 0, 1, 2);
  const inNewYork = Date.UTC(2023, 11, 31, 21);

  test("have moments moved, and nothing else", () => {
    expect(moved(at, "UTC", "America/New_York")).toMatchObject({ at: inNewYork, plain: at });
    expect(moved("2024-01-01T02:00:00", "UTC", "America/New_York")).toMatchObject({ at: inNewYork });
    expect(moved(null, "UTC", "America/New_York")).toMatchObject({ at: null });
    expect(moved("soon", "UTC", "America/New_York")).toMatchObject({ at: "soon" });
  });

  test("are moved from the clock of any zone, once", () => {
    expect(moved(Date.UTC(2024, 0, 1, 11), "Asia/Tokyo", "America/New_York")).toMatchObject({ at: inNewYork });
    const once = inZone("America/New_York", () => onReadersClock(result(at, "UTC")));
    expect(once.colzones).toEqual({ at: "America/New_York" });
    expect(inZone("America/New_York", () => onReadersClock(once))).toBe(once);
  });

  test("without columns of moments are the same", () => {
    const plain = result(at);
    expect(inZone("Asia/Tokyo", () => onReadersClock(plain))).toBe(plain);
  });
});

describe("selections", () => {
  const zones = { at: "America/New_York" };
  const select = (more: object) => ({ clauses: [{ column: "at", values: [], ...more }], label: "" });

  test("leave a chart as moments, and return to its clock", () => {
    const shown = select({
      values: [Date.UTC(2024, 0, 1)],
      range: { from: Date.UTC(2024, 6, 1), to: Date.UTC(2024, 6, 2) },
    });
    const outside = asMoments(shown, zones);
    const range = { from: Date.UTC(2024, 6, 1, 4), to: Date.UTC(2024, 6, 2, 4) };
    expect(outside.clauses[0]).toMatchObject({ values: [Date.UTC(2024, 0, 1, 5)], range });
    expect(onClock(outside, zones)).toEqual(shown);
  });

  test("mean both moments in an hour that repeats", () => {
    const { clauses } = asMoments(select({ values: [Date.UTC(2024, 10, 3, 1, 30), null] }), zones);
    expect(clauses[0]?.values).toEqual([Date.UTC(2024, 10, 3, 5, 30), Date.UTC(2024, 10, 3, 6, 30), null]);
  });

  test("of periods and of other columns stay", () => {
    const period = select({ values: [Date.UTC(2024, 0, 1)], grain: "P1D" });
    expect(asMoments(period, zones)).toBe(period);
    const ofAxis = select({
      column: { label: "at", sqlExpression: "at", expressionType: "SQL", columnType: "BASE_AXIS", timeGrain: "P1D" },
      values: [Date.UTC(2024, 0, 1)],
    });
    expect(asMoments(ofAxis, zones)).toBe(ofAxis);
    const other = select({ column: "plain", values: [Date.UTC(2024, 0, 1)] });
    expect(asMoments(other, zones)).toBe(other);
  });
});
