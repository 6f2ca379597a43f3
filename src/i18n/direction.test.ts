import { afterEach, expect, test } from "vitest";
import { inlineKey, inlinePlacement, inlineSign } from "./direction.ts";
import { type Language, localeFrom } from "./locale.ts";

afterEach(() => localeFrom(() => ({ language: "en" })));
const speak = (language: Language) => localeFrom(() => ({ language }));

test("mirrors nothing from left to right", () => {
  expect([inlineSign(), inlineKey("ArrowRight"), inlinePlacement("bottomRight")]).toEqual([
    1,
    "ArrowRight",
    "bottomRight",
  ]);
});

test("swaps arrow keys and popup sides from right to left", () => {
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
