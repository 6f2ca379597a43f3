import { expect, test } from "vitest";
import { addMilliseconds, inMilliseconds, MICROSECOND_LIMIT_MS, millisecondsOf, momentText } from "./moment.ts";

test("formats timestamps like Python, also before 1970", () => {
  expect(momentText(0)).toBe("1970-01-01 00:00:00");
  expect(momentText(Date.UTC(2024, 1, 29, 23, 59, 58) + 1.5)).toBe("2024-02-29 23:59:58.001500");
  expect(momentText(-1)).toBe("1969-12-31 23:59:59.999000");
  expect(momentText(-0.001)).toBe("1969-12-31 23:59:59.999999");
  expect(momentText(-1000)).toBe("1969-12-31 23:59:59");
  expect(momentText(Date.UTC(1582, 9, 4))).toBe("1582-10-04 00:00:00");
});

test("reads fractional seconds up to microseconds", () => {
  expect(["5", "05", "123456", "123456789", "000001", ""].map(millisecondsOf)).toEqual([
    500, 50, 123.456, 123.456, 0.001, 0,
  ]);
});

test("rounds microseconds down and keeps nulls", () => {
  const values = [0.5, -0.5, null, Number.NaN, 7];
  expect(inMilliseconds({ kind: "temporal", values }).values).toEqual([0, -1, null, Number.NaN, 7]);
  expect(inMilliseconds({ kind: "temporal", values: Float64Array.of(1.25, -1.25) }).values).toEqual(
    Float64Array.of(1, -2),
  );
  const numbers = { kind: "numeric", values };
  expect(inMilliseconds(numbers)).toBe(numbers);
  const whole = { kind: "temporal", values: [1, null] };
  expect(inMilliseconds(whole)).toBe(whole);
});

test("adds fractions only where a double can hold them", () => {
  expect(addMilliseconds(1000, 0.25)).toBe(1000.25);
  expect(addMilliseconds(MICROSECOND_LIMIT_MS, 1.75)).toBe(MICROSECOND_LIMIT_MS + 1);
  expect(addMilliseconds(-MICROSECOND_LIMIT_MS, 1.75)).toBe(1 - MICROSECOND_LIMIT_MS);
});
