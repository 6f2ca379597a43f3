import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

export async function deleteMarksOf(
  db: Kysely<Tables>,
  table: "databases" | "saved_queries" | "themes" | "trash",
  ids: readonly number[],
): Promise<void> {
  const uuids = sql<string>`(select uuid from ${sql.table(table)} where id in (${sql.join([...ids, -1])}))`;
  await db.deleteFrom("bundle_marks").where("uuid", "in", uuids).execute();
}
