import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { advancedOf, formatTimeRange, parseTimeRange, timeRangeText, UNITS } from "./time-range.ts";

describe("parseTimeRange", () => {
  it("parses shorthands of every kind", () => {
    expect(parseTimeRange("No filter")).toEqual({ kind: "none" });
    expect(parseTimeRange("")).toEqual({ kind: "none" });
    expect(parseTimeRange("Last quarter")).toEqual({ kind: "last", period: "quarter" });
    expect(parseTimeRange("previous calendar month")).toEqual({ kind: "previous", period: "month" });
    expect(parseTimeRange("Current day")).toEqual({ kind: "current", period: "day" });
  });

  it("parses dates, now, today, open and relative ends as a custom range", () => {
    expect(parseTimeRange("2001-01-01 : 2001-07-01T12:30")).toEqual({
      kind: "custom",
      since: { kind: "specific", at: "2001-01-01T00:00:00" },
      until: { kind: "specific", at: "2001-07-01T12:30:00" },
    });
    expect(parseTimeRange(" : now")).toEqual({ kind: "custom", since: { kind: "open" }, until: { kind: "now" } });
    expect(parseTimeRange('DATEADD(DATETIME("today"), -7, day) : today')).toEqual({
      kind: "custom",
      since: { kind: "relative", amount: -7, unit: "day", anchor: "today" },
      until: { kind: "today" },
    });
  });

  it("keeps other text unchanged as an advanced range", () => {
    const texts = ["first week of last month", 'DATETRUNC(DATETIME("now"), year) : now', "Last 3 years : "];
    for (const text of texts) {
      expect(parseTimeRange(text).kind).toBe("advanced");
      expect(formatTimeRange(parseTimeRange(text)).trim()).toBe(text.trim());
    }
  });

  it("parses what it formats", () => {
    const end = fc.oneof(
      fc.constantFrom({ kind: "now" as const }, { kind: "today" as const }),
      fc.record({
        kind: fc.constant("relative" as const),
        amount: fc.integer({ min: -500, max: 500 }),
        unit: fc.constantFrom(...UNITS),
        anchor: fc.constantFrom("now", "today", "2020-02-29T10:00:00"),
      }),
      fc.record({
        kind: fc.constant("specific" as const),
        at: fc
          .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 19)),
      }),
    );
    fc.assert(
      fc.property(end, end, (since, until) => {
        const range = { kind: "custom" as const, since, until };
        expect(parseTimeRange(formatTimeRange(range))).toEqual(range);
      }),
    );
  });
});

describe("timeRangeText", () => {
  it("shows the last included day", () => {
    expect(timeRangeText("2001-01-01 : 2001-07-01")).toBe("1 Jan – 30 Jun 2001");
    expect(timeRangeText("2000-12-25 : 2001-01-02")).toBe("25 Dec 2000 – 1 Jan 2001");
    expect(timeRangeText("2001-01-01 : 2001-01-02")).toBe("1 Jan 2001");
    expect(timeRangeText("2001-01-01T08:00:00 : 2001-01-01T09:30:00")).toBe("1 Jan, 08:00 – 1 Jan 2001, 09:30");
  });

  it("describes relative and open ranges", () => {
    expect(timeRangeText('DATEADD(DATETIME("now"), -1, hour) : now')).toBe("Last 1 hour");
    expect(timeRangeText("2001-01-01 : ")).toBe("From 1 Jan 2001");
    expect(timeRangeText(" : 2001-01-01")).toBe("Until 31 Dec 2000");
    expect(timeRangeText("previous calendar week")).toBe("Previous week");
    expect(timeRangeText(undefined)).toBe("No filter");
    expect(timeRangeText("3 days ago : now")).toBe("3 days ago : now");
  });
});

describe("advancedOf", () => {
  it("converts a range to expressions", () => {
    const custom = parseTimeRange("2001-01-01 : now");
    expect(advancedOf(custom)).toEqual({ kind: "advanced", since: "2001-01-01T00:00:00", until: "now" });
    expect(formatTimeRange(advancedOf(parseTimeRange("Last week")))).toBe("Last week");
    expect(formatTimeRange(advancedOf(parseTimeRange("No filter")))).toBe("No filter");
  });
});

describe("a number of units", () => {
  it.each([
    ["Last 7 days", 'DATEADD(DATETIME("today"), -7, day) : today'],
    ["last 1 month", 'DATEADD(DATETIME("today"), -1, month) : today'],
    ["Last 2 hours", 'DATEADD(DATETIME("now"), -2, hour) : now'],
  ])("reads %s", (text, written) => expect(formatTimeRange(parseTimeRange(text))).toBe(written));

  it.each(["Last 0 days", "Last 7 fortnights"])("keeps %s as an expression", (text) => {
    expect(parseTimeRange(text).kind).toBe("advanced");
  });
});

describe("in another language", () => {
  const textIn = (language: Language, text: string) => inLocale({ language }, () => timeRangeText(text));

  it.each(UNITS)("names the amount of a range of %ss in a sentence of its own", (unit) => {
    const range = `DATEADD(DATETIME("now"), -2, ${unit}) : now`;
    expect(timeRangeText(range)).toBe(`Last 2 ${unit}s`);
    expect(textIn("en-XA", range)).toMatch(/^\[[^[]*2 [^[]*\]$/);
  });

  it("has dates of that language", () => {
    expect(textIn("de", "2001-01-01 : 2001-07-01")).toBe("1. Jan. – 30. Juni 2001");
    expect(textIn("ja", "2001-01-01 : 2001-01-02")).toBe("2001年1月1日");
  });

  it("shows an impossible date as it is", () => {
    expect(timeRangeText("2001-13-45 : now")).toBe("2001-13-45T00:00:00 – now");
  });
});
