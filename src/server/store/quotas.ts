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
  /** What one user deleted and can still restore. Oldest pruned. */
  trash: { rows: 2000, bytes: 100 * MB },
  /** Charts, dashboards, datasets, annotations and the like that one user created, each kind. */
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

const OBJECTS = {
  charts: { what: "charts", texts: ["params", "query_context", "description"] },
  dashboards: { what: "dashboards", texts: ["json_metadata", "position_json", "css", "description"] },
  datasets: { what: "datasets", texts: ["sql", "template_params", "folders", "extra", "description"] },
  annotation_layers: { what: "annotation layers", texts: ["descr"] },
  annotations: { what: "annotations", texts: ["short_descr", "long_descr", "json_metadata"] },
  css_templates: { what: "CSS templates", texts: ["css"] },
  themes: { what: "themes", texts: ["json_data"] },
  tags: { what: "tags", texts: ["description"] },
  reports: { what: "alerts and reports", texts: ["sql", "extra_json", "description"] },
} as const;

/** Smaller texts are counted only together with larger ones: a bundle brings thousands of objects, one after another. */
const COUNTED_BYTES = 64_000;

type Values = Readonly<Record<string, unknown>>;

/** Throws a 422 when a new object is beyond what the user may have. What the server itself creates has no limit. */
export async function assertRoomForNew(
  db: Db,
  table: keyof typeof OBJECTS,
  of: { userId: number | null; values: Values },
) {
  if (of.userId === null) return;
  await assertRoomFor(db, table, { where: sql<SqlBool>`created_by_fk = ${of.userId}`, values: of.values, rows: 1 });
}

/** The same for an object that changes, which counts as its creator's. */
export async function assertRoomForChange(db: Db, table: keyof typeof OBJECTS, of: { id: number; values: Values }) {
  if (lengthOf(table, of.values) < COUNTED_BYTES) return;
  const creator = sql`(select created_by_fk from ${sql.table(table)} where id = ${of.id})`;
  const where = sql<SqlBool>`created_by_fk = ${creator} and id <> ${of.id}`;
  await assertRoomFor(db, table, { where, values: of.values, rows: 0 });
}

async function assertRoomFor(
  db: Db,
  table: keyof typeof OBJECTS,
  { where, values, rows }: { where: RawBuilder<SqlBool>; values: Values; rows: number },
): Promise<void> {
  const { what, texts } = OBJECTS[table];
  const bytes = lengthOf(table, values);
  const counted = bytes < COUNTED_BYTES ? [] : texts;
  await assertRoom(db, { table, where, texts: counted, what, adds: { rows, bytes } }, QUOTAS.objects);
}

function lengthOf(table: keyof typeof OBJECTS, values: Values): number {
  const texts = OBJECTS[table].texts.map((name) => values[name]).filter((text) => typeof text === "string");
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

const bytesOf = (texts: readonly string[]) =>
  texts.length === 0
    ? sql`0`
    : sql.join(
        texts.map((text) => sql`coalesce(octet_length(${sql.ref(text)}), 0)`),
        sql` + `,
      );
