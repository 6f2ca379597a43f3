import { type SqlBool, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { portionsOf } from "./batches.ts";
import { compressJson, decompressJson } from "./content.ts";
import { assertRoom, idsOverQuota, pruneOldest, type Quota } from "./quotas.ts";
import { assertSize, assertStoredSizes, sizeLimitOf } from "./sizes.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ resources: [] });
});
afterAll(() => server.stop());
const db = () => server.app.db;

const now = "2026-01-01T00:00:00.000000";
async function keep(key: string, value: string): Promise<number> {
  const row = { resource: "pruned", key, value, created_on: now, changed_on: now, expires_on: null, owner_id: null };
  const insert = db().insertInto("key_values").values(row).returning("id");
  return (await insert.executeTakeFirstOrThrow()).id;
}
const remaining = async () => {
  const rows = db().selectFrom("key_values").select("key").where("resource", "=", "pruned").orderBy("id");
  return (await rows.execute()).map(({ key }) => key);
};
const STORED = {
  table: "key_values",
  where: sql<SqlBool>`resource = 'pruned'`,
  texts: ["value"],
  newest: sql`id desc`,
} as const;

describe("quotas", () => {
  beforeEach(async () => {
    await db().deleteFrom("key_values").where("resource", "=", "pruned").execute();
    for (const key of ["a", "b", "c", "d"]) await keep(key, "é".repeat(50));
  });

  test.each<[string, Quota, string[]]>([
    ["by number", { rows: 2, bytes: 10_000 }, ["c", "d"]],
    ["by bytes", { rows: 10, bytes: 300 }, ["b", "c", "d"]],
    ["but the newest stays, however large", { rows: 0, bytes: 0 }, ["d"]],
    ["none within the quota", { rows: 4, bytes: 400 }, ["a", "b", "c", "d"]],
  ])("prunes the oldest rows %s", async (_, quota, expected) => {
    expect(await idsOverQuota(db(), STORED, quota)).toHaveLength(4 - expected.length);
    await pruneOldest(db(), STORED, quota);
    expect(await remaining()).toEqual(expected);
  });

  test("rejects rows over the limit, in rows or bytes", async () => {
    const room = (adds: Quota, quota: Quota, isShared = false) =>
      assertRoom(db(), { ...STORED, adds, isShared }, quota).then(
        () => "room",
        (error: Error) => error.message,
      );
    const one = { rows: 1, bytes: 100 };
    expect(await room(one, { rows: 5, bytes: 500 })).toBe("room");
    expect(await room(one, { rows: 4, bytes: 500 })).toBe("Items: you've reached the limit of 4. Delete some first.");
    expect(await room(one, { rows: 5, bytes: 499 })).toBe(
      "Items: you've reached the limit of 0.499 kB. Delete some first.",
    );
    expect(await room({ rows: 0, bytes: 1 }, { rows: 1, bytes: 1_000_000 })).toBe("room");
    expect(await room(one, { rows: 1, bytes: 500 }, true)).toBe(
      "Items without an author: the limit of 1 is reached. Delete some first.",
    );
  });
});

describe("rows with much text", () => {
  const TEXTS = { table: "key_values", columns: ["value"] } as const;

  test("are read in batches of limited size, in order", async () => {
    const ids: number[] = [];
    for (const [i, length] of [900_000, 900_000, 900_000, 2_500_000, 10, 10].entries())
      ids.push(await keep(`long ${i}`, "x".repeat(length)));
    const [a, b, c, huge, d, e] = ids as [number, number, number, number, number, number];
    expect(await portionsOf(db(), TEXTS, [a, b, c, huge, d, e])).toEqual([[a, b], [c], [huge], [d, e]]);
    expect(await portionsOf(db(), TEXTS, [e, huge, a])).toEqual([[e], [huge], [a]]);
  });

  test("are one batch without text columns, and none without ids", async () => {
    expect(await portionsOf(db(), TEXTS, [])).toEqual([]);
    expect(await portionsOf(db(), TEXTS, [7])).toEqual([[7]]);
    expect(await portionsOf(db(), { ...TEXTS, columns: [] }, [3, 1, 2])).toEqual([[3, 1, 2]]);
    const many = Array.from({ length: 1200 }, (_, i) => 1_000_000 + i);
    expect((await portionsOf(db(), TEXTS, many)).map(({ length }) => length)).toEqual([500, 500, 200]);
  });
});

test("compressed values round-trip", async () => {
  for (const value of [null, "", { a: ["日本 😀", 1.5, { __proto__: 1 }] }, "x".repeat(500_000)]) {
    const text = await compressJson(value);
    expect(text).toMatch(/^[\w+/=]*$/);
    expect(await decompressJson(text)).toEqual(value);
  }
  expect((await compressJson("x".repeat(500_000))).length).toBeLessThan(10_000);
  await expect(decompressJson("no packed value")).rejects.toThrow();
});

test("measures texts in bytes and names each over its limit", () => {
  const long = "é".repeat(501);
  expect(() => assertStoredSizes({ slice_name: "é".repeat(500), css: "", params: null, id: 7 })).not.toThrow();
  const caught = (() => {
    try {
      assertStoredSizes({ slice_name: long, dashboard_title: long, css: long, other: "x".repeat(64_001) });
    } catch (error) {
      return error;
    }
  })();
  expect(caught).toMatchObject({
    status: 413,
    body: {
      message: {
        slice_name: ["Too large: the limit is 1 kB."],
        dashboard_title: ["Too large: the limit is 1 kB."],
        other: ["Too large: the limit is 64 kB."],
      },
    },
  });
  expect(() => assertSize("css", "é", 1)).toThrow("Too large: the limit is 0.001 kB.");
  expect(() => assertSize("css", null, 1)).not.toThrow();
  expect([sizeLimitOf("position_json", ""), sizeLimitOf("constructor", ""), sizeLimitOf("constructor", [])]).toEqual([
    4_000_000, 64_000, 1_000_000,
  ]);
});
