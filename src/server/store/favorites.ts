import type { Kysely } from "kysely";
import { forbidden } from "../../model/errors.ts";
import type { Actor } from "./stamp.ts";
import type { FavoriteClass, Tables } from "./tables.ts";
import { syncTags } from "./tags.ts";

export async function favoritesAmong(
  { app, user }: Actor,
  className: FavoriteClass,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await app.db
    .selectFrom("favorites")
    .select("object_id")
    .where("user_id", "=", user.id)
    .where("class_name", "=", className)
    .where("object_id", "in", [...ids])
    .execute();
  return new Set(rows.map((row) => row.object_id));
}

const TAGGED_AS = { slice: "chart", Dashboard: "dashboard", query: "query", tag: undefined } as const;

export async function addFavorite({ app, user }: Actor, className: FavoriteClass, id: number): Promise<void> {
  if (user.isAnonymous) throw forbidden();
  const row = { user_id: user.id, class_name: className, object_id: id, created_on: app.clock.timestamp() };
  await app.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("favorites")
      .values(row)
      .onConflict((c) => c.doNothing())
      .execute();
    await syncFavoriteTag(trx, className, id);
  });
}

export async function removeFavorite({ app, user }: Actor, className: FavoriteClass, id: number): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("favorites")
      .where("user_id", "=", user.id)
      .where("class_name", "=", className)
      .where("object_id", "=", id)
      .execute();
    await syncFavoriteTag(trx, className, id);
  });
}

async function syncFavoriteTag(trx: Kysely<Tables>, className: FavoriteClass, id: number): Promise<void> {
  const type = TAGGED_AS[className];
  if (type) await syncTags(trx, { type, id });
}
