import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const tasks = (...names: string[]) => names.map((name) => ({ person: name.slice(0, -1), name }));

function filled(...names: string[]) {
  const queue = new FairQueue<{ person: string; name: string }>();
  for (const task of tasks(...names)) queue.add(task);
  return queue;
}

test("who was served longest ago comes next, and one person's tasks keep their order", () => {
  const queue = filled("ann1", "ann2", "ann3", "bob1", "cat1", "bob2");
  const served: (string | undefined)[] = [];
  while (queue.size > 0) served.push(queue.next()?.name);
  expect(served).toEqual(["ann1", "bob1", "cat1", "ann2", "bob2", "ann3"]);
  expect(queue.next()).toBeUndefined();
});

test("somebody new comes before those who were served, whenever they come", () => {
  const queue = filled("ann1", "ann2");
  queue.next();
  for (const task of tasks("__proto__1", "ann3")) queue.add(task);
  expect([queue.next()?.name, queue.next()?.name, queue.next()?.name]).toEqual(["__proto__1", "ann2", "ann3"]);
});

test("what waits is handed back when the queue is given up", () => {
  const queue = filled("ann1", "bob1");
  expect(queue.clear().map(({ name }) => name)).toEqual(["ann1", "bob1"]);
  expect([queue.size, queue.next()]).toEqual([0, undefined]);
});

test("many people are remembered, not all there ever were", () => {
  const queue = filled();
  for (let n = 0; n < 1500; n++) {
    queue.add({ person: `p${n}`, name: `p${n}` });
    queue.next();
  }
  for (const person of ["p1499", "p0"]) queue.add({ person, name: person });
  expect([queue.next()?.name, queue.next()?.name]).toEqual(["p0", "p1499"]);
});
