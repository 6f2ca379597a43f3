import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { accounts } from "../auth/accounts.ts";
import { ensureAdministrator } from "../auth/administrator.ts";
import { seedRoles } from "../auth/seed-roles.ts";
import { createClock } from "../clock.ts";
import { assertOwner, ownersOf, resolveOwners, setOwners } from "../rights/owners.ts";
import { createApp } from "../start/create-app.ts";
import type { User } from "../user.ts";
import { storeFailureOf } from "./failures.ts";
import { addFavorite, favoritesAmong, removeFavorite } from "./favorites.ts";
import { keyValuesOf } from "./key-values.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { changedBy, createdBy, stampOf } from "./stamp.ts";
import { setTags, tagsOf } from "./tags.ts";
import { containsText, endsWithText, startsWithText } from "./text-match.ts";
import { fullName, usersById } from "./users.ts";

const DAY = 24 * 60 * 60 * 1000;
let laterMs = 0;
let server: TestServer;
let ada: User;
let ben: User;
let admin: User;

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + laterMs) } });
  const user = async (name: string) => (await server.app.once(accounts).active(await server.userId(name))) as User;
  [ada, ben, admin] = [await user("ada"), await user("ben"), await user("admin")];
});
afterAll(() => server.stop());

const db = () => server.app.db;
async function chart(slice_name = "A chart"): Promise<number> {
  const values = { uuid: randomUUID(), slice_name, ...createdBy(stampOf(server.app, ada)) };
  return (await db().insertInto("charts").values(values).returning("id").executeTakeFirstOrThrow()).id;
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("key values", () => {
  const notes = keyValuesOf<{ text: string }>("note", 7);
  const links = keyValuesOf<{ text: string }>("link", null);
  const actor = (user: User) => ({ app: server.app, user });

  test("are separate per resource, user and context", async () => {
    const same = [
      await notes.create(actor(ada), { text: "1" }, { context: "x" }),
      await notes.create(actor(ada), { text: "2" }, { context: "x" }),
    ];
    expect(same[0]).toBe(same[1]);
    expect(await notes.read(server.app, same[0]!)).toEqual({ text: "2" });
    const others = [
      await notes.create(actor(ben), { text: "3" }, { context: "x" }),
      await notes.create(actor(ada), { text: "4" }, { context: "y" }),
      await notes.create(actor(ada), { text: "5" }),
      await links.create(actor(ada), { text: "6" }, { context: "x" }),
    ];
    expect(new Set([same[0], ...others]).size).toBe(5);
    expect(await failure(links.read(server.app, same[0]!))).toMatchObject({ status: 404 });
    expect(await failure(notes.read(server.app, "nothing"))).toMatchObject({
      status: 404,
      body: { message: "Not found" },
    });
  });

  test("can only be changed by their creator", async () => {
    const key = await notes.create(actor(ada), { text: "mine" });
    expect(await failure(notes.update(actor(ben), key, { text: "no" }))).toMatchObject({ status: 403 });
    expect(await failure(notes.remove(actor(admin), key))).toMatchObject({ status: 403 });
    await notes.update(actor(ada), key, { text: "changed" });
    expect(await notes.read(server.app, key)).toEqual({ text: "changed" });
    await notes.remove(actor(ada), key);
    expect(await failure(notes.read(server.app, key))).toMatchObject({ status: 404 });
  });

  test("expire unless they are read or changed", async () => {
    const [idle, used] = [
      await notes.create(actor(ada), { text: "idle" }),
      await notes.create(actor(ada), { text: "used" }),
    ];
    const link = await links.create(actor(ada), { text: "for ever" });
    laterMs += 5 * DAY;
    await notes.read(server.app, used);
    laterMs += 5 * DAY;
    expect(await failure(notes.read(server.app, idle))).toMatchObject({ status: 404 });
    expect(await failure(notes.update(actor(ada), idle, { text: "again" }))).toMatchObject({ status: 404 });
    await notes.update(actor(ada), used, { text: "new" });
    laterMs += 6 * DAY;
    expect(await notes.read(server.app, used)).toEqual({ text: "new" });
    laterMs += 3650 * DAY;
    expect(await links.read(server.app, link)).toEqual({ text: "for ever" });
  });

  test("hold any JSON", async () => {
    const any = keyValuesOf<unknown>("any", null);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const stored = await any.read(server.app, await any.create(actor(ada), value));
        expect(stored).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 40 },
    );
  });
});

describe("owners", () => {
  test("of a save are the requested ones, plus the user unless they are an administrator", async () => {
    const owners = (user: User, ownerIds?: (number | null)[] | null) => resolveOwners(db(), user, ownerIds);
    expect(await owners(ada, undefined)).toEqual([ada.id]);
    expect(await owners(ada, null)).toEqual([ada.id]);
    expect(await owners(ada, [])).toEqual([ada.id]);
    expect(await owners(ada, [ben.id, null, ben.id])).toEqual([ben.id, ada.id]);
    expect(await owners(admin, undefined)).toEqual([admin.id]);
    expect(await owners(admin, [])).toEqual([]);
    expect(await owners(admin, [ben.id])).toEqual([ben.id]);
    const refused = { status: 422, body: { message: { owners: ["Owners are invalid"] } } };
    expect(await failure(owners(admin, [ben.id, 99_999]))).toMatchObject(refused);
  });

  test("are replaced as a whole, and a change needs ownership of all objects", async () => {
    const [a, b] = [await chart(), await chart()];
    await setOwners(db(), { noun: "chart", id: a }, [ben.id, ada.id, ada.id]);
    await setOwners(db(), { noun: "chart", id: b }, [ben.id]);
    const found = await ownersOf(db(), "chart", [a, b, 99_999]);
    const ids = [...found].map(([id, people]) => [id, people.map((person) => person.id)]);
    expect(ids).toEqual([
      [a, [ada.id, ben.id].sort()],
      [b, [ben.id]],
      [99_999, []],
    ]);
    const both = { noun: "chart" as const, ids: [a, b] };
    await assertOwner(db(), ben, both);
    await assertOwner(db(), admin, both);
    expect(await failure(assertOwner(db(), ada, both))).toMatchObject({ status: 403 });
    await setOwners(db(), { noun: "chart", id: a }, []);
    expect((await ownersOf(db(), "chart", [a])).get(a)).toEqual([]);
  });
});

describe("favorites and tags", () => {
  test("are per user, unique and per type", async () => {
    const [a, b] = [await chart(), await chart()];
    const actor = { app: server.app, user: ada };
    await Promise.all([1, 2, 3].map(() => addFavorite(actor, "slice", a)));
    expect([...(await favoritesAmong(actor, "slice", [a, b]))]).toEqual([a]);
    expect((await favoritesAmong(actor, "Dashboard", [a, b])).size).toBe(0);
    expect((await favoritesAmong({ app: server.app, user: ben }, "slice", [a])).size).toBe(0);
    await removeFavorite(actor, "slice", b);
    await removeFavorite(actor, "slice", a);
    expect((await favoritesAmong(actor, "slice", [a])).size).toBe(0);
    expect((await favoritesAmong(actor, "slice", [])).size).toBe(0);
  });

  test("are replaced, or rejected as a whole when one doesn't exist", async () => {
    const id = await chart();
    const make = async (name: string) => {
      const now = server.app.clock.timestamp();
      const audit = { created_on: now, changed_on: now, created_by_fk: null, changed_by_fk: null };
      return (
        await db()
          .insertInto("tags")
          .values({ name, type: 1, ...audit } as never)
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    };
    const [zoo, art] = [await make("zoo"), await make("art")];
    const object = { type: "chart" as const, id };
    expect(await setTags(db(), object, [zoo, art, zoo])).toBe(true);
    expect((await tagsOf(db(), "chart", [id])).get(id)?.map((tag) => tag.name)).toEqual(["art", "zoo"]);
    expect(await setTags(db(), object, [art, 99_999])).toBe(false);
    expect((await tagsOf(db(), "chart", [id])).get(id)).toHaveLength(2);
    expect(await setTags(db(), object, [])).toBe(true);
    expect((await tagsOf(db(), "chart", [id])).get(id)).toEqual([]);
    expect((await tagsOf(db(), "dashboard", [id])).get(id)).toEqual([]);
  });
});

describe("change stamps", () => {
  test("name the editor, or no one if the user was deleted", async () => {
    const personOf = await usersById(db(), [ada.id, null, ada.id, 99_999]);
    expect(fullName(personOf(ada.id))).toBe("Ada User");
    expect([personOf(null), personOf(99_999), fullName(null)]).toEqual([null, null, ""]);
    expect(stampOf(server.app, null).userId).toBeNull();
    const [first, second] = [stampOf(server.app, ada), stampOf(server.app, ada)];
    expect(second.now > first.now).toBe(true);
    expect(changedBy(second)).toEqual({ changed_on: second.now, changed_by_fk: ada.id });
  });

  test("a deleted user's objects stay without an author", async () => {
    const goes = await server.userId("goes");
    const now = server.app.clock.timestamp();
    const values = { uuid: randomUUID(), slice_name: "Left", ...createdBy({ now, userId: goes }) };
    const { id } = await db().insertInto("charts").values(values).returning("id").executeTakeFirstOrThrow();
    await setOwners(db(), { noun: "chart", id }, [goes]);
    await db().deleteFrom("users").where("id", "=", goes).execute();
    const row = await db().selectFrom("charts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect([row.slice_name, row.created_by_fk, row.changed_by_fk]).toEqual(["Left", null, null]);
    expect((await ownersOf(db(), "chart", [id])).get(id)).toEqual([]);
  });
});

describe("text matching", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "B", "%", "_", "\\", "'", "ä", "Ä", " ", "-") });
  const holds = async (condition: ReturnType<typeof containsText>) =>
    (
      await sql<{
        n: number;
      }>`select count(*) as n from settings where name = 'built_in_roles' and ${condition}`.execute(db())
    ).rows[0]?.n === 1;

  test("matches what JavaScript matches for any text", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (haystack, needle) => {
        const [whole, part] = [haystack.toLowerCase(), needle.toLowerCase()];
        const subject = sql`cast(${haystack} as text)`;
        expect(await holds(containsText(subject, needle))).toBe(whole.includes(part));
        expect(await holds(startsWithText(subject, needle))).toBe(whole.startsWith(part));
        expect(await holds(endsWithText(subject, needle))).toBe(whole.endsWith(part));
      }),
      { numRuns: 150 },
    );
  });

  test("null never matches, negated or not", async () => {
    expect(await holds(containsText(sql`null`, "a"))).toBe(false);
    expect(await holds(sql`not ${containsText(sql`null`, "a")}`)).toBe(true);
  });
});

if (process.env.TESSERA_TEST_DATABASE_URL) {
  test("servers starting concurrently on an empty store all start", async () => {
    const schema = `t_${randomUUID().replaceAll("-", "")}`;
    const store = { url: process.env.TESSERA_TEST_DATABASE_URL, file: "", schema };
    const start = async () => {
      const app = await createApp(server.app.config, { store, secret: randomBytes(32) });
      await seedRoles(app);
      return { app, administrator: await ensureAdministrator(app) };
    };
    const started = await Promise.all([1, 2, 3, 4].map(start));
    expect(started.filter(({ administrator }) => administrator?.isNew)).toHaveLength(1);
    const [first] = started;
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(first!.app.db);
    expect(rows.map((row) => row.name).sort()).toEqual(MIGRATIONS.map((migration) => migration.name).sort());
    expect(await first!.app.db.selectFrom("users").select("username").execute()).toEqual([{ username: "admin" }]);
    await sql.raw(`drop schema ${schema} cascade`).execute(first!.app.db);
    for (const { app } of started) await app.close();
  });
}

test.each([
  [{ errcode: 2067 }, "unique"],
  [{ errcode: 1555 }, "unique"],
  [{ errcode: 787 }, "reference"],
  [{ errcode: 13 }, "full"],
  [{ errcode: 8 }, "read-only"],
  [{ errcode: 1032 }, "read-only"],
  [{ code: "23505" }, "unique"],
  [{ code: "23503" }, "reference"],
  [{ code: "53100" }, "full"],
  [{ code: "ECONNREFUSED" }, "unreachable"],
  [new Error("timeout exceeded when trying to connect"), "unreachable"],
  [{ code: "XX000" }, undefined],
  [{ errcode: 1 }, undefined],
  [null, undefined],
  ["text", undefined],
])("store error %j is %s", (error, name) => {
  expect(storeFailureOf(error)).toBe(name);
});
