import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pass } from "../../testing/waits.ts";
import { openStore, type StoreLocation } from "./database.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { readReferences } from "./references.ts";

const url = process.env.TESSERA_TEST_DATABASE_URL;
let folder: string;
let location: StoreLocation;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-migrations-"));
  location = { url, file: join(folder, "tessera.db"), schema: `t_${randomUUID().replaceAll("-", "")}` };
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  if (!url) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop schema if exists ${location.schema} cascade`);
  await client.end();
});

async function migrating(steps: string) {
  const file = join(folder, `${randomUUID()}.mjs`);
  const from = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  writeFileSync(
    file,
    `import { openStore } from ${from("database.ts")};
     import { migrate } from ${from("migrate.ts")};
     import { MIGRATIONS } from ${from("migrations/index.ts")};
     const store = await openStore(${JSON.stringify(location)});
     await migrate(store.db, store.dialect, ${steps});
     await store.close();`,
  );
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const ready = new Promise<void>((resolve) => child.stdout.on("data", () => resolve()));
  return { ready: Promise.race([ready, ended]), ended, kill: () => child.kill("SIGKILL") };
}

test("a migration killed midway leaves nothing, and runs on the next start", async () => {
  const slow = url
    ? "select pg_sleep(2)"
    : "insert into half with recursive c(x) as (select 1 union all select x + 1 from c where x < 400000000) select max(x) from c";
  const child = await migrating(`[
    { name: "1", statements: () => ["create table whole (x integer)"] },
    { name: "2", statements: () => { process.stdout.write("ready"); return ["create table half (x integer)", ${JSON.stringify(slow)}]; } },
  ]`);
  await child.ready;
  await pass(200, "any instant has to do");
  child.kill();
  await child.ended;
  const store = await openStore(location);
  await sql`select * from whole`.execute(store.db);
  await expect(sql`select * from half`.execute(store.db)).rejects.toThrow();
  const step = (name: string, statement: string) => ({ name, statements: () => [statement] });
  const steps = [step("1", "create table whole (x integer)"), step("2", "create table half (x integer)")];
  expect(await migrate(store.db, store.dialect, steps)).toEqual(["2"]);
  await sql`select * from half`.execute(store.db);
  await store.close();
});

test("migrations killed at any time complete on the next start", async () => {
  for (const afterMs of [10, 40, 90]) {
    const source = `MIGRATIONS.map((step, i) => ({ ...step, statements: (dialect) => {
      if (i === 0) process.stdout.write("ready");
      return step.statements(dialect);
    } }))`;
    const child = await migrating(source);
    await child.ready;
    await pass(afterMs, "any instant has to do");
    child.kill();
    await child.ended;
  }
  const store = await openStore(location);
  await migrate(store.db, store.dialect, MIGRATIONS);
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(store.db);
  expect(rows.map((row) => row.name)).toEqual(MIGRATIONS.map((migration) => migration.name).sort());
  expect((await readReferences(store)).length).toBeGreaterThan(30);
  await store.close();
});

test("upgrades from every released version and keeps its data", async () => {
  const at = "2026-01-01T00:00:00.000000";
  const audit = sql`${at}, ${at}`;
  const store = await openStore(location);
  for (let steps = 1; steps < MIGRATIONS.length; steps++) {
    await migrate(store.db, store.dialect, MIGRATIONS.slice(0, steps));
    const [uuid, name] = [randomUUID(), `version ${steps}`];
    await sql`insert into databases (uuid, database_name, sqlalchemy_uri, created_on, changed_on)
      values (${uuid}, ${name}, 'duckdb://', ${audit})`.execute(store.db);
    await sql`insert into charts (uuid, slice_name, params, created_on, changed_on)
      values (${uuid}, ${name}, '{"a":1}', ${audit})`.execute(store.db);
  }
  await migrate(store.db, store.dialect, MIGRATIONS);
  const charts = await store.db.selectFrom("charts").select(["slice_name", "params"]).orderBy("id").execute();
  const names = Array.from({ length: MIGRATIONS.length - 1 }, (_, i) => `version ${i + 1}`);
  expect(charts).toEqual(names.map((slice_name) => ({ slice_name, params: '{"a":1}' })));
  const databases = await store.db.selectFrom("databases").select("database_name").orderBy("id").execute();
  expect(databases.map((row) => row.database_name)).toEqual(names);
  await store.close();
});

test("drops the permission counters with their triggers, and rows stay writable", async () => {
  const store = await openStore(location);
  const { db, dialect } = store;
  const before = MIGRATIONS.findIndex(({ name }) => name === "0031-drop-rights-counters");
  await migrate(db, dialect, MIGRATIONS.slice(0, before));
  const counters = url
    ? [
        "create table rights_changes (transaction bigint primary key)",
        `create function note_change_of_rights() returns trigger language plpgsql set search_path from current as
          $$ begin insert into rights_changes values (txid_current()); return null; end $$`,
        `create trigger rights_added after insert or delete on charts for each row
          execute function note_change_of_rights()`,
      ]
    : [
        "create table rights_state (version integer not null)",
        `create trigger charts_added after insert on charts
          begin update rights_state set version = version + 1; end`,
      ];
  for (const statement of counters) await sql.raw(statement).execute(db);
  expect((await migrate(db, dialect, MIGRATIONS))[0]).toBe("0031-drop-rights-counters");
  await sql`insert into charts (uuid, slice_name, created_on, changed_on)
    values (${randomUUID()}, 'after', 'now', 'now')`.execute(db);
  await expect(sql.raw(`select * from ${url ? "rights_changes" : "rights_state"}`).execute(db)).rejects.toThrow();
  await store.close();
});

test("binds existing rules to the tables and parameters of their datasets", async () => {
  const audit = sql`'2026-01-01T00:00:00.000000', '2026-01-01T00:00:00.000000'`;
  const store = await openStore(location);
  const { db, dialect } = store;
  const before = MIGRATIONS.findIndex(({ name }) => name === "0025-rule-places");
  await migrate(db, dialect, MIGRATIONS.slice(0, before));
  await sql`insert into databases (id, uuid, database_name, sqlalchemy_uri, created_on, changed_on)
    values (1, 'd', 'shop', 'duckdb://', ${audit})`.execute(db);
  await sql`insert into row_level_security (id, name, filter_type, clause, created_on, changed_on)
    values (1, 'r', 'Base', '1 = 1', ${audit})`.execute(db);
  for (const [id, text] of [null, "", " \n\t", "select 1"].entries()) {
    await sql`insert into datasets (id, uuid, database_id, "schema", table_name, sql, template_params, created_on, changed_on)
      values (${id + 1}, ${`u${id}`}, 1, 'main', ${`t${id}`}, ${text}, '{}', ${audit})`.execute(db);
    await sql`insert into row_level_security_tables (rule_id, dataset_id) values (1, ${id + 1})`.execute(db);
  }
  await migrate(db, dialect, MIGRATIONS);
  const places = await db.selectFrom("row_level_security_places").selectAll().orderBy("id").execute();
  const place = { rule_id: 1, database_id: 1, catalog: null, schema: "main", template_params: "{}" };
  expect(places).toMatchObject([0, 1, 2].map((n) => ({ ...place, dataset_id: n + 1, table_name: `t${n}` })));
  const links = await db.selectFrom("row_level_security_tables").selectAll().execute();
  expect(links).toHaveLength(4);
  for (const link of links) expect(link).toMatchObject({ is_bound: true, template_params: "{}" });
  await store.close();
});
