import { expect, test } from "vitest";
import { agoText, formatTimestamp, parseTimestamp, utcText } from "./clock.ts";

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

test("the store's form and the wire's", () => {
  expect(formatTimestamp(NOW, 7)).toBe("2026-04-16T15:19:00.000007");
  expect(parseTimestamp("2026-04-16T15:19:00.123456")).toBe(NOW + 123);
  expect(utcText("2026-04-16T15:19:00.123456")).toBe("2026-04-16T15:19:00.123456+0000");
});
