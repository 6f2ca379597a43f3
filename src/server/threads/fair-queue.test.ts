import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const tasks = (...names: string[]) => names.map((name) => ({ userKey: name.slice(0, -1), name }));

function filled(...names: string[]) {
  const queue = new FairQueue<{ userKey: string; name: string }>();
  for (const task of tasks(...names)) queue.add(task);
  return queue;
}

test("serves the least recently served user next, and each user's tasks in order", () => {
  const queue = filled("ann1", "ann2", "ann3", "bob1", "cat1", "bob2");
  const served: (string | undefined)[] = [];
  while (queue.size > 0) served.push(queue.next()?.name);
  expect(served).toEqual(["ann1", "bob1", "cat1", "ann2", "bob2", "ann3"]);
  expect(queue.next()).toBeUndefined();
});

test("serves a new user before users that were served before", () => {
  const queue = filled("ann1", "ann2");
  queue.next();
  for (const task of tasks("__proto__1", "ann3")) queue.add(task);
  expect([queue.next()?.name, queue.next()?.name, queue.next()?.name]).toEqual(["__proto__1", "ann2", "ann3"]);
});

test("returns waiting tasks when cleared", () => {
  const queue = filled("ann1", "bob1");
  expect(queue.clear().map(({ name }) => name)).toEqual(["ann1", "bob1"]);
  expect([queue.size, queue.next()]).toEqual([0, undefined]);
});

test("remembers a limited number of users", () => {
  const queue = filled();
  for (let n = 0; n < 1500; n++) {
    queue.add({ userKey: `p${n}`, name: `p${n}` });
    queue.next();
  }
  for (const person of ["p1499", "p0"]) queue.add({ userKey: person, name: person });
  expect([queue.next()?.name, queue.next()?.name]).toEqual(["p0", "p1499"]);
});
