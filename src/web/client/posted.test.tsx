import { beforeEach, expect, test } from "vitest";
import { signInAsAnother, signOut } from "../session/session.ts";
import { dropPosted, keepPosted, takePosted } from "./posted.ts";

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
  expect(takePosted("/sqllab/")).toEqual({ text: '{"sql":"SELECT 1"}', isKept: false });
  expect(takePosted("/sqllab/")).toBeUndefined();
  bring('{"sql":"SELECT 2"}');
  keepPosted("/sqllab/");
  keepPosted("/sqllab/");
  expect(document.querySelector('[data-answer="/sqllab/"]')).toBeNull();
  expect(takePosted("/sqllab/")).toEqual({ text: '{"sql":"SELECT 2"}', isKept: true });
  expect(takePosted("/sqllab/")).toBeUndefined();
});

test("what was kept for another page, or is no such thing, is not taken", () => {
  sessionStorage.setItem("tessera.posted", '["/other/","{}"]');
  expect(takePosted("/sqllab/")).toBeUndefined();
  sessionStorage.setItem("tessera.posted", "{");
  expect(takePosted("/sqllab/")).toBeUndefined();
});

test("what was kept is let go at another page, and at signing out", () => {
  for (const [but, isThere] of [
    ["/sqllab/", true],
    ["/superset/welcome/", false],
    [undefined, false],
  ] as const) {
    bring('{"sql":"SELECT 3"}');
    keepPosted("/sqllab/");
    dropPosted(but);
    expect(takePosted("/sqllab/") !== undefined).toBe(isThere);
  }
});

test("who signs out lets go of what was posted", () => {
  for (const leave of [signOut, signInAsAnother]) {
    bring('{"sql":"SELECT 4"}');
    keepPosted("/sqllab/");
    leave();
    expect(takePosted("/sqllab/")).toBeUndefined();
  }
});
