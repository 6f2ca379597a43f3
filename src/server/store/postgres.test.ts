import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareRepeated } from "./postgres.ts";

const url = process.env.TESSERA_TEST_POSTGRES_URL;

describe.skipIf(!url)("repeated statements", () => {
  let client: pg.Client;

  beforeAll(async () => {
    client = new pg.Client({ connectionString: url });
    await client.connect();
    prepareRepeated(client);
    await client.query("create temp table things (id integer, name text)");
    await client.query("insert into things values (1, 'one'), (2, 'two')");
  });
  afterAll(() => client.end());

  const preparedTexts = async () =>
    (await client.query("select statement from pg_prepared_statements")).rows.map((row) => row.statement);

  test("are prepared from the second run on", async () => {
    const text = "select name from things where id = $1";
    const names: unknown[] = [];
    for (const id of [1, 2, 1, 3]) {
      names.push((await client.query(text, [id])).rows[0]?.name);
      expect((await preparedTexts()).includes(text)).toBe(names.length > 1);
    }
    expect(names).toEqual(["one", "two", "one", undefined]);
  });

  test("are limited in number", async () => {
    for (let n = 0; n < 320; n++) {
      const text = `select ${n} + $1::integer as sum`;
      for (const more of [1, 2]) expect((await client.query(text, [more])).rows).toEqual([{ sum: n + more }]);
    }
    expect((await preparedTexts()).length).toBeLessThanOrEqual(300);
  });

  test("run unprepared in transactions, which a changed table then doesn't end", async () => {
    const newer = new Kysely<{ changed: { id: number } }>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    });
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    pool.on("connect", prepareRepeated);
    const db = new Kysely<{ changed: { id: number } }>({ dialect: new PostgresDialect({ pool }) });
    const name = `changed_${process.pid}`;
    await sql.raw(`create table ${name} (id integer)`).execute(db);
    const ask = (one: typeof db) => sql`select * from ${sql.table(name)} where id <> ${1}`.execute(one);
    for (let n = 0; n < 3; n++) await ask(db);
    await sql.raw(`alter table ${name} add column name text`).execute(newer);
    await db.transaction().execute(async (trx) => {
      await sql`insert into ${sql.table(name)} (id) values (${5})`.execute(trx);
      expect((await ask(trx as never)).rows).toEqual([{ id: 5, name: null }]);
    });
    expect((await ask(db)).rows).toEqual([{ id: 5, name: null }]);
    await sql.raw(`drop table ${name}`).execute(db);
    await Promise.all([db.destroy(), newer.destroy()]);
  });

  test("run unprepared after their table has changed", async () => {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    prepareRepeated(other);
    try {
      await other.query("create temp table changing (id integer)");
      await other.query("insert into changing values (1)");
      const ask = () => other.query("select * from changing where id = $1", [1]);
      await ask();
      await ask();
      await other.query("alter table changing add column name text");
      expect((await ask()).rows).toEqual([{ id: 1, name: null }]);
      expect((await ask()).rows).toEqual([{ id: 1, name: null }]);
    } finally {
      await other.end();
    }
  });
});
