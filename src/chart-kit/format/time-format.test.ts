import { describe, expect, test } from "vitest";
import { grainFormatter, isTimeFormat, precisionOf, TIME_FORMATS, timeFormatter } from "./time-format.ts";

const INSTANTS = [
  Date.UTC(2024, 0),
  Date.UTC(2024, 1),
  Date.UTC(2024, 1, 4),
  Date.UTC(2024, 1, 5),
  Date.UTC(2024, 1, 5, 13),
  Date.UTC(2024, 1, 5, 13, 5),
  Date.UTC(2024, 1, 5, 13, 5, 7),
  Date.UTC(2024, 1, 5, 13, 5, 7, 123),
];

describe("time formats", () => {
  test("adaptive shows each time at its own precision", () => {
    const expected = ["2024", "February", "Feb 04", "Mon 05", "01 PM", "01:05", ":07s", ".123ms"];
    expect(INSTANTS.map(timeFormatter("smart_date"))).toEqual(expected);
    expect(INSTANTS.map(timeFormatter())).toEqual(expected);
    expect(INSTANTS.slice(0, 3).map(precisionOf)).toEqual(["year", "month", "week"]);
  });

  test("detailed keeps the date in every label", () => {
    const detailed = INSTANTS.map(timeFormatter("smart_date_detailed"));
    expect(detailed[0]).toBe("2024");
    expect(detailed[1]).toBe("2024-02-01");
    expect(detailed[7]).toBe("2024-02-05 13:05:07.123");
  });

  test("verbose shows weekday, date and time", () => {
    const verbose = INSTANTS.map(timeFormatter("smart_date_verbose"));
    expect([verbose[1], verbose[2], verbose[5]]).toEqual(["Feb 2024", "Sun Feb 4", "Mon Feb 05, 01:05 PM"]);
  });

  test.each([
    ["P1D", "2024-05-06"],
    ["P1W", "2024-05-06 — 2024-05-12"],
    ["1969-12-29T00:00:00Z/P1W", "2024-05-06 — 2024-05-12"],
    ["P1W/1970-01-04T00:00:00Z", "2024-04-30 — 2024-05-06"],
    ["P1M", "May 2024"],
    ["P3M", "2024 Q2"],
    ["P1Y", "2024"],
  ])("formats a bucket of %s", (grain, expected) => {
    expect(timeFormatter("smart_date", grain)(Date.UTC(2024, 4, 6))).toBe(expected);
  });

  test("an explicit format overrides the grain", () => {
    expect(timeFormatter("%d/%m/%Y", "P1Y")(Date.UTC(2024, 4, 6))).toBe("06/05/2024");
    expect(grainFormatter("PT7M")).toBeUndefined();
  });

  test("offers eight choices, each with an example", () => {
    expect(TIME_FORMATS).toHaveLength(8);
    expect(TIME_FORMATS[4]).toEqual(["%Y-%m-%d", "%Y-%m-%d | 2019-01-14"]);
  });

  test("returns invalid times unchanged", () => {
    expect(timeFormatter()(Number.NaN)).toBe("NaN");
  });
});

test("formats without known directives aren't formats of times", () => {
  expect(["smart_date", "%Y", "%-d. %B", "100%% %H:%M"].filter((format) => !isTimeFormat(format))).toEqual([]);
  expect(["", "Y", "%K", "%Y %", "%%Y", "50%"].filter(isTimeFormat)).toEqual([]);
});
