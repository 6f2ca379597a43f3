import { describe, expect, test } from "vitest";
import { filterWords, hasFilters } from "./report-state.ts";

const NAMES = { origin: "Origin", year: "Year" };
const mask = (value: unknown, label?: string) => ({ filterState: { value, ...(label ? { label } : {}) } });

describe("filter summary of a report", () => {
  test("has names and values", () => {
    const dataMask = { origin: mask(["ORD", "SFO"]), year: mask(2001) };
    expect(filterWords({ dataMask }, NAMES)).toBe("Origin ORD, SFO, Year 2001");
  });

  test("uses labels where there are any", () => {
    expect(filterWords({ dataMask: { year: mask([1, 2], "1 ≤ x ≤ 2") } }, NAMES)).toBe("Year 1 ≤ x ≤ 2");
  });

  test("shows only the name of filters without values", () => {
    const dataMask = { origin: mask(null), year: mask(["", null]), gone: mask(null), broken: null as never };
    expect(filterWords({ dataMask }, NAMES)).toBe("Origin, Year");
  });

  test("keeps values of deleted filters", () => {
    expect(filterWords({ dataMask: { gone: mask("ORD") } }, NAMES)).toBe("ORD");
  });

  test("includes filters set on the report itself, by column if unnamed", () => {
    const nativeFilters = [
      { nativeFilterId: "origin", columnName: "origin_code", filterType: "filter_select", filterValues: ["ATL"] },
      { nativeFilterId: "other", columnName: "carrier", filterType: "filter_select", filterValues: ["AA", "DL"] },
    ];
    expect(filterWords({ nativeFilters }, NAMES)).toBe("Origin ATL, carrier AA, DL");
    expect(filterWords({ dataMask: { year: mask(2001) }, nativeFilters: nativeFilters.slice(0, 1) }, NAMES)).toBe(
      "Year 2001, Origin ATL",
    );
  });

  test("is empty without selections", () => {
    expect([hasFilters({}), hasFilters({ dataMask: {}, nativeFilters: [] })]).toEqual([false, false]);
    expect(hasFilters({ dataMask: { year: mask(1) } })).toBe(true);
    const native = { nativeFilterId: "a", columnName: "b", filterType: "filter_select", filterValues: [] };
    expect(hasFilters({ nativeFilters: [native] })).toBe(true);
    expect(filterWords({}, NAMES)).toBe("");
  });
});
