import { copyFileSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Store } from "./database.ts";
import { storeFailureOf } from "./failures.ts";
import { connectSqlite } from "./node-sqlite.ts";
import { openSqlite } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

let folder: string;
let file: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-sqlite-"));
  file = join(folder, "tessera.db");
  store = openSqlite(file);
  await sql`create table settings (name text primary key, value text)`.execute(store.db);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const keep = (name: string, value = "", db: Kysely<Tables> = store.db) =>
  db.insertInto("settings").values({ name, value }).execute();
const namesIn = async (db: Kysely<Tables>) =>
  (await db.selectFrom("settings").select("name").execute()).map((r) => r.name);

async function slowDisk(each: () => Promise<void>) {
  const handle = await open(file, "r");
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  return vi.spyOn(prototype, "datasync").mockImplementation(each);
}

test("acknowledges a write when it is on disk, without blocking others", async () => {
  const disk = Promise.withResolvers<void>();
  const syncs = await slowDisk(() => disk.promise);
  const acknowledged: string[] = [];
  const writes = ["a", "b", "c"].map((name) => keep(name).then(() => acknowledged.push(name)));
  const transaction = store.db
    .transaction()
    .execute((trx) => keep("d", "", trx))
    .then(() => acknowledged.push("d"));
  await vi.waitFor(async () => expect(await namesIn(store.db)).toEqual(["a", "b", "c", "d"]), 10_000);
  expect(acknowledged).toEqual([]);
  disk.resolve();
  await Promise.all([...writes, transaction]);
  expect(acknowledged.toSorted()).toEqual(["a", "b", "c", "d"]);
  // One sync for the first write, one for all others that arrived meanwhile.
  expect(syncs).toHaveBeenCalledTimes(2);
});

test("read-only queries and transactions don't wait for the disk", async () => {
  const syncs = await slowDisk(() => Promise.reject(new Error("unexpected sync")));
  await store.db.transaction().execute((trx) => namesIn(trx));
  await sql`with own as (select 1) select * from own`.execute(store.db);
  expect(syncs).not.toHaveBeenCalled();
});

test("read-only queries don't wait for a long transaction, but writes do", async () => {
  await keep("a");
  const ended = Promise.withResolvers<void>();
  const order: string[] = [];
  const long = store.db.transaction().execute(async (trx) => {
    await keep("b", "", trx);
    await ended.promise;
    order.push("transaction");
  });
  const read = namesIn(store.db);
  const written = keep("c").then(() => order.push("write"));
  expect(await read).toEqual(["a"]);
  expect(await Promise.all([namesIn(store.db), namesIn(store.db)])).toEqual([["a"], ["a"]]);
  ended.resolve();
  await Promise.all([long, written]);
  expect(order).toEqual(["transaction", "write"]);
  expect(await namesIn(store.db)).toEqual(["a", "b", "c"]);
});

test("a failed write isn't acknowledged, and the next one can succeed", async () => {
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  const refused = await slowDisk(() => Promise.reject(full));
  await expect(keep("a")).rejects.toThrow("no space left");
  await expect(store.db.transaction().execute((trx) => keep("b", "", trx))).rejects.toThrow("no space left");
  refused.mockRestore();
  await keep("c");
  expect(await namesIn(store.db)).toContain("c");
});

test("after a failed sync, writes are acknowledged only after the log was checkpointed and reset", async () => {
  const failing = await slowDisk(() => Promise.reject(Object.assign(new Error("bad sector"), { code: "EIO" })));
  const refused = await keep("a").catch((error: unknown) => error);
  expect(storeFailureOf(refused)).toBe("failing-disk");
  failing.mockRestore();
  await keep("b");
  // The database without its log.
  const bareFile = join(folder, "bare.db");
  copyFileSync(file, bareFile);
  const alone = openSqlite(bareFile);
  expect(await namesIn(alone.db)).toEqual(["a", "b"]);
  await alone.close();
  await keep("c");
  expect(await namesIn(store.db)).toEqual(["a", "b", "c"]);
});

test("acknowledges nothing while a reader blocks resetting the log after a failed sync", async () => {
  const failing = await slowDisk(() => Promise.reject(Object.assign(new Error("bad sector"), { code: "EIO" })));
  await expect(keep("a")).rejects.toThrow("bad sector");
  failing.mockRestore();
  const other = connectSqlite(file);
  other.exec("begin");
  other.prepare("select * from settings").all();
  await sql`pragma busy_timeout = 1`.execute(store.db);
  await expect(keep("b")).rejects.toThrow("bad sector");
  other.exec("commit");
  other.close();
  await keep("c");
  expect(await namesIn(store.db)).toEqual(["a", "b", "c"]);
});

test("the next write retries opening the log", async () => {
  const path = join(folder, "other.db");
  const other = openSqlite(path);
  await sql`select * from sqlite_master`.execute(other.db);
  renameSync(`${path}-wal`, `${path}-away`);
  const create = (name: string) => sql`create table ${sql.table(name)} (name text)`.execute(other.db);
  await expect(create("a")).rejects.toThrow("ENOENT");
  renameSync(`${path}-away`, `${path}-wal`);
  await create("b");
  await other.close();
});

test("acknowledges pending writes when the store closes", async () => {
  const disk = Promise.withResolvers<void>();
  const syncs = await slowDisk(() => disk.promise);
  const writes = ["a", "b"].map((name) => keep(name));
  await vi.waitFor(async () => expect(await namesIn(store.db)).toEqual(["a", "b"]), 10_000);
  expect(syncs).toHaveBeenCalledTimes(1);
  const closed = store.close();
  disk.resolve();
  await Promise.all([...writes, closed]);
  store = openSqlite(file);
  expect(await namesIn(store.db)).toEqual(["a", "b"]);
});

test("checkpoints a long log while the database is open", async () => {
  const before = statSync(file).size;
  for (let n = 0; n < 6; n++) await keep(`long ${n}`, "x".repeat(1024 * 1024));
  await vi.waitFor(() => expect(statSync(file).size - before).toBeGreaterThan(4 * 1024 * 1024), 10_000);
});

test("long reads see all earlier writes, with and without the thread", async () => {
  const statements: string[] = [];
  for (let n = 0; n < 200; n++) {
    await keep(`${n}`.padStart(3, "0"));
    const names = await namesIn(store.reads);
    statements.push(`${names.length} ${names.at(-1)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(statements).toEqual(Array.from({ length: 200 }, (_, n) => `${n + 1} ${`${n}`.padStart(3, "0")}`));
});

test("long reads run concurrently", async () => {
  await keep("a");
  const post = vi.spyOn(Worker.prototype, "postMessage");
  await vi.waitFor(async () => {
    await namesIn(store.reads);
    expect(post).toHaveBeenCalled();
  }, 10_000);
  post.mockClear();
  const reads = Array.from({ length: 5 }, () => namesIn(store.reads));
  await reads[0];
  expect(post).toHaveBeenCalledTimes(5);
  expect(await Promise.all(reads)).toEqual(Array(5).fill(["a"]));
});

test("a failing long read gives the store's error", async () => {
  await namesIn(store.reads);
  await expect(sql`select absent from settings`.execute(store.reads)).rejects.toThrow("no such column: absent");
});

test("a transaction on a full disk fails as a whole, and the next one works", async () => {
  await keep("before");
  await sql`pragma max_page_count = 1`.execute(store.db);
  const refused = store.db.transaction().execute(async (trx) => {
    await keep("first", "", trx);
    await keep("second", "x".repeat(100_000), trx);
  });
  await expect(refused).rejects.toSatisfy((error) => storeFailureOf(error) === "full");
  await sql`pragma max_page_count = 1000000`.execute(store.db);
  await store.db.transaction().execute((trx) => keep("after", "x".repeat(100_000), trx));
  expect(await namesIn(store.db)).toEqual(["after", "before"]);
});

test("rows have the current columns after a table has changed", async () => {
  await keep("a", "1");
  const all = () => store.db.selectFrom("settings").selectAll().execute();
  expect(await all()).toEqual([{ name: "a", value: "1" }]);
  await sql`alter table settings drop column value`.execute(store.db);
  await sql`alter table settings add column is_new boolean`.execute(store.db);
  await sql`update settings set is_new = 1`.execute(store.db);
  expect(await all()).toEqual([{ name: "a", is_new: true }]);
});
