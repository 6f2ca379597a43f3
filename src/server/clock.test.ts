import { expect, test } from "vitest";
import { ageMs, agoText, createClock, formatTimestamp, parseTimestamp, utcText, wallTime } from "./clock.ts";

const NOW = Date.UTC(2026, 3, 16, 15, 19);
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

test.each([
  [0, "now"],
  [-5 * SECOND, "now"],
  [SECOND, "a second ago"],
  [42 * SECOND, "42 seconds ago"],
  [60 * SECOND, "a minute ago"],
  [59 * 60 * SECOND, "59 minutes ago"],
  [HOUR, "an hour ago"],
  [23 * HOUR, "23 hours ago"],
  [DAY, "a day ago"],
  [3 * DAY, "3 days ago"],
  [30 * DAY, "30 days ago"],
  [31 * DAY, "a month ago"],
  [100 * DAY, "3 months ago"],
  [366 * DAY, "a year ago"],
  [800 * DAY, "2 years ago"],
])("%i ms ago is %s", (ms, text) => {
  expect(agoText(formatTimestamp(NOW - ms), NOW)).toBe(text);
});

test("formats timestamps for the store and the API", () => {
  expect(formatTimestamp(NOW, 7)).toBe("2026-04-16T15:19:00.000007");
  expect(parseTimestamp("2026-04-16T15:19:00.123456")).toBe(NOW + 123);
  expect(utcText("2026-04-16T15:19:00.123456")).toBe("2026-04-16T15:19:00.123456+0000");
});

test("timestamps increase even when the machine's clock stops or goes back a little", () => {
  let now = NOW;
  const clock = createClock(() => now);
  const stamps = Array.from({ length: 2500 }, () => clock.timestamp());
  now -= 30 * SECOND;
  stamps.push(clock.timestamp());
  now += 31 * SECOND;
  stamps.push(clock.timestamp());
  expect(new Set(stamps).size).toBe(stamps.length);
  expect(stamps.toSorted()).toEqual(stamps);
});

test.each([-HOUR, -DAY, 31 * DAY])("follows a clock that is set by %i ms, and knows since when", (by) => {
  let [now, elapsed] = [NOW, 0];
  const pass = (ms: number) => {
    now += ms;
    elapsed += ms;
  };
  const clock = createClock(
    () => now,
    () => elapsed,
  );
  clock.timestamp();
  pass(DAY);
  clock.timestamp();
  expect(clock.sinceSet()).toBe(Number.POSITIVE_INFINITY);
  now += by;
  expect(clock.timestamp()).toBe(formatTimestamp(NOW + DAY + by));
  expect(clock.timestamp()).toBe(formatTimestamp(NOW + DAY + by, 1));
  pass(HOUR);
  expect(clock.sinceSet()).toBe(HOUR);
  expect(clock.elapsed()).toBe(DAY + HOUR);
});

test("a time from before the clock was set back is as old as can be", () => {
  expect(ageMs(formatTimestamp(NOW - HOUR), NOW)).toBe(HOUR);
  expect(ageMs(formatTimestamp(NOW + SECOND), NOW)).toBe(-SECOND);
  expect(ageMs(formatTimestamp(NOW + HOUR), NOW)).toBe(Number.POSITIVE_INFINITY);
});

test("wall time follows the time zone through DST changes and before 1970", () => {
  const zone = process.env.TZ;
  process.env.TZ = "Europe/Berlin";
  try {
    const wall = (text: string) => new Date(wallTime({ ...createClock(), now: () => Date.parse(text) })).toISOString();
    expect(wall("2024-03-31T00:59:59.999Z")).toBe("2024-03-31T01:59:59.999Z");
    expect(wall("2024-03-31T01:00:00Z")).toBe("2024-03-31T03:00:00.000Z");
    expect(wall("2024-10-27T00:30:00Z")).toBe("2024-10-27T02:30:00.000Z");
    expect(wall("2024-10-27T01:30:00Z")).toBe("2024-10-27T02:30:00.000Z");
    expect(wall("1969-12-31T23:30:00Z")).toBe("1970-01-01T00:30:00.000Z");
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
