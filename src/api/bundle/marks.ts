import type { Kysely } from "kysely";
import { SIZES } from "../../model/size-limits.ts";
import { assertSize } from "../../server/store/sizes.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { Json } from "./json-values.ts";

/**
 * Per imported object: unknown keys of its file, which exports write back, and the bundle's timestamp, which the object
 * keeps until it is changed. So a round trip returns the same bytes.
 */

type Db = Kysely<Tables>;

export interface Mark {
  extra: Json;
  bundledOn: string;
  savedOn: string;
}

/** Throws a 413 if the keys are too large; they count toward no quota. */
export async function saveMark(db: Db, uuid: string, mark: Mark): Promise<void> {
  const extra = JSON.stringify(mark.extra);
  assertSize("unknown keys", extra, SIZES.text);
  const row = { uuid, extra, bundled_on: mark.bundledOn, saved_on: mark.savedOn };
  await db
    .insertInto("bundle_marks")
    .values(row)
    .onConflict((conflict) => conflict.column("uuid").doUpdateSet(row))
    .execute();
}

const BATCH_SIZE = 500;

export async function marksOf(db: Db, uuids: readonly string[]): Promise<ReadonlyMap<string, Mark>> {
  const marks = new Map<string, Mark>();
  for (let start = 0; start < uuids.length; start += BATCH_SIZE) {
    const rows = await db
      .selectFrom("bundle_marks")
      .selectAll()
      .where("uuid", "in", uuids.slice(start, start + BATCH_SIZE))
      .execute();
    for (const { uuid, extra, bundled_on, saved_on } of rows) {
      marks.set(uuid, { extra: JSON.parse(extra) as Json, bundledOn: bundled_on, savedOn: saved_on });
    }
  }
  return marks;
}

export function unknownKeys(file: Json, schema: { shape: Json }): Json {
  return Object.fromEntries(Object.entries(file).filter(([name]) => !Object.hasOwn(schema.shape, name)));
}
