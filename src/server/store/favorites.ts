import { forbidden } from "../../model/errors.ts";
import type { Actor } from "./stamp.ts";
import type { FavoriteClass } from "./tables.ts";

/** Which of the objects are the user's favourites. */
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

/** Throws a 403 for visitors without an account, who have no favourites. */
export async function addFavorite({ app, user }: Actor, className: FavoriteClass, id: number): Promise<void> {
  if (user.isAnonymous) throw forbidden();
  await app.db
    .insertInto("favorites")
    .values({ user_id: user.id, class_name: className, object_id: id, created_on: app.clock.timestamp() })
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function removeFavorite({ app, user }: Actor, className: FavoriteClass, id: number): Promise<void> {
  await app.db
    .deleteFrom("favorites")
    .where("user_id", "=", user.id)
    .where("class_name", "=", className)
    .where("object_id", "=", id)
    .execute();
}
