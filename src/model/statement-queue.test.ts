import { expect, test } from "vitest";
import { StatementQueue } from "./statement-queue.ts";

function withQueue(places: number, reserved: number, perPerson = Number.POSITIVE_INFINITY) {
  const queue = new StatementQueue({ slots: places, reserved, perUser: perPerson });
  const started: string[] = [];
  const held: (() => void)[] = [];
  const take = (person: string) =>
    void queue.take(person, undefined).then((release) => {
      started.push(person);
      held.push(release);
    });
  const flush = () => new Promise((resolve) => setImmediate(resolve));
  return { queue, started, held, take, flush };
}

test("reserves the last slots for users without one", async () => {
  const { queue, started, held, take, flush } = withQueue(5, 2);
  for (const person of ["a", "a", "a", "a", "b", "b"]) take(person);
  await flush();
  expect(started).toEqual(["a", "a", "a", "b"]);
  expect(queue.statusOf("a")).toEqual({ running: 3, waiting: 1, ahead: 4 });
  take("c");
  await flush();
  expect(started).toEqual(["a", "a", "a", "b", "c"]);
  for (const release of held.splice(0)) release();
  await flush();
  expect(started.slice(5)).toEqual(["a", "b"]);
});

test("gives the next slot to the user with the fewest, in order of arrival", async () => {
  const { started, held, take, flush } = withQueue(2, 0);
  for (const person of ["a", "a", "a", "a", "b", "c"]) take(person);
  await flush();
  while (held.length > 0) {
    held.shift()?.();
    await flush();
  }
  expect(started.join("")).toBe("aabaca");
});

test("limits each user, and canceled statements leave the queue", async () => {
  const { queue, started, held, take, flush } = withQueue(4, 0, 2);
  const gone = new AbortController();
  for (const person of ["a", "a", "a"]) take(person);
  const cancelled = queue.take("a", gone.signal);
  await flush();
  expect(started).toEqual(["a", "a"]);
  expect(queue.takeFree("a")).toBeUndefined();
  gone.abort(new Error("gone"));
  await expect(cancelled).rejects.toThrow("gone");
  expect(queue.statusOf("a")).toEqual({ running: 2, waiting: 1, ahead: 2 });
  held[0]?.();
  held[0]?.();
  await flush();
  expect(started).toEqual(["a", "a", "a"]);
});

test("thousands of waiting statements of one request take no longer each than a few", async () => {
  const msOf = async (count: number) => {
    const queue = new StatementQueue({ slots: 2, reserved: 0, perUser: 1 });
    const { signal } = new AbortController();
    const release = queue.takeFree("a");
    const startMs = performance.now();
    const all = Array.from({ length: count }, async () => {
      expect(queue.takeFree("a")).toBeUndefined();
      (await queue.take("a", signal))();
    });
    release?.();
    await Promise.all(all);
    return performance.now() - startMs;
  };
  await msOf(2000);
  const few = Math.max(10, await msOf(2000));
  expect(await msOf(20_000)).toBeLessThan(40 * few);
});

test("all waiting statements of a request are canceled with it", async () => {
  const { queue } = withQueue(1, 0);
  const gone = new AbortController();
  const release = queue.takeFree("a");
  const all = ["a", "a", "b"].map((person) => queue.take(person, gone.signal));
  gone.abort(new Error("gone"));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  release?.();
  expect(queue.statusOf("a")).toEqual({ running: 0, waiting: 0, ahead: 0 });
  expect(queue.takeFree("b")).toBeDefined();
});
