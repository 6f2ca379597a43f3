import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workingFor } from "../person.ts";
import { createEngine } from "./engine.ts";
import { Places } from "./places.ts";

function withPlaces(count: number, kept: number) {
  const places = new Places<number>(kept);
  for (let i = 0; i < count; i++) places.add(i);
  const given: string[] = [];
  const held: (() => void)[] = [];
  const take = (person: string) =>
    void places.take(person).then((place) => {
      given.push(person);
      held.push(() => places.giveBack(place, person));
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { places, given, held, take, settled };
}

test("the last places are for people who have none", async () => {
  const { places, given, held, take, settled } = withPlaces(5, 2);
  for (const person of ["a", "a", "a", "a", "b", "b"]) take(person);
  await settled();
  expect(given).toEqual(["a", "a", "a", "b"]);
  take("c");
  await settled();
  expect(given).toEqual(["a", "a", "a", "b", "c"]);
  for (const giveBack of held.splice(0)) giveBack();
  await settled();
  expect(given.slice(5)).toEqual(["a", "b"]);
  for (const giveBack of held.splice(0)) giveBack();
  expect(places.idle).toHaveLength(5);
});

test("the next place is of who has the fewest, in the order in which they came", async () => {
  const { given, held, take, settled } = withPlaces(2, 0);
  for (const person of ["a", "a", "a", "a", "b", "c"]) take(person);
  await settled();
  while (held.length > 0) {
    held.shift()?.();
    await settled();
  }
  expect(given.join("")).toBe("aabaca");
});

test("a short query does not wait for the slow ones of others", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-places-"));
  const engine = createEngine({
    memoryLimit: "512MB",
    threads: 1,
    temporaryFolder: folder,
    connectionsPerFile: 2,
    connectionsKept: 2,
  });
  const stop = new AbortController();
  const slow = (person: string) =>
    workingFor(person, () =>
      engine.query({
        file: ":memory:",
        sql: "SELECT count(*) FROM range(100000000000) a(i) WHERE hash(i) = 1",
        signal: stop.signal,
      }),
    ).catch(() => undefined);
  const all = ["a", "a", "a", "a", "b", "b"].map(slow);
  const one = await workingFor("c", () =>
    engine.query({ file: ":memory:", sql: "SELECT 1 AS one", timeoutMs: 30_000 }),
  );
  expect(one.rows).toBe(1);
  stop.abort();
  await Promise.all(all);
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});
