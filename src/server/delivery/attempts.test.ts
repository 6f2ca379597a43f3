import { describe, expect, test, vi } from "vitest";
import { attempts, Passing, retryAfterMs } from "./attempts.ts";
import { htmlText, oneLine, separated } from "./letter.ts";

const signal = new AbortController().signal;
/** Fails in turn with what is given, then succeeds. */
function failing(...errors: Error[]) {
  return vi.fn(async () => {
    const error = errors.shift();
    if (error) throw error;
    return "sent";
  });
}

describe("a delivery that fails", () => {
  test("is tried three times while the failure may pass", async () => {
    const twice = failing(new Passing("busy", 0), new Passing("busy", 0));
    expect(await attempts(signal, twice)).toBe("sent");
    const always = failing(...Array.from({ length: 5 }, (_, i) => new Passing(`busy ${i}`, 0)));
    await expect(attempts(signal, always)).rejects.toThrow("busy 2");
    expect([twice.mock.calls.length, always.mock.calls.length]).toEqual([3, 3]);
  });

  test("for good is not tried again: nobody gets a letter twice", async () => {
    const refused = failing(new Error("refused"));
    await expect(attempts(signal, refused)).rejects.toThrow("refused");
    expect(refused).toHaveBeenCalledOnce();
  });

  test("waits as long as it is told to, half a minute at most, and no longer than the report may run", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const stop = new AbortController();
      const run = failing(new Passing("later", 3_600_000));
      const waiting = attempts(stop.signal, run).catch((error: Error) => error.name);
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

test("a header has one line, whatever a report is called", () => {
  expect(oneLine("Sales\r\nBcc: all@example.org\0\u2028x ")).toBe("Sales Bcc: all@example.org x");
  expect(oneLine("日本 – ok")).toBe("日本 – ok");
});

test("addresses are separated by commas and semicolons", () => {
  expect(separated(" a@example.org;b@example.org,, ;c ")).toEqual(["a@example.org", "b@example.org", "c"]);
  expect([separated(), separated(" ; ")]).toEqual([[], []]);
});

test("texts are no markup in letters", () => {
  expect(htmlText(`<img src="x" onerror='a'> & more`)).toBe("&lt;img src=&quot;x&quot; onerror='a'&gt; &amp; more");
});
