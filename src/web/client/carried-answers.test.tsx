import { afterEach, expect, test, vi } from "vitest";
import { openedAt, takeCarriedAnswer } from "./carried-answers.ts";

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

test("what the page brought is taken once, by its exact address", () => {
  vi.setSystemTime(openedAt + 1000);
  bring("/api/v1/dashboard/1", '{"result":1}');
  bring('/api/v1/dashboard/"a b"', '{"result":2}');
  expect(takeCarriedAnswer("/api/v1/dashboard/")).toBeUndefined();
  expect(takeCarriedAnswer('/api/v1/dashboard/"a b"')).toBe('{"result":2}');
  expect(takeCarriedAnswer("/api/v1/dashboard/1")).toBe('{"result":1}');
  expect(takeCarriedAnswer("/api/v1/dashboard/1")).toBeUndefined();
});

test("once the page has been open for a while it is asked for anew", () => {
  bring("/api/v1/dashboard/1", '{"result":1}');
  vi.setSystemTime(openedAt + 60_000);
  expect(takeCarriedAnswer("/api/v1/dashboard/1")).toBeUndefined();
});
