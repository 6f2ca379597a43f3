import { afterEach, expect, test, vi } from "vitest";
import { openedAt, takeInlinedResponse } from "./inlined-responses.ts";

afterEach(() => {
  vi.useRealTimers();
});

function bring(address: string, text: string): void {
  const element = document.createElement("script");
  element.type = "application/json";
  element.dataset.answer = address;
  element.textContent = text;
  document.body.append(element);
}

test("takes a response once, by its exact URL", () => {
  vi.setSystemTime(openedAt + 1000);
  bring("/api/v1/dashboard/1", '{"result":1}');
  bring('/api/v1/dashboard/"a b"', '{"result":2}');
  expect(takeInlinedResponse("/api/v1/dashboard/")).toBeUndefined();
  expect(takeInlinedResponse('/api/v1/dashboard/"a b"')).toBe('{"result":2}');
  expect(takeInlinedResponse("/api/v1/dashboard/1")).toBe('{"result":1}');
  expect(takeInlinedResponse("/api/v1/dashboard/1")).toBeUndefined();
});

test("ignores expired responses", () => {
  bring("/api/v1/dashboard/1", '{"result":1}');
  vi.setSystemTime(openedAt + 60_000);
  expect(takeInlinedResponse("/api/v1/dashboard/1")).toBeUndefined();
});
