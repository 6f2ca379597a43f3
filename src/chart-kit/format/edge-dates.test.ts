import { describe, expect, test } from "vitest";
import { bucketFormat, formatTimestamp } from "../table/column.ts";
import { grainFormatter, precisionOf, timeFormatter } from "./time-format.ts";
import { epochOf, formatValue } from "./value.ts";

const at = (text: string) => Date.parse(text.length > 10 ? `${text}Z` : `${text}T00:00Z`);

describe("dates before 1970", () => {
  test("are formatted like later ones", () => {
    expect(["1969-12-31", "1900-01-01", "0001-01-01"].map((day) => timeFormatter("%Y-%m-%d")(at(day)))).toEqual([
      "1969-12-31",
      "1900-01-01",
      "0001-01-01",
    ]);
    expect(timeFormatter("smart_date_detailed")(at("1969-12-31T23:59:59"))).toBe("1969-12-31 23:59:59");
    expect(timeFormatter()(-1)).toBe(".999ms");
  });

  test.each([
    ["1969-01-01", "year"],
    ["1969-03-01", "month"],
    ["1969-12-28", "week"],
    ["1969-12-30", "day"],
    ["1969-12-31T05:00", "hour"],
    ["1969-12-31T05:30", "minute"],
    ["1969-12-31T05:30:01", "second"],
  ])("%s is the start of a %s", (text, unit) => expect(precisionOf(at(text))).toBe(unit));

  test("are formatted by grain", () => {
    expect(grainFormatter("P1W")?.(at("1969-12-29"))).toBe("1969-12-29 — 1970-01-04");
    expect(grainFormatter("P3M")?.(at("1969-10-01"))).toBe("1969 Q4");
    expect(bucketFormat("P1M")(at("1899-12-01"), {})).toBe("1899-12");
    expect(bucketFormat("P1Y")("1850-01-01", {})).toBe("1850");
  });

  test("keep their time in a table", () => {
    expect(formatTimestamp(at("1969-12-31"))).toBe("1969-12-31");
    expect(formatTimestamp(at("1969-12-31T00:00:01"))).toBe("1969-12-31 00:00:01");
    expect(formatTimestamp(-1000)).toBe("1969-12-31 23:59:59");
  });
});

describe("date strings", () => {
  test.each([
    ["1969-07-20", at("1969-07-20")],
    ["1969-07-20T20:17", at("1969-07-20T20:17")],
    ["1969-07-20 20:17:40.25", at("1969-07-20T20:17:40.250")],
    ["1969-07-20T20:17:40Z", at("1969-07-20T20:17:40")],
    ["1969-07-20T20:17:40-0500", at("1969-07-21T01:17:40")],
    ["  2024-02-29  ", at("2024-02-29")],
    ["2024-13-01", undefined],
    ["2024-02-29 25:00", undefined],
    ["20240229", undefined],
    ["2024", undefined],
    ["", undefined],
    ["NaN", undefined],
  ])("“%s”", (text, epochMs) => expect(epochOf(text)).toBe(epochMs));

  test("invalid dates are returned unchanged", () => {
    const asTime = (value: string | number | boolean | null) => formatValue(value, { type: 2, timeFormat: "%Y" });
    expect(["n/a", "", true, null].map(asTime)).toEqual(["n/a", "", "true", "<NULL>"]);
    expect(asTime(Number.NaN)).toBe("NaN");
    expect(bucketFormat("P1M")("someday", {})).toBe("someday");
    expect(formatTimestamp(Number.NaN)).toBe("NaN");
  });

  test("values out of the date range are returned unchanged", () => {
    expect(formatTimestamp(9e15)).toBe("9000000000000000");
    expect(timeFormatter("%Y-%m-%d")(9e15)).toBe("9000000000000000");
    expect(bucketFormat("P1Y")(9e15, {})).toBe("9000000000000000");
  });
});

describe("buckets", () => {
  test.each([
    ["PT1H", "2024-02-29 23:00"],
    ["PT15M", "2024-02-29 23:45"],
    ["PT1S", "2024-02-29 23:45:07"],
    ["1969-12-28T00:00:00Z/P1W", "2024-02-29 — 2024-03-06"],
    ["P1W/1970-01-03T00:00:00Z", "2024-02-23 — 2024-02-29"],
  ])("of %s cross the end of a leap February: %s", (grain, text) => {
    expect(timeFormatter(undefined, grain)(at("2024-02-29T23:45:07"))).toBe(text);
  });

  test("unknown grains use adaptive dates", () => {
    expect(timeFormatter("smart_date", "P7Y")(at("2024-01-01"))).toBe("2024");
    expect(timeFormatter("  ", null)(at("2024-01-01"))).toBe("2024");
  });
});
