import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createClock, formatTimestamp } from "../clock.ts";
import { openStore, type Store, type StoreLocation } from "./database.ts";
import { storeFailureOf } from "./failures.ts";
import { lockHome } from "./home-lock.ts";
import { type Migration, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { NodeSqlite } from "./node-sqlite.ts";
import { OneConnectionDialect, StoreBlockedError } from "./one-connection.ts";
import type { Tables } from "./tables.ts";
import { containsText, endsWithText, folded, startsWithText } from "./text-match.ts";

const url = process.env.TESSERA_TEST_DATABASE_URL;

let folder: string;
let location: StoreLocation;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-store-"));
  location = { url, file: join(folder, "tessera.db"), schema: `t_${randomUUID().replaceAll("-", "")}` };
  store = await openStore(location);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  if (!url) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop schema if exists ${location.schema} cascade`);
  await client.end();
});

const clock = createClock();
const person = (username: string) => ({
  uuid: randomUUID(),
  username,
  first_name: "A",
  last_name: "B",
  email: `${username}@example.org`,
  created_on: clock.timestamp(),
  changed_on: clock.timestamp(),
});
const usernames = async () => (await store.db.selectFrom("users").select("username").execute()).map((u) => u.username);

describe("migrations", () => {
  const add = (name: string, ...statements: string[]): Migration => ({ name, statements: () => statements });

  test("run once, in order", async () => {
    const steps = [add("1", "create table a (x integer)"), add("2", "insert into a values (1)")];
    expect(await migrate(store.db, store.dialect, steps)).toEqual(["1", "2"]);
    expect(await migrate(store.db, store.dialect, steps)).toEqual([]);
    const { rows } = await sql<{ x: number }>`select x from a`.execute(store.db);
    expect(rows.map((row) => row.x)).toEqual([1]);
  });

  test("a failed migration leaves nothing, and the next start continues", async () => {
    const broken = add("2", "create table b (x integer)", "insert into b values (1)", "this is not sql");
    await expect(migrate(store.db, store.dialect, [add("1", "create table a (x integer)"), broken])).rejects.toThrow();
    await expect(sql`select * from b`.execute(store.db)).rejects.toThrow();
    await store.close();
    store = await openStore(location);
    const mended = [add("1", "create table a (x integer)"), add("2", "create table b (x integer)")];
    expect(await migrate(store.db, store.dialect, mended)).toEqual(["2"]);
    await sql`select * from b`.execute(store.db);
  });

  test("two concurrent servers run each migration once", async () => {
    const other = await openStore(location);
    const steps = [add("1", "create table a (x integer)", "insert into a values (1)")];
    if (store.dialect === "sqlite") await migrate(store.db, store.dialect, []);
    const results = await Promise.all([store, other].map((s) => migrate(s.db, s.dialect, steps).catch(() => [])));
    await other.close();
    expect(results.flat()).toEqual(["1"]);
    const { rows } = await sql`select x from a`.execute(store.db);
    expect(rows).toHaveLength(1);
  });
});

describe("the store", () => {
  beforeEach(() => migrate(store.db, store.dialect, MIGRATIONS));

  test("booleans and counts have the same types on both dialects", async () => {
    await store.db
      .insertInto("users")
      .values({ ...person("a"), active: false })
      .execute();
    const row = await store.db
      .selectFrom("users")
      .select((e) => ["active as isActive", "last_login", e.fn.countAll().over().as("n")])
      .where("active", "=", false)
      .executeTakeFirst();
    expect({ ...row }).toEqual({ isActive: false, last_login: null, n: 1 });
  });

  test("a failed transaction leaves nothing, and concurrent ones are isolated", async () => {
    const [entered, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const failing = store.db.transaction().execute(async (trx) => {
      await trx.insertInto("users").values(person("inside")).execute();
      entered.resolve();
      await others.promise;
      throw new Error("no");
    });
    await entered.promise;
    const outside = store.db.insertInto("users").values(person("outside")).execute();
    setImmediate(others.resolve);
    await expect(failing).rejects.toThrow("no");
    await outside;
    expect(await usernames()).toEqual(["outside"]);
  });

  test("many concurrent transactions all commit", async () => {
    await store.db.insertInto("settings").values({ name: "n", value: "0" }).execute();
    const once = () =>
      store.db.transaction().execute(async (trx) => {
        const { value } = await trx
          .selectFrom("settings")
          .select("value")
          .where("name", "=", "n")
          .$if(store.dialect === "postgres", (query) => query.forUpdate())
          .executeTakeFirstOrThrow();
        await new Promise((resolve) => setImmediate(resolve));
        await trx
          .updateTable("settings")
          .set({ value: String(Number(value) + 1) })
          .where("name", "=", "n")
          .execute();
      });
    await Promise.all(Array.from({ length: 50 }, once));
    expect((await store.db.selectFrom("settings").selectAll().executeTakeFirst())?.value).toBe("50");
  });

  test("rows survive closing and reopening", async () => {
    await store.db.insertInto("users").values(person("kept")).execute();
    await store.close();
    store = await openStore(location);
    expect(await usernames()).toEqual(["kept"]);
  });

  test("errors have the same names on both dialects", async () => {
    await store.db.insertInto("users").values(person("a")).execute();
    const twice = await store.db
      .insertInto("users")
      .values(person("a"))
      .execute()
      .catch((error: unknown) => error);
    expect(storeFailureOf(twice)).toBe("unique");
    const orphan = await store.db
      .insertInto("user_roles")
      .values({ user_id: 999, role_id: 999 })
      .execute()
      .catch((error: unknown) => error);
    expect(storeFailureOf(orphan)).toBe("reference");
    // SQLite accepts numbers of any size; PostgreSQL reports overflow.
    const tooGreat = await store.db
      .selectFrom("users")
      .select("id")
      .where("id", "=", 2 ** 31)
      .execute()
      .catch((error: unknown) => error);
    if (url) expect(storeFailureOf(tooGreat)).toBe("unfit");
    else expect(tooGreat).toEqual([]);
    expect(storeFailureOf(new Error("other"))).toBeUndefined();
  });

  test("deletes cascade", async () => {
    const { id } = await store.db.insertInto("users").values(person("a")).returning("id").executeTakeFirstOrThrow();
    const now = clock.timestamp();
    const session = { token_hash: "h", user_id: id, created_on: now, last_seen_on: now };
    await store.db.insertInto("sessions").values(session).execute();
    await store.db.deleteFrom("users").where("id", "=", id).execute();
    expect(await store.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });
});

describe("text", () => {
  const NAMES = ["Ärger 100%", "ärger 1000", "Zebra_1", "zebra-1", "İstanbul", "back\\slash", "ELAN", "élan"];

  beforeEach(async () => {
    await migrate(store.db, store.dialect, MIGRATIONS);
    await store.db
      .insertInto("settings")
      .values(NAMES.map((name) => ({ name, value: "" })))
      .execute();
  });

  const found = async (condition: ReturnType<typeof containsText>) =>
    (await sql<{ name: string }>`select name from settings where ${condition}`.execute(store.db)).rows
      .map((row) => row.name)
      .sort();
  const name = sql.ref("settings.name");

  test("matches ignoring case, with literal wildcards", async () => {
    expect(await found(containsText(name, "ÄRGER"))).toEqual(["Ärger 100%", "ärger 1000"]);
    expect(await found(containsText(name, "100%"))).toEqual(["Ärger 100%"]);
    expect(await found(containsText(name, "zebra_"))).toEqual(["Zebra_1"]);
    expect(await found(containsText(name, "k\\s"))).toEqual(["back\\slash"]);
    expect(await found(startsWithText(name, "ZEBRA"))).toEqual(["Zebra_1", "zebra-1"]);
    expect(await found(endsWithText(name, "LAN"))).toEqual(["ELAN", "élan"]);
    expect(await found(containsText(name, "'; drop table settings; --"))).toEqual([]);
  });

  test("is ordered the same on both dialects", async () => {
    const { rows } = await sql<{ name: string }>`
      select name from settings order by ${folded(name)}, name`.execute(store.db);
    expect(rows.map((row) => row.name)).toEqual(NAMES.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  });
});

test("querying the store inside a transaction fails instead of hanging", async () => {
  const database = new DatabaseSync(":memory:");
  const one = new Kysely<Tables>({ dialect: new OneConnectionDialect(new NodeSqlite(database), { waitMs: 50 }) });
  await sql`create table settings (name text, value text)`.execute(one);
  const wrong = one.transaction().execute(async (trx) => {
    await trx.insertInto("settings").values({ name: "a", value: "1" }).execute();
    await one.selectFrom("settings").selectAll().execute();
  });
  await expect(wrong).rejects.toThrow(StoreBlockedError);
  expect(await one.selectFrom("settings").selectAll().execute()).toEqual([]);
  await one.insertInto("settings").values({ name: "b", value: "2" }).execute();
  expect(await one.selectFrom("settings").select("name").execute()).toMatchObject([{ name: "b" }]);
  await one.destroy();
});

test("timestamps always increase and sort as text", () => {
  let now = 1_000_000_000_000;
  const frozen = createClock(() => now);
  const stamps = Array.from({ length: 2500 }, () => frozen.timestamp());
  now -= 5000;
  stamps.push(frozen.timestamp());
  expect(stamps).toEqual(stamps.toSorted());
  expect(new Set(stamps).size).toBe(stamps.length);
  expect(stamps[0]).toBe(formatTimestamp(1_000_000_000_000));
  expect(stamps[0]).toBe("2001-09-09T01:46:40.000000");
});

test("a home folder has one owner at a time", () => {
  const unlock = lockHome(folder);
  expect(() => lockHome(folder)).toThrow(`Another Tessera server (process ${process.pid}) is using ${folder}.`);
  unlock();
  lockHome(folder)();
});
