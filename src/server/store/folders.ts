import { type Kysely, type SqlBool, sql } from "kysely";
import { byIds } from "./by-ids.ts";
import type { Tables } from "./tables.ts";

/** Where charts, dashboards and datasets are. */

type PlacedNoun = "chart" | "dashboard" | "dataset";

export interface Placed {
  noun: PlacedNoun;
  id: number;
}

export interface FolderName {
  id: number;
  name: string;
}

const foldersQuery = (noun: PlacedNoun) =>
  byIds((db, ids) =>
    sql<FolderName & { object_id: number }>`select p.${sql.ref(`${noun}_id`)} as object_id, f.id, f.name
      from ${sql.table(`${noun}_folders`)} p join folders f on f.id = p.folder_id
      where p.${sql.ref(`${noun}_id`)} in (${sql.join([...ids])})`.compile(db),
  );
const FOLDERS_QUERIES = {
  chart: foldersQuery("chart"),
  dashboard: foldersQuery("dashboard"),
  dataset: foldersQuery("dataset"),
} satisfies Record<PlacedNoun, unknown>;

export async function foldersOf(
  db: Kysely<Tables>,
  noun: PlacedNoun,
  ids: readonly number[],
): Promise<Map<number, FolderName>> {
  const rows = await FOLDERS_QUERIES[noun](db, ids);
  return new Map(rows.map(({ object_id, ...folder }) => [object_id, folder]));
}

/** A filter of lists: in a folder or one within it; without a folder's id, in none. */
export function inFolder(noun: PlacedNoun) {
  const column = sql.ref(`${noun}s.id`);
  const placed = sql`select ${sql.ref(`p.${noun}_id`)} from ${sql.table(`${noun}_folders`)} p`;
  return (value: unknown) => {
    const id = Number(value);
    if (!Number.isInteger(id) || id < 1 || id >= 2 ** 31) return sql<SqlBool>`${column} not in (${placed})`;
    return sql<SqlBool>`${column} in (${placed} join folder_ancestors a on a.folder_id = p.folder_id
      where a.ancestor_id = ${id})`;
  };
}

/** Returns whether it moved. Without a folder, takes the object out of its folder. */
export async function placeObject(
  db: Kysely<Tables>,
  { noun, id }: Placed,
  to: { folderId: number | null; placedBy: number | null },
): Promise<boolean> {
  const before = (await foldersOf(db, noun, [id])).get(id)?.id ?? null;
  if (before === to.folderId) return false;
  const table = sql.table(`${noun}_folders`);
  const own = sql.ref(`${noun}_id`);
  if (to.folderId === null) await sql`delete from ${table} where ${own} = ${id}`.execute(db);
  else
    await sql`insert into ${table} (${own}, folder_id, placed_by) values (${id}, ${to.folderId}, ${to.placedBy})
      on conflict (${own}) do update set folder_id = excluded.folder_id, placed_by = excluded.placed_by`.execute(db);
  return true;
}
