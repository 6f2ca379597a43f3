import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { casesOf } from "../testing/full-size.ts";
import { isoWithoutZone } from "./calendar.ts";
import { withHolidays } from "./holidays.ts";
import type { TimeAnchors } from "./time-expression.ts";
import { parseTimeRange } from "./time-range.ts";

const anchors: TimeAnchors = { now: Date.UTC(2024, 1, 29, 23, 59, 58), relativeStart: "today", relativeEnd: "today" };
const iso = (ms: number | null) => (ms === null ? "" : isoWithoutZone(ms).replace("T00:00:00", ""));
const resolve = async (text: string) => {
  const { since, until } = await withHolidays(() => parseTimeRange(text, anchors));
  return [iso(since), iso(until)];
};

describe("HOLIDAY", () => {
  test("requests its calendars before first use", async () => {
    vi.resetModules();
    const fresh = { ...(await import("./time-range.ts")), ...(await import("./holidays.ts")) };
    const outcome = () => fresh.parseTimeRange("HOLIDAY('Christmas') : ", anchors);
    let thrown: unknown;
    try {
      outcome();
    } catch (error) {
      thrown = error;
    }
    expect(fresh.isHolidaysMissing(thrown)).toBe(true);
  });

  test.each([
    ["HOLIDAY('Christmas Day') : ", "2024-12-25", ""],
    ['holiday("new year\'s day") : ', "2024-01-01", ""],
    ["HOLIDAY('Christmas', DATETIME('2021-06-01')) : ", "2021-12-25", ""],
    ["HOLIDAY('Juneteenth National Independence Day', DATETIME('2022')) : ", "2022-06-19", ""],
    ["HOLIDAY('Thanksgiving', DATETIME('last year')) : ", "2023-11-23", ""],
    ["HOLIDAY('Easter Monday', DATETIME('2024'), 'DE') : HOLIDAY('Unity', DATETIME('2024'), 'DE')", "", ""],
    ["HOLIDAY('Labour', DATETIME('2024-05-05'), 'FR',) : ", "2024-05-01", ""],
    ["HOLIDAY('Labor Day', DATETIME('2021'), 'Germany') : ", "2021-05-01", ""],
    ["HOLIDAY('Boxing day', DATETIME('2018-02-01'), 'UK') : ", "2018-12-26", ""],
    ["HOLIDAY('Eid al-Fitr', DATETIME('2000-02-01'), 'Malaysia') : ", "2000-01-08", ""],
    ["HOLIDAY('Christmas', DATETIME('2021'), 'UnitedStates') : ", "2021-12-25", ""],
    ["HOLIDAY('Pentecost Monday', DATETIME('2024'), 'FR') : ", "2024-05-20", ""],
    ["HOLIDAY('National Day', DATETIME('2024'), 'FR') : ", "2024-07-14", ""],
    ["HOLIDAY('May Day', DATETIME('2021'), 'GB') : ", "2021-05-03", ""],
    ["HOLIDAY('Christmas', DATETIME('2021'), 'South Korea') : ", "2021-12-25", ""],
    ["DATEADD(HOLIDAY('Independence Day'), -1, week) : HOLIDAY('Independence Day')", "2024-06-27", "2024-07-04"],
    ["DATETRUNC(HOLIDAY('Memorial Day'), month) : LASTDAY(HOLIDAY('Memorial Day'), month)", "2024-05-01", "2024-05-31"],
    [
      "DATEADD(DATETIME('2024-01-01'), DATEDIFF(DATETIME('2024-01-01'), HOLIDAY('Labor Day')), day) : ",
      "2024-09-02",
      "",
    ],
  ])("%s", async (text, since, until) => {
    const resolved = resolve(text);
    if (since === "") await expect(resolved).rejects.toThrow("Holiday not found: [Unity]");
    else expect(await resolved).toEqual([since, until]);
  });

  test.each([
    ["HOLIDAY('Towel Day') : ", "Holiday not found: [Towel Day]"],
    ["HOLIDAY('') : ", "Holiday not found: []"],
    ["HOLIDAY('Juneteenth Eve') : ", "Holiday not found: [Juneteenth Eve]"],
    ["HOLIDAY('Christmas', DATETIME('2024'), 'XX') : ", "No holiday calendar for the country XX"],
    ["HOLIDAY('Christmas', DATETIME('2024'), 'constructor') : ", "No holiday calendar for the country constructor"],
    ["HOLIDAY() : ", "Cannot parse time string [HOLIDAY()]"],
  ])("%s is rejected", async (text, message) => {
    await expect(resolve(text)).rejects.toThrow(message);
  });

  test("follows its calendar rule in any year", async () => {
    await withHolidays(() => parseTimeRange("HOLIDAY('Christmas') : ", anchors));
    const weekdayOf = (y: number, month: number, weekday: number, nth: number) => {
      const first = new Date(Date.UTC(y, month, 1)).getUTCDay();
      return Date.UTC(y, month, 1 + ((weekday - first + 7) % 7) + 7 * (nth - 1));
    };
    fc.assert(
      fc.property(fc.integer({ min: 1975, max: 2100 }), (year) => {
        const of = (name: string) => parseTimeRange(`HOLIDAY('${name}', DATETIME('${year}-07-01')) : `, anchors).since;
        expect(of("Independence Day")).toBe(Date.UTC(year, 6, 4));
        expect(of("Thanksgiving Day")).toBe(weekdayOf(year, 10, 4, 4));
        expect(of("Labor Day")).toBe(weekdayOf(year, 8, 1, 1));
      }),
      { numRuns: casesOf(15, 40) },
    );
  });
});

test("the server's time zone doesn't shift days", () => {
  const query = join(import.meta.dirname);
  const script = `
    import { withHolidays } from "${query}/holidays.ts";
    import { parseTimeRange } from "${query}/time-range.ts";
    const anchors = { now: ${anchors.now}, relativeStart: "today", relativeEnd: "today" };
    const texts = ["Last week", "previous calendar month", "Current quarter", "2024-03-10 : 2024-03-31T02:30:00",
      "1 March 2021 : 31 October 2021", "3 days ago : tomorrow", "HOLIDAY('Christmas') : ", "yesterday at 2:30 : now",
      "LASTDAY(DATETIME('today'), year) : DATEADD(DATETIME('2024-02-29'), 1, year)", "first week of next month",
      "HOLIDAY('Easter Sunday', DATETIME('2024'), 'GB') : "];
    console.log(JSON.stringify(await Promise.all(texts.map((text) => withHolidays(() => parseTimeRange(text, anchors))))));`;
  const answers = [
    "UTC",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Europe/Berlin",
  ].map((TZ) =>
    execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], {
      env: { ...process.env, TZ },
      encoding: "utf8",
    }),
  );
  expect(answers[0]).toContain(String(Date.UTC(2024, 11, 25)));
  expect(new Set(answers).size).toBe(1);
});
