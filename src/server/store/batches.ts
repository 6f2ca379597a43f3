import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

export interface LargeTexts {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
}

const BATCH_BYTES = 2_000_000;
const MAX_IDS = 500;

/**
 * Splits ids into batches by text size, because SQLite reads on the main thread (1 ms per 2 MB). Sizes come from row
 * headers, without reading the texts.
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
  return splitBySize(ids, (id) => sizes.get(id) ?? 0);
}

const CHUNK = 5000;

/** For lists in statements, whose parameters databases limit. */
export function chunksOf<T>(items: readonly T[]): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += CHUNK) chunks.push(items.slice(start, start + CHUNK));
  return chunks;
}

function splitBySize(ids: readonly number[], sizeOf: (id: number) => number): number[][] {
  const batches: number[][] = [];
  let room = 0;
  for (const id of ids) {
    const size = sizeOf(id);
    const last = batches.at(-1);
    if (!last || size > room || last.length >= MAX_IDS) {
      batches.push([id]);
      room = BATCH_BYTES - size;
    } else {
      last.push(id);
      room -= size;
    }
  }
  return batches;
}
