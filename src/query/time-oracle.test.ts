import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { createClock, wallTime } from "../server/clock.ts";
import { parseTimeRange } from "./time-range.ts";

/**
 * Checks the grammar of time ranges against another calendar, which counts days by the Gregorian rules alone, without
 * `Date`, over years with and without February 29.
 */
interface Civil {
  year: number;
  month: number;
  day: number;
}
type Unit = "day" | "week" | "month" | "quarter" | "year";

const DAY = 86_400_000;
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const lengthOf = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
const leapsBefore = (year: number) =>
  Math.floor((year - 1) / 4) - Math.floor((year - 1) / 100) + Math.floor((year - 1) / 400);
function daysOf({ year, month, day }: Civil): number {
  let days = (year - 1970) * 365 + leapsBefore(year) - leapsBefore(1970) + day - 1;
  for (let before = 1; before < month; before++) days += lengthOf(year, before);
  return days;
}
function civilOf(days: number): Civil {
  let year = 1968 + Math.floor(days / 365.25);
  while (daysOf({ year: year + 1, month: 1, day: 1 }) <= days) year++;
  let month = 1;
  while (month < 12 && daysOf({ year, month: month + 1, day: 1 }) <= days) month++;
  return { year, month, day: days - daysOf({ year, month, day: 1 }) + 1 };
}
const startOf = (days: number, unit: Unit): number => {
  const { year, month } = civilOf(days);
  if (unit === "day") return days;
  if (unit === "week") return days - ((((days + 3) % 7) + 7) % 7);
  const first = unit === "year" ? 1 : unit === "quarter" ? month - ((month - 1) % 3) : month;
  return daysOf({ year, month: first, day: 1 });
};
function moved(days: number, count: number, unit: Unit): number {
  if (unit === "day" || unit === "week") return days + count * (unit === "week" ? 7 : 1);
  const { year, month, day } = civilOf(days);
  const months = year * 12 + month - 1 + count * { month: 1, quarter: 3, year: 12 }[unit];
  const target = { year: Math.floor(months / 12), month: (months % 12) + 1 };
  return daysOf({ ...target, day: Math.min(day, lengthOf(target.year, target.month)) });
}
const lastOf = (days: number, unit: Unit) => startOf(moved(startOf(days, unit), 1, unit), unit) - 1;
const pad = (value: number, length = 2) => String(value).padStart(length, "0");
const textOf = (days: number) => {
  const { year, month, day } = civilOf(days);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
};

const anyDay = fc.oneof(
  fc.integer({ min: 0, max: 47_500 }),
  fc
    .tuple(fc.integer({ min: 1970, max: 2099 }), fc.constantFrom([2, 28], [2, 29], [3, 1], [12, 31], [1, 1], [1, 31]))
    .map(([year, [month = 1, day = 1]]) => daysOf({ year, month, day: Math.min(day, lengthOf(year, month)) })),
);
const timeOfDay = fc.integer({ min: 0, max: DAY - 1 });
const unit = fc.constantFrom<Unit>("day", "week", "month", "quarter", "year");
const few = fc.integer({ min: 1, max: 30 });

function boundsOf(text: string, days: number, time = 0) {
  const { since, until } = parseTimeRange(text, {
    now: days * DAY + time,
    relativeStart: "today",
    relativeEnd: "today",
  });
  return [since, until].map((ms) => (ms === null ? null : ms / DAY));
}

describe("time ranges match an independent calendar", () => {
  test("which converts days back and forth", () => {
    expect(textOf(daysOf({ year: 2024, month: 2, day: 29 }))).toBe("2024-02-29");
    expect(daysOf({ year: 2000, month: 3, day: 1 })).toBe(11_017);
    fc.assert(fc.property(anyDay, (day) => void expect(daysOf(civilOf(day))).toBe(day)));
  });

  type Expected = (day: number, unit: Unit, n: number) => [string, number | null, number | null];
  const FORMS: Record<string, Expected> = {
    "last and next": (day, u, n) => [`Last ${n} ${u}s`, moved(day, -n, u), day],
    "next units": (day, u, n) => [`Next ${n} ${u}s`, day, moved(day, n, u)],
    "the previous period": (day, u) => [`previous calendar ${u}`, startOf(moved(day, -1, u), u), startOf(day, u)],
    "this period": (day, u) => [`Current ${u}`, startOf(day, u), startOf(moved(day, 1, u), u)],
    "units ago": (day, u, n) => [`${n} ${u}s ago : ${n} ${u}s later`, moved(day, -n, u), moved(day, n, u)],
    "starts of periods": (day, u, n) => [
      `start of last ${n} ${u}s : start of next ${n} ${u}s`,
      startOf(moved(day, -n, u), u),
      startOf(moved(day, n, u), u),
    ],
    "ends of periods": (day, u, n) => [` : end of next ${n} ${u}s`, null, lastOf(moved(day, n, u), u)],
    "first days": (day, u) => [`first day of last ${u} : `, startOf(moved(day, -1, u), u), null],
    "dates and distances": (day, u, n) => [
      `${textOf(day)} : DATEADD(DATETIME("${textOf(day)}"), ${n}, ${u})`,
      day,
      moved(day, n, u),
    ],
    "nested functions": (day, u, n) => [
      `DATETRUNC(DATEADD(DATETIME('${textOf(day)}'), -${n}, ${u}), ${u}) : `,
      startOf(moved(day, -n, u), u),
      null,
    ],
    "as many days as between two dates": (day, u, n) => [
      `${textOf(day)} : DATEADD(DATETIME('${textOf(day)}'), DATEDIFF(DATETIME('${textOf(day)}'), DATETIME('${textOf(moved(day, n, u))}')), day)`,
      day,
      moved(day, n, u),
    ],
  };
  test.each(Object.entries(FORMS))("%s", (_, expected) => {
    fc.assert(
      fc.property(anyDay, timeOfDay, unit, few, (day, time, u, n) => {
        const [text, since, until] = expected(day, u, n);
        expect([text, ...boundsOf(text, day, time)]).toEqual([text, since, until]);
      }),
      { numRuns: 200 },
    );
  });

  test("in last days of weeks, months and years", () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom<Unit>("week", "month", "year"), (day, u) => {
        expect(boundsOf(`LASTDAY(DATETIME('${textOf(day)}'), ${u}) : `, 0)).toEqual([lastOf(day, u), null]);
      }),
    );
  });

  test("in comparisons, which move both ends by the calendar", () => {
    fc.assert(
      fc.property(anyDay, few, unit, few, (day, length, u, n) => {
        const text = `${textOf(day)} : ${textOf(day + length)}`;
        const [since, until] = [moved(day, -n, u), moved(day + length, -n, u)];
        const anchors = { now: 0, relativeStart: "today", relativeEnd: "today" } as const;
        const shifted = parseTimeRange(text, anchors, `${n} ${u}s ago`);
        expect(shifted).toEqual({ since: since * DAY, until: until * DAY });
        const inherited = parseTimeRange(text, anchors, "inherit");
        expect(inherited).toEqual({ since: (day - length) * DAY, until: day * DAY });
        expect(parseTimeRange(text, anchors, textOf(since)).since).toBe(since * DAY);
      }),
    );
  });

  test("in timestamps with a zone, which become UTC, and in days without one", () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: -840, max: 840 }),
        (day, minute, zone) => {
          const clock = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:00`;
          const offset = `${zone < 0 ? "-" : "+"}${pad(Math.floor(Math.abs(zone) / 60))}:${pad(Math.abs(zone) % 60)}`;
          const { since } = parseTimeRange(`${textOf(day)}T${clock}${offset} : `, {
            ...{ now: 0, relativeStart: "today", relativeEnd: "today" },
          });
          expect(since).toBe(day * DAY + (minute - zone) * 60_000);
          expect(boundsOf(`${textOf(day)} : `, 0)).toEqual([day, null]);
        },
      ),
    );
  });
});

describe("the server's time zone", () => {
  const before = process.env.TZ;
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  const ZONES = ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe"];
  test.each(ZONES)("in %s today is the day that a calendar there shows", (zone) => {
    process.env.TZ = zone;
    const shown = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2037, 0) }), (ms) => {
        const now = wallTime(createClock(() => ms));
        const { since } = parseTimeRange("today : ", { now, relativeStart: "today", relativeEnd: "today" });
        expect(textOf((since ?? 0) / DAY)).toBe(shown.format(ms));
      }),
      { numRuns: 200 },
    );
  });
});
