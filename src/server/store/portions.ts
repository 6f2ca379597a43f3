import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** Columns that hold much text. */
export interface LargeTexts {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
}

/** What is read in one go. A single row may be larger. */
const PORTION_BYTES = 2_000_000;
/** Ids of one statement. */
const MAX_IDS = 500;

/**
 * The ids in their order, in portions whose texts are of a bounded size: the embedded store reads in the main thread,
 * 1 ms for each 2 MB. The sizes are read from the headers of rows, not from the texts.
 */
export async function portionsOf(
  db: Kysely<Tables>,
  { table, columns }: LargeTexts,
  ids: readonly number[],
): Promise<number[][]> {
  if (ids.length < 2 || columns.length === 0) return ids.length > 0 ? [[...ids]] : [];
  const sizes = new Map<number, number>();
  const bytes = sql.join(
    columns.map((name) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`),
    sql` + `,
  );
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const some = ids.slice(start, start + MAX_IDS);
    const { rows } = await sql<{ id: number; bytes: number }>`
      select id, ${bytes} as bytes from ${sql.table(table)} where id in (${sql.join(some)})`.execute(db);
    for (const row of rows) sizes.set(row.id, Number(row.bytes));
  }
  return cut(ids, (id) => sizes.get(id) ?? 0);
}

function cut(ids: readonly number[], sizeOf: (id: number) => number): number[][] {
  const portions: number[][] = [];
  let room = 0;
  for (const id of ids) {
    const size = sizeOf(id);
    const last = portions.at(-1);
    if (!last || size > room || last.length >= MAX_IDS) {
      portions.push([id]);
      room = PORTION_BYTES - size;
    } else {
      last.push(id);
      room -= size;
    }
  }
  return portions;
}
