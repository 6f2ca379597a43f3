import { beforeEach, expect, test } from "vitest";
import { keepPosted, takePosted } from "./posted.ts";

beforeEach(() => sessionStorage.clear());

function bring(text: string): void {
  const element = document.createElement("script");
  element.type = "application/json";
  element.dataset.answer = "/sqllab/";
  element.textContent = text;
  document.body.append(element);
}

test("what was posted is taken once, after signing in too", () => {
  bring('{"sql":"SELECT 1"}');
  expect(takePosted("/sqllab/")).toBe('{"sql":"SELECT 1"}');
  expect(takePosted("/sqllab/")).toBeUndefined();
  bring('{"sql":"SELECT 2"}');
  keepPosted("/sqllab/");
  keepPosted("/sqllab/");
  expect(document.querySelector('[data-answer="/sqllab/"]')).toBeNull();
  expect(takePosted("/sqllab/")).toBe('{"sql":"SELECT 2"}');
  expect(takePosted("/sqllab/")).toBeUndefined();
});

test("what was kept for another page, or is no such thing, is not taken", () => {
  sessionStorage.setItem("tessera.posted", '["/other/","{}"]');
  expect(takePosted("/sqllab/")).toBeUndefined();
  sessionStorage.setItem("tessera.posted", "{");
  expect(takePosted("/sqllab/")).toBeUndefined();
});
