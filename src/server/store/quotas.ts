import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { unprocessable } from "../../model/errors.ts";
import { sizeText } from "./sizes.ts";
import type { Tables } from "./tables.ts";

/** How much of what is stored one user has, beside the size of each. Where nothing is pruned, more is refused. */

type Db = Kysely<Tables>;

export interface Quota {
  rows: number;
  bytes: number;
}

const MB = 1_000_000;

export const QUOTAS = {
  /** Filter states, and unsaved charts, each. Oldest pruned. */
  states: { rows: 200, bytes: 10 * MB },
  guestStates: { rows: 50, bytes: 2 * MB },
  /** All guests and visitors of one network, which may be a company's. Oldest pruned. */
  networkStates: { rows: 2000, bytes: 50 * MB },
  /** All guests and visitors of one dashboard or dataset. Oldest pruned. */
  placeStates: { rows: 10_000, bytes: 100 * MB },
  /** Permalinks of dashboards, charts and SQL, each. Oldest pruned. */
  permalinks: { rows: 2000, bytes: 50 * MB },
  /** Query history. Oldest pruned. */
  queries: { rows: 10_000, bytes: 100 * MB },
  /** Versions of one object, packed. Oldest pruned, but the latest. */
  versionBytes: 20 * MB,
  /** Versions that one user saved, packed. Oldest pruned, but the latest of each object. */
  versions: { rows: 200_000, bytes: 1000 * MB },
  /** Runs in the log of one report. Oldest pruned. */
  reportRuns: { rows: 1000, bytes: 10 * MB },
  apiKeys: { rows: 20, bytes: MB },
  savedQueries: { rows: 2000, bytes: 50 * MB },
  tabs: { rows: 200, bytes: 20 * MB },
  tablesOfTab: { rows: 100, bytes: 10 * MB },
  /** What one user deleted and can still restore. Oldest pruned. */
  trash: { rows: 2000, bytes: 100 * MB },
  /** Charts, dashboards, datasets, annotations and the like that one user created, each kind; also those without an author. */
  objects: { rows: 20_000, bytes: 1000 * MB },
  /** The longest unused end. */
  sessions: 1000,
} as const;

interface Stored {
  table: keyof Tables;
  /** Which rows count. */
  where: RawBuilder<SqlBool>;
  /** Columns whose bytes count. */
  texts: readonly string[];
  /** Columns that are counts of bytes. */
  numbers?: readonly string[];
}

/** `newest`: the order in which the rows to keep come first. */
type Ranked = Stored & { newest: RawBuilder<unknown> };

/** Deletes the oldest rows beyond the quota; the newest always stays. */
export async function pruneOldest(db: Db, stored: Ranked, quota: Quota): Promise<void> {
  await sql`delete from ${sql.table(stored.table)} where id in (${beyond(stored, quota)})`.execute(db);
}

/** The ids of the oldest rows beyond the quota; the newest is never among them. */
export async function oldestBeyond(db: Db, stored: Ranked, quota: Quota): Promise<number[]> {
  const { rows } = await beyond(stored, quota).execute(db);
  return rows.map(({ id }) => id);
}

function beyond({ table, where, texts, newest }: Ranked, { rows, bytes }: Quota): RawBuilder<{ id: number }> {
  return sql`select id from (
    select id, row_number() over w as nth, sum(${bytesOf(texts)}) over w as total
    from ${sql.table(table)} where ${where} window w as (order by ${newest})
  ) as ranked where nth > 1 and (nth > ${rows} or total > ${bytes})`;
}

type Room = Stored & {
  what: string;
  adds: { rows: number; bytes: number };
  /** Of all rows without an author, not of one user's. */
  isShared?: boolean;
};

/** Throws a 422 when one more row, of so many bytes, is beyond the quota. */
export async function assertRoom(
  db: Db,
  { table, where, texts, numbers, what, adds, isShared }: Room,
  { rows, bytes }: Quota,
): Promise<void> {
  const counted = sql<{ rows: number | string; bytes: number | string | null }>`
    select count(*) as "rows", sum(${bytesOf(texts, numbers)}) as bytes from ${sql.table(table)} where ${where}`;
  const [found] = (await counted.execute(db)).rows;
  if (adds.rows > 0 && Number(found?.rows ?? 0) + adds.rows > rows) {
    const count = rows.toLocaleString("en-US");
    throw unprocessable(
      isShared
        ? `There are ${count} ${what} without an author, the limit. Delete some first.`
        : `You have ${count} ${what}, the limit per user. Delete some first.`,
    );
  }
  if (Number(found?.bytes ?? 0) + adds.bytes > bytes) {
    throw unprocessable(
      isShared
        ? `The ${what} without an author take ${sizeText(bytes)}, the limit. Delete some first.`
        : `Your ${what} take ${sizeText(bytes)}, the limit per user. Delete some first.`,
    );
  }
}

/** Where an index holds this for all rows of a user, it must be written the same there. */
export const bytesOf = (texts: readonly string[], numbers: readonly string[] = []): RawBuilder<number> =>
  texts.length === 0 && numbers.length === 0
    ? sql`0`
    : sql.join(
        [
          ...texts.map((text) => sql`coalesce(octet_length(${sql.ref(text)}), 0)`),
          ...numbers.map((name) => sql.ref(name)),
        ],
        sql` + `,
      );
