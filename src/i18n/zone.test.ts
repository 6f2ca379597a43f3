import { afterEach, describe, expect, test, vi } from "vitest";
import { browserZone, effectiveZone, setPageZone, setUserZone, userZone } from "./browser-zone.ts";
import { isTimeZone, wallClockIn } from "./zone.ts";

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
