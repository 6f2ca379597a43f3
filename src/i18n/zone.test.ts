import { afterEach, describe, expect, test, vi } from "vitest";
import { browserZone, effectiveZone, setPageZone, setUserZone, userZone } from "./browser-zone.ts";
import { instantOn, instantsOn, isTimeZone, offsetChanges, wallClockIn, zoneName } from "./zone.ts";

const iso = (ms: number, zone: string) => new Date(wallClockIn(ms, zone)).toISOString();

describe("clocks of a time zone", () => {
  test("follow daylight saving time, and keep milliseconds", () => {
    expect(iso(Date.UTC(2024, 0, 1, 12, 0, 0, 5), "Europe/Berlin")).toBe("2024-01-01T13:00:00.005Z");
    expect(iso(Date.UTC(2024, 6, 1, 12), "Europe/Berlin")).toBe("2024-07-01T14:00:00.000Z");
    expect(iso(Date.UTC(2024, 0, 1, 2), "America/New_York")).toBe("2023-12-31T21:00:00.000Z");
    expect(iso(Date.UTC(2024, 0, 1), "Asia/Kolkata")).toBe("2024-01-01T05:30:00.000Z");
    expect(iso(Date.UTC(2024, 0, 1), "+02:00")).toBe("2024-01-01T02:00:00.000Z");
    expect(iso(-1, "UTC")).toBe("1969-12-31T23:59:59.999Z");
  });

  test("are UTC for names that aren't zones", () => {
    expect(iso(0, "Europe/Nowhere")).toBe("1970-01-01T00:00:00.000Z");
    expect([isTimeZone("Europe/Berlin"), isTimeZone("Nowhere"), isTimeZone(""), isTimeZone("x".repeat(999))]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("moments at which clocks show a time", () => {
  const first = (text: string, zone: string) => new Date(instantOn(Date.parse(text), zone)).toISOString();

  test("are one, but two in an hour that repeats", () => {
    expect(first("2024-07-01T00:00Z", "Asia/Tokyo")).toBe("2024-06-30T15:00:00.000Z");
    expect(first("2024-07-01T00:00Z", "Asia/Kathmandu")).toBe("2024-06-30T18:15:00.000Z");
    expect(first("2024-11-03T01:30Z", "America/New_York")).toBe("2024-11-03T05:30:00.000Z");
    expect(instantsOn(Date.parse("2024-11-03T01:30Z"), "America/New_York")).toEqual([
      Date.parse("2024-11-03T05:30Z"),
      Date.parse("2024-11-03T06:30Z"),
    ]);
  });

  test("begin a day that has no midnight, or two, or that was skipped", () => {
    expect(first("2018-11-04T00:00Z", "America/Sao_Paulo")).toBe("2018-11-04T03:00:00.000Z");
    expect(first("2024-11-03T00:00Z", "America/Havana")).toBe("2024-11-03T04:00:00.000Z");
    expect(first("2011-12-30T00:00Z", "Pacific/Apia")).toBe("2011-12-30T10:00:00.000Z");
    expect(first("2024-03-10T02:30Z", "America/New_York")).toBe("2024-03-10T07:00:00.000Z");
  });
});

describe("changes of a zone's clocks", () => {
  const HOUR = 3_600_000;
  const year = { since: Date.UTC(2024, 0), until: Date.UTC(2025, 0) };

  test("within a year are those of that year, after what held before", () => {
    expect(offsetChanges("Asia/Tokyo", year).map(({ offsetMs }) => offsetMs)).toEqual([9 * HOUR]);
    const [before, ...changes] = offsetChanges("America/New_York", year);
    expect(before?.offsetMs).toBe(-5 * HOUR);
    expect(changes).toEqual([
      { from: Date.parse("2024-03-10T07:00Z"), offsetMs: -4 * HOUR },
      { from: Date.parse("2024-11-03T06:00Z"), offsetMs: -5 * HOUR },
    ]);
  });

  test.each(["Europe/Berlin", "Africa/Casablanca", "Australia/Lord_Howe", "America/Caracas", "Africa/Monrovia"])(
    "%s are all found",
    (zone) => {
      const all = offsetChanges(zone, { since: null, until: null });
      for (let ms = Date.UTC(1970, 0); ms < Date.UTC(2037, 0); ms += 86_400_000 * 3) {
        const known = all.findLast(({ from }) => from <= ms)?.offsetMs;
        expect([ms, known]).toEqual([ms, wallClockIn(ms, zone) - ms]);
      }
    },
  );
});

test("names of zones are as their database spells them", () => {
  expect(["asia/tokyo", "UTC", "+02:00", "Nowhere"].map(zoneName)).toEqual(["Asia/Tokyo", "UTC", "+02:00", "Nowhere"]);
});

describe("the zone of a page", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    setUserZone(null);
    setPageZone(null);
  });

  test("is the dashboard's, else the user's, else the browser's", () => {
    expect([effectiveZone(), userZone()]).toEqual([browserZone(), browserZone()]);
    setUserZone("Asia/Tokyo");
    expect([effectiveZone(), userZone()]).toEqual(["Asia/Tokyo", "Asia/Tokyo"]);
    setPageZone("Europe/Berlin");
    expect([effectiveZone(), userZone()]).toEqual(["Europe/Berlin", "Asia/Tokyo"]);
    setPageZone("Nowhere");
    expect(effectiveZone()).toBe("Asia/Tokyo");
  });

  test.each([
    ["Pacific/Kiritimati", "Pacific/Kiritimati"],
    ["Nowhere", "Asia/Tokyo"],
  ])("in the pictures of a report in %s is %s, unless the dashboard has one", async (reportZone, expected) => {
    vi.stubGlobal("reportZone", reportZone);
    vi.resetModules();
    const picture = await import("./browser-zone.ts");
    picture.setUserZone("Asia/Tokyo");
    expect([picture.effectiveZone(), picture.userZone()]).toEqual([expected, expected]);
    picture.setPageZone("Europe/Berlin");
    expect(picture.effectiveZone()).toBe("Europe/Berlin");
  });
});
