import { beforeEach, describe, expect, test, vi } from "vitest";
import { createShellKeys, focusSearch, isTyping } from "./shell-keys.ts";

const acts = {
  onPalette: vi.fn(),
  onHelp: vi.fn(),
  onToggleRail: vi.fn(),
  onGo: vi.fn((letter: string) => letter === "d"),
  onAppearance: vi.fn(),
};

beforeEach(() => {
  vi.clearAllMocks();
  document.body.innerHTML = "";
});

function press(
  keys: ReturnType<typeof createShellKeys>,
  key: string,
  init: KeyboardEventInit = {},
  on: Element = document.body,
) {
  let used = false;
  const listener = (event: Event) => {
    used = keys(event as KeyboardEvent);
  };
  window.addEventListener("keydown", listener, { once: true });
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...init }));
  return used;
}

describe("global shortcuts", () => {
  test("Ctrl or Cmd+K opens the palette, from fields too", () => {
    const keys = createShellKeys(acts);
    document.body.innerHTML = "<input>";
    expect(press(keys, "k", { ctrlKey: true })).toBe(true);
    expect(press(keys, "K", { metaKey: true }, document.querySelector("input") as Element)).toBe(true);
    expect(press(keys, "k", { ctrlKey: true, shiftKey: true })).toBe(false);
    expect(acts.onPalette).toHaveBeenCalledTimes(2);
  });

  test("g and a letter goes to a page; other letters do nothing", () => {
    const keys = createShellKeys(acts);
    press(keys, "g");
    expect(press(keys, "d")).toBe(true);
    expect(acts.onGo).toHaveBeenCalledExactlyOnceWith("d");
    expect(press(keys, "d")).toBe(false);
    press(keys, "g");
    expect(press(keys, "z")).toBe(false);
  });

  test("a letter long after g does nothing", () => {
    vi.useFakeTimers();
    const keys = createShellKeys(acts);
    press(keys, "g");
    vi.advanceTimersByTime(3000);
    expect(press(keys, "d")).toBe(false);
    vi.useRealTimers();
  });

  test("single letters are ignored while typing or in a dialog", () => {
    const keys = createShellKeys(acts);
    document.body.innerHTML = "<textarea></textarea><div role=dialog><button></button></div><input type=checkbox>";
    expect(press(keys, "?", {}, document.querySelector("textarea") as Element)).toBe(false);
    expect(press(keys, "?", {}, document.querySelector("button") as Element)).toBe(false);
    expect(press(keys, "?", {}, document.querySelector("input") as Element)).toBe(true);
    expect(acts.onHelp).toHaveBeenCalledOnce();
  });

  test("[ toggles the sidebar and Alt+Shift+T the appearance", () => {
    const keys = createShellKeys(acts);
    press(keys, "[");
    press(keys, "Ŧ", { altKey: true, shiftKey: true, code: "KeyT" });
    expect(acts.onToggleRail).toHaveBeenCalledOnce();
    expect(acts.onAppearance).toHaveBeenCalledOnce();
  });
});

test("/ does nothing on a page without a search field", () => {
  expect(focusSearch()).toBe(false);
});

test("only text fields count as typing", () => {
  document.body.innerHTML = "<input type=checkbox><input type=search><div contenteditable=true><b></b></div>";
  const [box, search] = document.querySelectorAll("input");
  expect(isTyping(box as Element)).toBe(false);
  expect(isTyping(search as Element)).toBe(true);
  expect(isTyping(document.querySelector("b"))).toBe(true);
  expect(isTyping(null)).toBe(false);
});
