import { act, render, renderHook, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useDebounced, useSkeleton } from "../client/clock.ts";
import { RelativeTime } from "../components/RelativeTime.tsx";
import { useActions, useCurrentActions } from "../navigation/actions.ts";
import { copyText } from "../toasts/clipboard.ts";
import { useToasts } from "../toasts/toasts.ts";
import { readStored, useStored, useStoredSize, writeStored } from "./storage.ts";
import { modeOf, nextAppearance, useThemeMode } from "./theme.ts";

beforeEach(() => {
  localStorage.clear();
});

describe("stored values", () => {
  test("are shared by all users of a key", () => {
    const one = renderHook(() => useStored("rail.wide", true));
    const two = renderHook(() => useStored("rail.wide", true));
    act(() => one.result.current[1](false));
    expect(two.result.current[0]).toBe(false);
    expect(localStorage.getItem("tessera.rail.wide")).toBe("false");
  });

  test("fall back if they can't be read", () => {
    localStorage.setItem("tessera.broken", "{");
    expect(readStored("broken", 7)).toBe(7);
    writeStored("broken", undefined);
    expect(localStorage.getItem("tessera.broken")).toBeNull();
  });

  test("keep object identity between reads", () => {
    writeStored("thing", { a: 1 });
    expect(readStored("thing", null)).toBe(readStored("thing", null));
  });

  test("works without persistence when the storage is full", () => {
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const size = renderHook(() => useStoredSize("panel", 240));
    expect(() => act(() => size.result.current.onSize(300))).not.toThrow();
    full.mockRestore();
  });
});

describe("appearance", () => {
  test("follows the setting, else the device", () => {
    expect(modeOf("dark", false)).toBe("dark");
    expect(modeOf("system", true)).toBe("dark");
    expect(modeOf("system", false)).toBe("light");
    writeStored("appearance", "dark");
    expect(renderHook(useThemeMode).result.current).toBe("dark");
  });

  test("cycles with its shortcut", () => {
    expect(["light", "dark", "system"].map((each) => nextAppearance(each as "light"))).toEqual([
      "dark",
      "system",
      "light",
    ]);
  });
});

describe("time", () => {
  test("a value is debounced", () => {
    vi.useFakeTimers();
    const { result, rerender } = renderHook(({ text }) => useDebounced(text), { initialProps: { text: "a" } });
    rerender({ text: "ab" });
    act(() => vi.advanceTimersByTime(200));
    rerender({ text: "abc" });
    act(() => vi.advanceTimersByTime(249));
    expect(result.current).toBe("a");
    act(() => vi.advanceTimersByTime(1));
    expect(result.current).toBe("abc");
    vi.useRealTimers();
  });

  test("a visible skeleton stays for 300 ms", () => {
    vi.useFakeTimers();
    const { result, rerender } = renderHook(({ loading }) => useSkeleton(loading), { initialProps: { loading: true } });
    act(() => vi.advanceTimersByTime(200));
    rerender({ loading: false });
    expect(result.current).toBe(true);
    act(() => vi.advanceTimersByTime(100));
    expect(result.current).toBe(false);
    vi.useRealTimers();
  });

  test("a response within 150 ms shows no skeleton", () => {
    vi.useFakeTimers();
    const { result, rerender } = renderHook(({ loading }) => useSkeleton(loading), { initialProps: { loading: true } });
    act(() => vi.advanceTimersByTime(100));
    rerender({ loading: false });
    expect(result.current).toBe(false);
    vi.useRealTimers();
  });

  test("a time is relative, and exact on hover", () => {
    render(<RelativeTime at="2024-11-14T09:00:00.000000+0000" capitalized />);
    const element = screen.getByText("14 Nov 2024");
    expect(element.getAttribute("datetime")).toBe("2024-11-14T09:00:00.000Z");
    expect(element.title).toContain("14 Nov 2024");
  });

  test("no time renders nothing", () => {
    expect(render(<RelativeTime at={null} />).container.innerHTML).toBe("");
    expect(render(<RelativeTime at="soon" />).container.innerHTML).toBe("");
  });
});

test("actions last as long as the page that registers them", () => {
  const SAVE = [{ id: "save", label: "Save", keys: "Mod+S", run: () => {} }];
  const all = renderHook(useCurrentActions);
  const page = renderHook(() => useActions(SAVE));
  expect(all.result.current).toEqual(SAVE);
  act(() => page.unmount());
  expect(all.result.current).toEqual([]);
});

describe("copying", () => {
  test("uses the clipboard", async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
    expect(await copyText("x")).toBe(true);
    expect(writeText).toHaveBeenCalledWith("x");
    vi.unstubAllGlobals();
  });

  test("shows a toast if it can't", async () => {
    vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
    expect(await copyText("x")).toBe(false);
    expect(useToasts.getState().toasts.at(-1)?.text).toBe(
      "Sorry, your browser does not support copying. Use Ctrl / Cmd + C!",
    );
    vi.unstubAllGlobals();
  });
});
