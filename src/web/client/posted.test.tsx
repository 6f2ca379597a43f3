import { beforeEach, expect, test } from "vitest";
import { signInAsAnother, signOut } from "../session/session.ts";
import { dropPosted, storePosted, takePosted } from "./posted.ts";

beforeEach(() => sessionStorage.clear());

function bring(text: string): void {
  const element = document.createElement("script");
  element.type = "application/json";
  element.dataset.answer = "/sqllab/";
  element.textContent = text;
  document.body.append(element);
}

test("takes posted text once, after signing in too", () => {
  bring('{"sql":"SELECT 1"}');
  expect(takePosted("/sqllab/")).toEqual({ text: '{"sql":"SELECT 1"}', isStored: false });
  expect(takePosted("/sqllab/")).toBeUndefined();
  bring('{"sql":"SELECT 2"}');
  storePosted("/sqllab/");
  storePosted("/sqllab/");
  expect(document.querySelector('[data-answer="/sqllab/"]')).toBeNull();
  expect(takePosted("/sqllab/")).toEqual({ text: '{"sql":"SELECT 2"}', isStored: true });
  expect(takePosted("/sqllab/")).toBeUndefined();
});

test("ignores text for other pages and invalid data", () => {
  sessionStorage.setItem("tessera.posted", '["/other/","{}"]');
  expect(takePosted("/sqllab/")).toBeUndefined();
  sessionStorage.setItem("tessera.posted", "{");
  expect(takePosted("/sqllab/")).toBeUndefined();
});

test("drops stored text on other pages and on sign-out", () => {
  for (const [but, isThere] of [
    ["/sqllab/", true],
    ["/superset/welcome/", false],
    [undefined, false],
  ] as const) {
    bring('{"sql":"SELECT 3"}');
    storePosted("/sqllab/");
    dropPosted(but);
    expect(takePosted("/sqllab/") !== undefined).toBe(isThere);
  }
});

test("signing out drops posted text", () => {
  for (const leave of [signOut, signInAsAnother]) {
    bring('{"sql":"SELECT 4"}');
    storePosted("/sqllab/");
    leave();
    expect(takePosted("/sqllab/")).toBeUndefined();
  }
});
