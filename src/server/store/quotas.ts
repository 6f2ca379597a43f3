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
  apiKeys: { rows: 20, bytes: MB },
  savedQueries: { rows: 2000, bytes: 50 * MB },
  tabs: { rows: 200, bytes: 20 * MB },
  tablesOfTab: { rows: 100, bytes: 10 * MB },
  /** The longest unused end. */
  sessions: 1000,
} as const;

interface Stored {
  table: keyof Tables;
  /** Which rows count. */
  where: RawBuilder<SqlBool>;
  /** Columns whose bytes count. */
  texts: readonly string[];
}

/** Deletes the oldest rows beyond the quota; the newest always stays. */
export async function pruneOldest(
  db: Db,
  { table, where, texts, newest }: Stored & { newest: RawBuilder<unknown> },
  { rows, bytes }: Quota,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where id in (select id from (
    select id, row_number() over w as nth, sum(${bytesOf(texts)}) over w as total
    from ${sql.table(table)} where ${where} window w as (order by ${newest})
  ) as ranked where nth > 1 and (nth > ${rows} or total > ${bytes}))`.execute(db);
}

/** Throws a 422 when one more row, of so many bytes, is beyond the quota. */
export async function assertRoom(
  db: Db,
  { table, where, texts, what, adds }: Stored & { what: string; adds: { rows: number; bytes: number } },
  { rows, bytes }: Quota,
): Promise<void> {
  const counted = sql<{ rows: number | string; bytes: number | string | null }>`
    select count(*) as "rows", sum(${bytesOf(texts)}) as bytes from ${sql.table(table)} where ${where}`;
  const [found] = (await counted.execute(db)).rows;
  if (Number(found?.rows ?? 0) + adds.rows > rows) {
    throw unprocessable(`You have ${rows.toLocaleString("en-US")} ${what}, the limit per user. Delete some first.`);
  }
  if (Number(found?.bytes ?? 0) + adds.bytes > bytes) {
    throw unprocessable(`Your ${what} take ${sizeText(bytes)}, the limit per user. Delete some first.`);
  }
}

const bytesOf = (texts: readonly string[]) =>
  texts.length === 0
    ? sql`0`
    : sql.join(
        texts.map((text) => sql`coalesce(octet_length(${sql.ref(text)}), 0)`),
        sql` + `,
      );
