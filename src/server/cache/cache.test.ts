import { describe, expect, test } from "vitest";
import { ResultCache } from "./answer-cache.ts";
import { SingleFlight } from "./single-flight.ts";

describe("the result cache", () => {
  test("returns an entry until it expires", () => {
    let now = 1000;
    const cache = new ResultCache({ maxBytes: 10_000, now: () => now });
    cache.set("a", Buffer.from("one"), 500);
    cache.set("b", Buffer.from("two"), null);
    expect(cache.get("a")?.toString()).toBe("one");
    now = 1500;
    expect(cache.get("a")).toBeUndefined();
    expect(cache.get("b")?.toString()).toBe("two");
    expect(cache.size).toBe(1);
  });

  test("stays within its limit and evicts the least recently used entry", () => {
    const cache = new ResultCache({ maxBytes: 4000, now: () => 0 });
    for (const key of ["a", "b", "c"]) cache.set(key, Buffer.alloc(1000), null);
    cache.get("a");
    cache.set("d", Buffer.alloc(1000), null);
    expect(cache.bytes).toBeLessThanOrEqual(4000);
    expect(["a", "b", "c", "d"].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true]);
  });

  test("subtracts replaced, deleted and cleared entries", () => {
    const cache = new ResultCache({ maxBytes: 100_000, now: () => 0 });
    cache.set("a", Buffer.alloc(1000), null);
    const once = cache.bytes;
    cache.set("a", Buffer.alloc(1000), null);
    expect(cache.bytes).toBe(once);
    cache.delete("a");
    expect(cache.bytes).toBe(0);
    cache.set("b", Buffer.alloc(10), null);
    cache.clear();
    expect([cache.bytes, cache.size]).toEqual([0, 0]);
  });

  test("doesn't cache a value that would evict everything else", () => {
    const cache = new ResultCache({ maxBytes: 4000, now: () => 0 });
    cache.set("small", Buffer.alloc(100), null);
    cache.set("huge", Buffer.alloc(3500), null);
    expect(cache.get("huge")).toBeUndefined();
    expect(cache.get("small")).toBeDefined();
  });
});

describe("single flight", () => {
  test("runs once for concurrent callers, and again for later ones", async () => {
    const flights = new SingleFlight<number>();
    let runs = 0;
    const end = Promise.withResolvers<void>();
    const work = async () => {
      await end.promise;
      return ++runs;
    };
    const all = [1, 2, 3].map(() => flights.run("k", undefined, work));
    end.resolve();
    expect(await Promise.all(all)).toEqual([1, 1, 1]);
    expect(await flights.run("k", undefined, work)).toBe(2);
    expect(flights.size).toBe(0);
  });

  test("is aborted only when no caller is waiting", async () => {
    const flights = new SingleFlight<string>();
    let aborted = false;
    const end = Promise.withResolvers<string>();
    const work = (signal: AbortSignal) => {
      signal.addEventListener("abort", () => {
        aborted = true;
      });
      return end.promise;
    };
    const [first, second] = [new AbortController(), new AbortController()];
    const one = flights.run("k", first.signal, work);
    const two = flights.run("k", second.signal, work);
    first.abort(new Error("gone"));
    await expect(one).rejects.toThrow("gone");
    expect(aborted).toBe(false);
    end.resolve("done");
    expect(await two).toBe("done");

    const third = new AbortController();
    const three = flights.run("k", third.signal, work);
    third.abort(new Error("gone too"));
    await expect(three).rejects.toThrow("gone too");
    expect(aborted).toBe(true);
  });

  test("passes a failure to every caller and doesn't cache it", async () => {
    const flights = new SingleFlight<number>();
    const failing = () => Promise.reject(new Error("no"));
    const results = await Promise.allSettled([1, 2].map(() => flights.run("k", undefined, failing)));
    expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
    expect(await flights.run("k", undefined, async () => 7)).toBe(7);
  });
});
