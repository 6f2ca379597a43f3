import { RISON } from "rison2";
import { describe, expect, it } from "vitest";
import { chromeOf, hashOf, parseStoredMasks, parseUrl, withParams } from "./url.ts";

describe("parseUrl", () => {
  it("reads inline masks written as rison", () => {
    const masks = { "NATIVE_FILTER-1": { filterState: { value: ["ORD"] }, extraFormData: {} } };
    const url = parseUrl(`?native_filters=${encodeURIComponent(RISON.stringify(masks))}`);
    expect(url.nativeFilters).toEqual(masks);
    expect(parseUrl("?native_filters=((").nativeFilters).toBeUndefined();
  });

  it("passes unknown parameters on to the charts", () => {
    const url = parseUrl("?standalone=2&edit=true&native_filters_key=abc&team=ops&year=2001");
    expect(url).toMatchObject({
      standalone: 2,
      isEditing: true,
      nativeFiltersKey: "abc",
      urlParams: { team: "ops", year: "2001" },
    });
  });

  it("reports which parts of the page are hidden", () => {
    expect(parseUrl("?standalone=true").standalone).toBe(1);
    expect(chromeOf(parseUrl(""))).toEqual({
      hideNav: false,
      hideTitle: false,
      hideTabs: false,
      hideChartControls: false,
    });
    expect(chromeOf(parseUrl("?standalone=3"))).toMatchObject({ hideNav: true, hideTitle: true, hideTabs: true });
    expect(chromeOf(parseUrl("?uiConfig=9"))).toEqual({
      hideNav: false,
      hideTitle: true,
      hideTabs: false,
      hideChartControls: true,
    });
    expect(parseUrl("?uiConfig=48").uiConfig).toMatchObject({ emitDataMasks: true, showRowLimitWarning: true });
    expect(parseUrl("?uiConfig=31").uiConfig.showRowLimitWarning).toBe(false);
    expect(parseUrl("?show_filters=0").showFilters).toBe(false);
    expect(parseUrl("?expand_filters=false").expandFilters).toBe(false);
  });

  it("accepts a focused chart only as an id", () => {
    expect(parseUrl("?focused_chart=12").focusedChart).toBe(12);
    expect(parseUrl("?focused_chart=x").focusedChart).toBeUndefined();
  });
});

describe("writing URLs", () => {
  it("sets and removes parameters", () => {
    expect(withParams("?a=1&permalink_key=x", { permalink_key: null, native_filters_key: "k" })).toBe(
      "?a=1&native_filters_key=k",
    );
    expect(withParams("?a=1", { a: null })).toBe("");
  });

  it("reads the layout id in a hash and stored masks", () => {
    expect(hashOf("#TAB-%20a")).toBe("TAB- a");
    expect(parseStoredMasks('{"1":{"filterState":{"value":["ORD"]}}}')).toEqual({
      "1": { filterState: { value: ["ORD"] } },
    });
    expect(parseStoredMasks("{")).toBeUndefined();
    expect(parseStoredMasks("[1]")).toBeUndefined();
  });
});
