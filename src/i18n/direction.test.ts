import { afterEach, expect, test } from "vitest";
import { inlineKey, inlinePlacement, inlineSign } from "./direction.ts";
import { type Language, localeFrom } from "./locale.ts";

afterEach(() => localeFrom(() => ({ language: "en" })));
const speak = (language: Language) => localeFrom(() => ({ language }));

test("from left to right nothing is mirrored", () => {
  expect([inlineSign(), inlineKey("ArrowRight"), inlinePlacement("bottomRight")]).toEqual([
    1,
    "ArrowRight",
    "bottomRight",
  ]);
});

test("from right to left the left arrow goes forward, and popups open from the other side", () => {
  speak("ar");
  expect(inlineSign()).toBe(-1);
  expect(["ArrowLeft", "ArrowRight", "ArrowUp", "Home"].map(inlineKey)).toEqual([
    "ArrowRight",
    "ArrowLeft",
    "ArrowUp",
    "Home",
  ]);
  expect((["bottomRight", "left", "top", undefined] as const).map(inlinePlacement)).toEqual([
    "bottomLeft",
    "right",
    "top",
    undefined,
  ]);
});
