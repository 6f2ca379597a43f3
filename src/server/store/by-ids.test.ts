import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { byIds } from "./by-ids.ts";
import type { Store } from "./database.ts";
import { openSqlite } from "./sqlite.ts";

let store: Store;

beforeEach(async () => {
  store = openSqlite(":memory:");
  await sql`create table settings (name text primary key, value text)`.execute(store.db);
  const rows = Array.from({ length: 300 }, (_, n) => ({ name: `${n}`, value: n % 2 === 0 ? "even" : "odd" }));
  await store.db.insertInto("settings").values(rows).execute();
});
afterEach(() => store.close());

const make = vi.fn((db: Store["db"], ids: readonly number[]) =>
  sql<{ id: number }>`select cast(name as integer) as id from settings
    where value = ${"even"} and cast(name as integer) in (${sql.join([...ids])}) order by id`.compile(db),
);
const range = (count: number) => Array.from({ length: count }, (_, n) => n);

test("finds existing rows for any number of ids", async () => {
  const find = byIds(make);
  for (const count of [0, 1, 2, 3, 17, 25, 26, 100, 101, 250]) {
    const ids = range(count);
    expect((await find(store.db, ids)).map((row) => row.id)).toEqual(ids.filter((id) => id % 2 === 0));
  }
  expect(await find(store.db, [9999, -1, 4, 4])).toEqual([{ id: 4 }]);
});

test("compiles the query once for similar id counts, in transactions too", async () => {
  const find = byIds(make);
  await find(store.db, range(17));
  make.mockClear();
  expect(await find(store.db, [200, 2])).toHaveLength(2);
  expect(make).toHaveBeenCalledTimes(1);
  for (const count of [18, 20, 25]) {
    expect(await find(store.db, range(count))).toHaveLength(Math.ceil(count / 2));
  }
  const within = await store.db.transaction().execute((trx) => find(trx, range(22)));
  expect(within).toHaveLength(11);
  expect(make).toHaveBeenCalledTimes(1);
});
