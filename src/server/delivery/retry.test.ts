import { describe, expect, test, vi } from "vitest";
import { escapeHtml, oneLine, splitList } from "./notification.ts";
import { retryAfterMs, TransientError, withRetries } from "./retry.ts";

const signal = new AbortController().signal;
function failing(...errors: Error[]) {
  return vi.fn(async () => {
    const error = errors.shift();
    if (error) throw error;
    return "sent";
  });
}

describe("a delivery that fails", () => {
  test("is retried up to three times for transient errors", async () => {
    const twice = failing(new TransientError("busy", 0), new TransientError("busy", 0));
    expect(await withRetries(signal, twice)).toBe("sent");
    const always = failing(...Array.from({ length: 5 }, (_, i) => new TransientError(`busy ${i}`, 0)));
    await expect(withRetries(signal, always)).rejects.toThrow("busy 2");
    expect([twice.mock.calls.length, always.mock.calls.length]).toEqual([3, 3]);
  });

  test("isn't retried for permanent errors, to avoid duplicates", async () => {
    const refused = failing(new Error("refused"));
    await expect(withRetries(signal, refused)).rejects.toThrow("refused");
    expect(refused).toHaveBeenCalledOnce();
  });

  test("honors Retry-After, up to 30 seconds and the report's timeout", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const stop = new AbortController();
      const run = failing(new TransientError("later", 3_600_000));
      const waiting = withRetries(stop.signal, run).catch((error: Error) => error.name);
      stop.abort();
      expect(await waiting).toBe("AbortError");
      expect(run).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});

test.each([
  ["120", 120_000],
  ["0", 0],
  ["1.5", 1500],
  ["-1", undefined],
  ["", undefined],
  ["Wed, 21 Oct 2026 07:28:00 GMT", undefined],
  ["Infinity", undefined],
])("Retry-After: %s", (value, ms) => expect(retryAfterMs(new Headers({ "retry-after": value }))).toBe(ms));

test("headers are one line, whatever the report's name", () => {
  expect(oneLine("Sales\r\nBcc: all@example.org\0\u2028x ")).toBe("Sales Bcc: all@example.org x");
  expect(oneLine("日本 – ok")).toBe("日本 – ok");
});

test("addresses are separated by commas and semicolons", () => {
  expect(splitList(" a@example.org;b@example.org,, ;c ")).toEqual(["a@example.org", "b@example.org", "c"]);
  expect([splitList(), splitList(" ; ")]).toEqual([[], []]);
});

test("escapes text in HTML", () => {
  expect(escapeHtml(`<img src="x" onerror='a'> & more`)).toBe("&lt;img src=&quot;x&quot; onerror='a'&gt; &amp; more");
});
