import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { createApp } from "../start/create-app.ts";
import { KeptIds } from "./kept-ids.ts";
import { connectSqlite } from "./node-sqlite.ts";
import { named } from "./statement.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-kept-"));
const file = join(folder, "tessera.db");
const all = { text: "select seen.id from seen order by 1", parameters: [] };
const owned = (user: number) =>
  named({ text: "select chart_owners.chart_id from chart_owners where chart_owners.user_id = ?", parameters: [user] });

let writer: ReturnType<typeof connectSqlite>;

beforeAll(async () => {
  const app = await createApp(readConfig({ TESSERA_HOME: folder }, folder), { store: { url: undefined, file } });
  await app.close();
  writer = connectSqlite(file);
  writer.exec("pragma foreign_keys = on");
  for (const id of [1, 2])
    writer.exec(`insert into users (id, uuid, username, first_name, last_name, email, created_on, changed_on)
      values (${id}, 'u${id}', 'u${id}', '', '', 'u${id}', '', '')`);
  for (const id of [1, 2, 3, 4]) {
    writer.exec(
      `insert into charts (id, uuid, slice_name, created_on, changed_on) values (${id}, 'c${id}', '', '', '')`,
    );
    writer.exec(`insert into chart_owners (chart_id, user_id) values (${id}, ${1 + (id % 2)})`);
  }
});
afterAll(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const reader = (mostIds?: number) => new KeptIds(connectSqlite(file, { readOnly: true }), mostIds);
const idsOf = (kept: KeptIds, user: number) => (kept.rows(owned(user), all) as { id: number }[]).map(({ id }) => id);

test("ids are found once for each person, and anew after a change of rights alone", () => {
  const kept = reader();
  expect([idsOf(kept, 1), idsOf(kept, 2), idsOf(kept, 1)]).toEqual([
    [2, 4],
    [1, 3],
    [2, 4],
  ]);
  expect(kept.found).toBe(2);
  writer.exec("update charts set slice_name = 'another', datasource_id = datasource_id where id = 2");
  expect(idsOf(kept, 1)).toEqual([2, 4]);
  expect(kept.found).toBe(2);
  writer.exec("begin");
  writer.exec("delete from charts where id = 4");
  expect(idsOf(kept, 1)).toEqual([2, 4]);
  writer.exec("commit");
  expect(idsOf(kept, 1)).toEqual([2]);
  expect(kept.found).toBe(3);
});

test("the least recently asked go when there are too many", () => {
  const kept = reader(3);
  expect([idsOf(kept, 2), idsOf(kept, 1), idsOf(kept, 1)]).toEqual([[1, 3], [2], [2]]);
  writer.exec("insert into chart_owners (chart_id, user_id) values (1, 1)");
  expect([idsOf(kept, 2), idsOf(kept, 1), idsOf(kept, 2)]).toEqual([
    [1, 3],
    [1, 2],
    [1, 3],
  ]);
  expect(kept.found).toBe(5);
  expect(idsOf(reader(1), 2)).toEqual([1, 3]);
});

test.each([
  "select charts.id from charts where charts.slice_name <> ''",
  "select charts.id from charts, saved_queries",
  "select charts.id from charts where random() > 0",
  "select charts.id from charts where fold('a') = 'a'",
  "select charts.rowid from charts where exists (select 1 from users)",
])("what depends on more than is counted is not kept: %s", (text) => {
  const kept = reader();
  expect(kept.rows(named({ text, parameters: [] }), all)).toBeUndefined();
  expect(kept.found).toBe(0);
});

test("a failing query leaves nothing behind", () => {
  const kept = reader();
  expect(() => kept.rows(owned(1), { text: "select abs(-9223372036854775808) from seen", parameters: [] })).toThrow();
  expect(idsOf(kept, 2)).toEqual([1, 3]);
});
