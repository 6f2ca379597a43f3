import { expect, test } from "vitest";
import { PendingAttempts } from "./sign-in-limiter.ts";

function counted() {
  const pending = new PendingAttempts();
  let attempts = 0;
  return {
    reserve: () =>
      pending.reserve("key", async () => {
        if (attempts >= 2) return 60;
        attempts += 1;
        return 0;
      }),
    settle(isRight: boolean) {
      if (isRight) attempts--;
      pending.finish("key", isRight);
    },
  };
}

test("an attempt over the limit waits, and proceeds after a correct password", async () => {
  const { reserve, settle } = counted();
  expect(await Promise.all([reserve(), reserve()])).toEqual([0, 0]);
  const third = reserve();
  settle(true);
  expect(await third).toBe(0);
});

test("an attempt over the limit is rejected once all earlier ones were wrong", async () => {
  const { reserve, settle } = counted();
  await Promise.all([reserve(), reserve()]);
  let answer: number | undefined;
  const third = reserve().then((seconds) => {
    answer = seconds;
  });
  settle(false);
  await new Promise(setImmediate);
  expect(answer).toBeUndefined();
  settle(false);
  await third;
  expect(answer).toBe(60);
});

test("an attempt that is undone while another is counted makes room for it", async () => {
  const pending = new PendingAttempts();
  expect(await pending.reserve("key", async () => 0)).toBe(0);
  let isFull = true;
  const second = pending.reserve("key", async () => {
    if (!isFull) return 0;
    isFull = false;
    pending.finish("key", true);
    return 60;
  });
  expect(await second).toBe(0);
});

test("rejects attempts over the waiting limit immediately", async () => {
  const { reserve, settle } = counted();
  await Promise.all([reserve(), reserve()]);
  const waiting = Array.from({ length: 1000 }, reserve);
  await new Promise(setImmediate);
  expect(await reserve()).toBe(60);
  settle(false);
  settle(false);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([60]));
});
