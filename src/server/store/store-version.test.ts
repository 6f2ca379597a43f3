import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseChangelog } from "../../../scripts/changelog.ts";
import { openStore, type Store } from "./database.ts";
import { type Migration, migrate, pendingMigrations } from "./migrate.ts";
import { MIGRATIONS, PROGRAM } from "./migrations/index.ts";
import { RELEASES } from "./migrations/releases.ts";
import { type Program, prepareStore, requiredVersion } from "./store-version.ts";

const url = process.env.TESSERA_TEST_DATABASE_URL;
const dialect = url ? "postgres" : "sqlite";
const schema = `t_${randomUUID().replaceAll("-", "")}`;
let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-versions-"));
  store = await openStore({ url, file: join(folder, "tessera.db"), schema });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  if (!url) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
});

describe("two versions on one store", () => {
  const released = { version: "1.0.0", lastMigration: MIGRATIONS.at(-1)?.name ?? "" };
  const add = (name: string): Migration => ({ name, statements: () => [`create table table_${name} (x integer)`] });
  const first: Program = { version: "1.0.0", migrations: MIGRATIONS, releases: [released] };
  const second: Program = {
    version: "1.1.0",
    migrations: [...MIGRATIONS, add("second")],
    releases: [released, { version: "1.1.0", lastMigration: "second" }],
  };
  const third: Program = {
    version: "1.2.0",
    migrations: [...second.migrations, add("third")],
    releases: [...second.releases, { version: "1.2.0", lastMigration: "third" }],
  };
  const unreleased = { ...third, version: "1.1.0", releases: second.releases };
  const start = (program: Program) => prepareStore(store, program, false);

  test("the older one can start after the newer one has migrated it", async () => {
    await start(first);
    expect(await start(second)).toEqual(["second"]);
    expect(await start(first)).toEqual([]);
    expect(await requiredVersion(store.db, first)).toBeUndefined();
    expect(await start(second)).toEqual([]);
  });

  test.each([third, unreleased])("a version older than these says which it needs ($version)", async (newest) => {
    await start(first);
    await start(second);
    await start(newest);
    await expect(start(first)).rejects.toThrow(
      "The store needs Tessera 1.1.0 or newer; this is 1.0.0. Start a newer version, or restore a backup from before the update.",
    );
    expect(await requiredVersion(store.db, first)).toBe("1.1.0");
    expect(await start(second)).toEqual([]);
  });

  test("a version that skips one migrates only if no other server uses the store", async () => {
    await start(first);
    await expect(start(third)).rejects.toThrow(
      'The store is older than Tessera 1.1.0, so this version can\'t work on it together with the servers that use it. Update to 1.1.0 first, or stop all servers and run "tessera migrate".',
    );
    expect(await pendingMigrations(store.db, third.migrations)).toEqual(["second", "third"]);
    expect(await requiredVersion(store.db, first)).toBeUndefined();
    expect(await prepareStore(store, third, true)).toEqual(["second", "third"]);
    await expect(start(first)).rejects.toThrow("needs Tessera 1.1.0");
  });

  test("a release without migrations doesn't raise the version", async () => {
    await start(second);
    const patch = { ...second, version: "1.1.1" };
    await start(patch);
    expect(await start(first)).toEqual([]);
  });

  test("a store with unknown migrations and no recorded version is rejected", async () => {
    await migrate(store.db, store.dialect, second.migrations);
    await expect(start(first)).rejects.toThrow("a newer version of Tessera (unknown migrations: second)");
  });
});

describe("after the last release", () => {
  const last = RELEASES.at(-1);
  const count = MIGRATIONS.findIndex(({ name }) => name === last?.lastMigration) + 1;
  const released = MIGRATIONS.slice(0, count);
  const later = MIGRATIONS.slice(count);

  test("the recorded release is one of the changelog, and no newer one changed the store", () => {
    expect(count).toBeGreaterThan(0);
    const versions = parseChangelog(readFileSync("CHANGELOG.md", "utf8")).flatMap(({ version }) => version ?? []);
    for (const { version } of RELEASES) expect(versions).toContain(version);
    if (versions[0] !== last?.version) expect(later).toEqual([]);
    expect(PROGRAM.version).toBe(versions[0]);
  });

  type AnyTables = Record<string, Record<string, unknown>>;
  const tablesOf = async () =>
    (await store.db.introspection.getTables()).filter((table) => !table.isView && (!url || table.schema === schema));

  test("migrations only add, or change what the last release doesn't use", async () => {
    await migrate(store.db, store.dialect, released);
    const tables = new Map((await tablesOf()).map(({ name, columns }) => [name, columns.map((one) => one.name)]));
    const versions = RELEASES.map(({ version }) => version);
    for (const migration of later) {
      if (migration.unusedSince !== undefined) {
        expect(versions, migration.name).toContain(migration.unusedSince);
        continue;
      }
      for (const statement of migration.statements(dialect))
        expect(breaks(statement, tables), `${migration.name}: ${statement}`).toBe(false);
    }
  });

  test("rows of the last release can be read and written", async () => {
    await migrate(store.db, store.dialect, released);
    const before = await tablesOf();
    await migrate(store.db, store.dialect, MIGRATIONS);
    const now = new Map((await tablesOf()).map((table) => [table.name, table]));
    for (const { name, columns } of before) {
      const current = new Map(now.get(name)?.columns.map((one) => [one.name, one]));
      for (const column of columns)
        expect(current.get(column.name), `${name}.${column.name}`).toMatchObject({
          dataType: column.dataType,
          isNullable: column.isNullable,
        });
      const row = Object.fromEntries(columns.map((one) => [one.name, sampleOf(one.dataType)]));
      await withoutReferences(store.db as unknown as Kysely<AnyTables>, async (trx) => {
        await trx.insertInto(name).values(row).execute();
        const found = await trx.selectFrom(name).select(Object.keys(row)).execute();
        expect(found.length, name).toBeGreaterThan(0);
      });
    }
  });

  function sampleOf(type: string): unknown {
    if (/^_|\[\]/.test(type)) return "{}";
    if (/json/.test(type)) return "[]";
    if (/int|serial/i.test(type)) return 9_000_001;
    if (/double|real|float|numeric/i.test(type)) return 1.5;
    return /bool/i.test(type) ? true : `x${randomUUID()}`;
  }

  async function withoutReferences(db: Kysely<AnyTables>, work: (trx: Transaction<AnyTables>) => Promise<void>) {
    const undone = new Error("undone");
    const run = db.transaction().execute(async (trx) => {
      await sql
        .raw(url ? "set local session_replication_role = replica" : "pragma defer_foreign_keys = on")
        .execute(trx);
      await work(trx);
      throw undone;
    });
    await run.catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  }

  const SOME = new Map([["charts", ["id", "params"]]]);

  test.each([
    "drop table charts",
    "alter table charts drop column params",
    "alter table charts rename column params to form",
    "alter table charts rename to diagrams",
    "alter table charts alter column params type jsonb",
    "alter table charts alter column params set not null",
    "alter table charts add column color text not null",
    "alter table charts add column color text unique",
    "alter table charts add constraint named check (params <> '')",
    "create unique index charts_once on charts (params)",
    "create trigger noted after insert on charts begin select 1; end",
    "create trigger noted after insert on charts begin insert into colors (id) values (1); delete from charts; end",
    "create function note() returns trigger language plpgsql as $$ begin delete from charts; end $$",
    "update charts set params = ''",
    "delete from charts",
  ])("%s breaks servers of the last release", (statement) => expect(breaks(statement, SOME)).toBe(true));

  test.each([
    "create table colors (id integer not null unique)",
    "create unique index colors_once on colors (id)",
    "create index charts_by_color on charts (params)",
    "alter table charts add column color text",
    "alter table charts add column color text not null default 'red'",
    "update charts set color = 'blue'",
    "insert into colors (id) values (1)",
    "create trigger noted after insert on charts begin insert into colors (id) values (1); end",
    "create function note() returns trigger language plpgsql as $$ begin insert into colors values (1); end $$",
    "create trigger noted after insert on charts for each row execute function note('chart')",
  ])("%s doesn't", (statement) => expect(breaks(statement, SOME)).toBe(false));
});

/** The tables that statements of a trigger insert into; undefined for other statements than those of its variables. */
const writtenBy = (body: string) =>
  body
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => !/^(if |else |end if|return |changed := )/.test(statement))
    .map((statement) => /^insert into (\w+)/.exec(statement)?.[1]);

/** Whether a statement may break a server that knows only `tables` and their columns. */
function breaks(statement: string, tables: ReadonlyMap<string, readonly string[]>): boolean {
  const text = statement.trim().replaceAll(/\s+/g, " ").toLowerCase();
  if (/^(create table|create index|drop index) /.test(text)) return false;
  const unique = /^create unique index \w+ on (\w+)/.exec(text);
  if (unique) return tables.has(unique[1] ?? "");
  const insert = /^insert into (\w+)/.exec(text);
  if (insert) return tables.has(insert[1] ?? "");
  // Triggers that only write to new tables; on PostgreSQL, their function says to which.
  const trigger = /^create (?:trigger \w+ .+ begin|function .+ begin) (.+); end( \$\$)?$/.exec(text);
  if (trigger) return writtenBy(trigger[1] ?? "").some((table) => table === undefined || tables.has(table));
  if (/^create trigger .+ execute function \w+\('\w+'\)$/.test(text)) return false;
  const update = /^update (\w+) set (\w+) = /.exec(text);
  if (update) return tables.get(update[1] ?? "")?.includes(update[2] ?? "") ?? false;
  const added = /^alter table (\w+) add column \w+ (.+)$/.exec(text);
  if (!added) return true;
  const isRequired = /not null/.test(added[2] ?? "") && !/ default /.test(` ${added[2]}`);
  return tables.has(added[1] ?? "") && (isRequired || /unique|primary key|check/.test(added[2] ?? ""));
}
