import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { abortedError, errorOfResponse, timeoutError } from "../client/errors.ts";
import { dismiss, hold, release, TOAST_MS, toast, useToasts } from "./toasts.ts";

const texts = () => useToasts.getState().toasts.map((each) => each.text);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const each of useToasts.getState().toasts) dismiss(each.id);
  vi.useRealTimers();
});

describe("toasts", () => {
  test.each([
    ["success", 4000],
    ["info", 4000],
    ["warning", 6000],
    ["danger", 8000],
  ] as const)("%s stays for %i ms", (kind, ms) => {
    expect(TOAST_MS[kind]).toBe(ms);
    toast[kind]("hello");
    vi.advanceTimersByTime(ms - 1);
    expect(texts()).toEqual(["hello"]);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  test("stay while hovered or focused", () => {
    const id = toast.success("hello");
    hold(id);
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(["hello"]);
    release(id);
    vi.advanceTimersByTime(4000);
    expect(texts()).toEqual([]);
  });

  test("aren't duplicated with noDuplicate", () => {
    toast.info("same", { noDuplicate: true });
    toast.info("same", { noDuplicate: true });
    toast.info("same");
    expect(texts()).toEqual(["same", "same"]);
  });

  test("of errors have status, message and issues to copy", () => {
    toast.error(timeoutError(60), (message) => `Charts: ${message}`);
    const [shown] = useToasts.getState().toasts;
    expect(shown?.text).toBe("Charts: Queries time out after 60 seconds.");
    expect(shown?.detail).toContain("Issue 1000");
    expect(shown?.kind).toBe("danger");
  });

  test("of aborted calls aren't shown", () => {
    toast.error(abortedError());
    expect(texts()).toEqual([]);
  });

  test("of a server error name the request, to tell an administrator", () => {
    toast.error(errorOfResponse(500, { message: "Fatal error" }, { requestId: "3f2a" }));
    expect(useToasts.getState().toasts[0]?.detail).toBe(
      "500 Server error\nFatal error\nRequest 3f2a for your administrator",
    );
  });

  test("of an error without details can't be expanded", () => {
    toast.error(errorOfResponse(404, { message: "Not found" }));
    expect(useToasts.getState().toasts[0]?.detail).toBe("404 Not found\nNot found");
  });
});
