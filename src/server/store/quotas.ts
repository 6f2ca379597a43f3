import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { number } from "../../i18n/intl.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import { sizeText } from "./sizes.ts";
import type { Tables } from "./tables.ts";

/** Storage limits per user. If nothing is pruned, further rows are rejected. */

type Db = Kysely<Tables>;

export interface Quota {
  rows: number;
  bytes: number;
}

const MB = 1_000_000;

export const QUOTAS = {
  /** Filter states and unsaved charts, each. Oldest pruned. */
  states: { rows: 200, bytes: 10 * MB },
  guestStates: { rows: 50, bytes: 2 * MB },
  /** All guests and visitors of a network, which may be a company's. Oldest pruned. */
  networkStates: { rows: 2000, bytes: 50 * MB },
  /** All guests and visitors of a dashboard or dataset. Oldest pruned. */
  placeStates: { rows: 10_000, bytes: 100 * MB },
  /** Permalinks per type. Oldest pruned. */
  permalinks: { rows: 2000, bytes: 50 * MB },
  /** Query history. Oldest pruned. */
  queries: { rows: 10_000, bytes: 100 * MB },
  /** Versions of one object, compressed. Oldest pruned, except the latest. */
  versionBytes: 20 * MB,
  /** Versions saved by one user, compressed. Oldest pruned, except each object's latest. */
  versions: { rows: 200_000, bytes: 1000 * MB },
  /** Per report. Oldest pruned. */
  reportRuns: { rows: 1000, bytes: 10 * MB },
  apiKeys: { rows: 20, bytes: MB },
  /** Of one alert. */
  silences: { rows: 1000, bytes: MB },
  /** Apps that a user connected. Oldest pruned. */
  connectedApps: { rows: 50, bytes: MB },
  /** Registered apps that no user connected. Oldest pruned. */
  unusedApps: 1000,
  /** Changes that a user hasn't confirmed. Oldest pruned. */
  agentPreviews: { rows: 20, bytes: 20 * MB },
  savedQueries: { rows: 2000, bytes: 50 * MB },
  tabs: { rows: 200, bytes: 20 * MB },
  tablesOfTab: { rows: 100, bytes: 10 * MB },
  /** Restorable items deleted by one user. Oldest pruned. */
  trash: { rows: 2000, bytes: 100 * MB },
  /** Per creator and type; also all without an author. */
  objects: { rows: 20_000, bytes: 1000 * MB },
  /** The session unused for the longest time ends. */
  sessions: 1000,
} as const;

interface Stored {
  table: keyof Tables;
  where: RawBuilder<SqlBool>;
  texts: readonly string[];
  numbers?: readonly string[];
}

type Ranked = Stored & { newest: RawBuilder<unknown> };

export async function pruneOldest(db: Db, stored: Ranked, quota: Quota): Promise<void> {
  await sql`delete from ${sql.table(stored.table)} where id in (${beyond(stored, quota)})`.execute(db);
}

export async function idsOverQuota(db: Db, stored: Ranked, quota: Quota): Promise<number[]> {
  const { rows } = await beyond(stored, quota).execute(db);
  return rows.map(({ id }) => id);
}

function beyond({ table, where, texts, newest }: Ranked, { rows, bytes }: Quota): RawBuilder<{ id: number }> {
  return sql`select id from (
    select id, row_number() over w as nth, sum(${bytesOf(texts)}) over w as total
    from ${sql.table(table)} where ${where} window w as (order by ${newest})
  ) as ranked where nth > 1 and (nth > ${rows} or total > ${bytes})`;
}

type QuotaCheck = Stored & {
  adds: { rows: number; bytes: number };
  isShared?: boolean;
};

const NAMES: Partial<Record<keyof Tables, Message>> = {
  charts: msg("Charts"),
  dashboards: msg("Dashboards"),
  datasets: msg("Datasets"),
  databases: msg("Databases"),
  annotation_layers: msg("Annotation layers"),
  annotations: msg("Annotations"),
  css_templates: msg("CSS templates"),
  themes: msg("Themes"),
  tags: msg("Tags"),
  comments: msg("Comments"),
  reports: msg("Alerts & reports"),
  row_level_security: msg("Row-level security"),
  saved_queries: msg("Saved queries"),
  api_keys: msg("API keys"),
  tab_states: msg("SQL Lab tabs"),
  table_schemas: msg("Tables in this tab"),
};

/** Throws a 422 over the quota. */
export async function assertRoom(
  db: Db,
  { table, where, texts, numbers, adds, isShared }: QuotaCheck,
  { rows, bytes }: Quota,
): Promise<void> {
  const counted = sql<{ rows: number | string; bytes: number | string | null }>`
    select count(*) as "rows", sum(${bytesOf(texts, numbers)}) as bytes from ${sql.table(table)} where ${where}`;
  const [found] = (await counted.execute(db)).rows;
  const limit =
    adds.rows > 0 && Number(found?.rows ?? 0) + adds.rows > rows
      ? number(rows)
      : Number(found?.bytes ?? 0) + adds.bytes > bytes
        ? sizeText(bytes)
        : undefined;
  if (limit === undefined) return;
  const values = { things: t(NAMES[table] ?? msg("Items")), limit };
  throw unprocessable(
    isShared
      ? t("{things} without an author: the limit of {limit} is reached. Delete some first.", values)
      : t("{things}: you've reached the limit of {limit}. Delete some first.", values),
  );
}

/** Must match the index definitions. */
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
