import { describe, expect, it } from "vitest";
import {
  appliesTo,
  crossFilterMask,
  excluding,
  type MarkSelection,
  nextSelection,
  selectionOf,
} from "./cross-filter.ts";

const origin = (...values: string[]): MarkSelection => ({
  clauses: [{ column: "origin", values }],
  label: values.join(", "),
});

describe("crossFilterMask", () => {
  it("has one clause per dimension and round-trips", () => {
    const selection: MarkSelection = {
      clauses: [
        { column: "origin", values: ["ORD"] },
        { column: "carrier", values: [null] },
      ],
      label: "ORD, <NULL>",
    };
    const mask = crossFilterMask(12, selection);
    expect(mask.extraFormData?.filters).toEqual([
      { col: "origin", op: "IN", val: ["ORD"] },
      { col: "carrier", op: "IS NULL" },
    ]);
    expect(mask.filterState).toMatchObject({ value: [["ORD"], [null]], selectedValues: ["ORD", "<NULL>"] });
    expect(selectionOf(mask)).toEqual(selection);
  });

  it("round-trips an exclusion", () => {
    const mask = crossFilterMask(12, excluding({ column: "origin", values: ["ORD"] }, "ORD"));
    expect(mask.extraFormData?.filters).toEqual([{ col: "origin", op: "NOT IN", val: ["ORD"], keepsNull: true }]);
    expect(mask.filterState).toMatchObject({ label: "not ORD", excludeFilterValues: true });
    const selection = selectionOf(mask);
    expect(selection).toMatchObject({ label: "not ORD", isExcluded: true });
    expect(nextSelection(origin("ORD"), selection, false)).toEqual(selection);
    expect(nextSelection(selection, selection, false)).toBeNull();
    expect(nextSelection(selection, origin("LAX"), true)).toEqual(origin("LAX"));
    const known = crossFilterMask(12, excluding({ column: "origin", values: [null] }, "<NULL>"));
    expect(known.extraFormData?.filters).toEqual([{ col: "origin", op: "IS NOT NULL" }]);
    expect(selectionOf(known)?.isExcluded).toBe(true);
    const some = crossFilterMask(12, excluding({ column: "origin", values: ["ORD", null] }, "two"));
    expect(some.extraFormData?.filters).toEqual([{ col: "origin", op: "NOT IN", val: ["ORD", null] }]);
  });

  const days = (from: number, to: number, includesEnd?: boolean): MarkSelection => ({
    clauses: [{ column: "date", values: [], range: { from, to, ...(includesEnd ? { includesEnd } : {}) } }],
    label: "a range",
  });

  it("is two comparisons for a range and round-trips, with several ranges too", () => {
    const mask = crossFilterMask(12, days(100, 200));
    expect(mask.extraFormData?.filters).toEqual([
      { col: "date", op: ">=", val: 100 },
      { col: "date", op: "<", val: 200 },
    ]);
    expect(mask.filterState).toMatchObject({ value: [[100, 200]], label: "a range" });
    expect(selectionOf(mask)).toEqual(days(100, 200));
    const area = { ...days(1, 2, true), clauses: [...days(1, 2, true).clauses, ...days(3, 4).clauses] };
    expect(selectionOf(crossFilterMask(12, area))).toEqual(area);
    expect(crossFilterMask(12, area).extraFormData?.filters?.map(({ op }) => op)).toEqual([">=", "<=", ">=", "<"]);
  });

  it("replaces a range by the next selection, and keeps it when the same one is selected again", () => {
    expect(nextSelection(days(1, 2), days(1, 2), false)).toEqual(days(1, 2));
    expect(nextSelection(days(1, 2), days(2, 3), true)).toEqual(days(2, 3));
    expect(nextSelection(origin("ORD"), days(2, 3), true)).toEqual(days(2, 3));
    expect(nextSelection(days(1, 2), null, false)).toBeNull();
  });

  it("filters nothing without a selection", () => {
    expect(crossFilterMask(12, null).extraFormData).toEqual({});
    expect(selectionOf(crossFilterMask(12, null))).toBeNull();
    expect(selectionOf(undefined)).toBeNull();
  });

  it("keeps the grain of a time value", () => {
    const mask = crossFilterMask(1, { clauses: [{ column: "date", values: [0], grain: "P1M" }], label: "Jan" });
    expect(mask.extraFormData?.filters).toEqual([{ col: "date", op: "IN", val: [0], grain: "P1M" }]);
    expect(selectionOf(mask)?.clauses[0]?.grain).toBe("P1M");
  });
});

describe("nextSelection", () => {
  it("sets, replaces and clears by clicking", () => {
    expect(nextSelection(null, origin("ORD"), false)).toEqual(origin("ORD"));
    expect(nextSelection(origin("ORD"), origin("LAX"), false)).toEqual(origin("LAX"));
    expect(nextSelection(origin("ORD"), origin("ORD"), false)).toBeNull();
    expect(nextSelection(origin("ORD"), null, false)).toBeNull();
  });

  it("adds and removes with Ctrl or Cmd", () => {
    const both = nextSelection(origin("ORD"), origin("LAX"), true);
    expect(both).toEqual(origin("ORD", "LAX"));
    expect(nextSelection(both, origin("ORD"), true)).toEqual(origin("LAX"));
    expect(nextSelection(origin("LAX"), origin("LAX"), true)).toBeNull();
  });

  it("starts over when the clicked marks have other columns", () => {
    const carrier: MarkSelection = { clauses: [{ column: "carrier", values: ["AA"] }], label: "AA" };
    expect(nextSelection(origin("ORD"), carrier, true)).toEqual(carrier);
  });
});

describe("appliesTo", () => {
  const flights = { id: 7, columns: new Set(["origin", "delay"]) };
  const airports = { id: 8, columns: new Set(["origin", "city"]) };
  const movies = { id: 9, columns: new Set(["title"]) };

  it("needs a column of that name in the target's dataset", () => {
    const mask = crossFilterMask(1, origin("ORD"));
    expect(appliesTo(mask, flights, airports)).toBe(true);
    expect(appliesTo(mask, flights, movies)).toBe(false);
    expect(appliesTo(mask, flights, undefined)).toBe(false);
  });

  it("limits SQL columns to their own dataset", () => {
    const column = { sqlExpression: "upper(origin)", expressionType: "SQL" as const };
    const mask = crossFilterMask(1, { clauses: [{ column, values: ["ORD"] }], label: "ORD" });
    expect(appliesTo(mask, flights, flights)).toBe(true);
    expect(appliesTo(mask, flights, airports)).toBe(false);
  });
});
