import { type Kysely, type SqlBool, sql } from "kysely";
import { yieldToEventLoop } from "../event-loop.ts";
import { assertRoom, bytesOf, QUOTAS } from "./quotas.ts";
import { createdBy, type Stamp } from "./stamp.ts";
import type { NewRow, RowChanges, Tables } from "./tables.ts";

/**
 * Storage quotas per creator and type, counting every text they can write. Objects of visitors and deleted users have
 * no author and share a quota.
 */

type Db = Kysely<Tables>;

const MANAGED = ["certified_by", "certification_details", "external_url"];

/** Must match the order in `migrations/indexes.ts`. `numbers`: columns with the size of rows in other tables. */
export const OBJECTS = {
  charts: { texts: ["slice_name", "params", "query_context", "description", ...MANAGED] },
  dashboards: {
    texts: ["dashboard_title", "slug", "description", "css", "position_json", "json_metadata", ...MANAGED],
  },
  datasets: {
    texts: [
      ...["table_name", "catalog", "schema", "sql", "main_dttm_col", "currency_code_column", "description"],
      ...[
        "default_endpoint",
        "params",
        "template_params",
        "fetch_values_predicate",
        "extra",
        "external_url",
        "folders",
      ],
    ],
    numbers: ["parts_bytes"],
  },
  annotation_layers: { texts: ["name", "descr"] },
  annotations: { texts: ["short_descr", "long_descr", "json_metadata"] },
  css_templates: { texts: ["template_name", "css"] },
  themes: { texts: ["theme_name", "json_data"] },
  tags: { texts: ["name", "description"] },
  folders: { texts: ["name", "description"] },
  comments: { texts: ["text", "mentions"] },
  assertions: { texts: ["name", "description", "params", "where_clause", "crontab", "timezone"] },
  reports: {
    texts: [
      ...["name", "description", "email_subject", "context_markdown", "crontab", "timezone", "sql"],
      ...["validator_config_json", "extra_json"],
    ],
  },
  row_level_security: { texts: ["name", "description", "clause", "group_key"] },
  databases: {
    texts: [
      ...["database_name", "sqlalchemy_uri", "encrypted_extra", "server_cert", "ssh_tunnel"],
      ...["force_ctas_schema", "external_url", "extra"],
    ],
  },
} as const satisfies Partial<Record<keyof Tables, { texts: readonly string[]; numbers?: readonly string[] }>>;

type ObjectTable = keyof typeof OBJECTS;
type Values = Readonly<Record<string, unknown>>;

type Created = keyof ReturnType<typeof createdBy>;
export type NewObject<T extends ObjectTable> = Omit<NewRow<T>, Created>;

/** Throws a 422 over the author's quota. */
export async function insertObject<T extends ObjectTable>(
  db: Db,
  table: T,
  values: NewObject<T>,
  stamp: Stamp,
): Promise<number> {
  await assertRoomForNew(db, table, { stamp, values });
  const row = { ...values, ...createdBy(stamp) } as unknown as NewRow<"tags">;
  const { id } = await db
    .insertInto(table as "tags")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const ROWS_PER_INSERT = 500;

/** Throws a 422 over the author's quota, which is counted once for all of them. */
export async function insertObjects<T extends ObjectTable>(
  db: Db,
  table: T,
  all: readonly NewObject<T>[],
  stamp: Stamp,
): Promise<void> {
  await assertRoomForAll(db, table, { stamp, all });
  for (let start = 0; start < all.length; start += ROWS_PER_INSERT) {
    const rows = all.slice(start, start + ROWS_PER_INSERT).map((values) => ({ ...values, ...createdBy(stamp) }));
    await db
      .insertInto(table as "tags")
      .values(rows as unknown as NewRow<"tags">[])
      .execute();
    await yieldToEventLoop();
  }
}

/** Throws a 422 when it grows over the author's quota. */
export async function updateObject<T extends ObjectTable>(
  db: Db,
  table: T,
  id: number,
  values: RowChanges<T>,
): Promise<void> {
  await assertRoomForChange(db, table, { id, values });
  await db
    .updateTable(table as "tags")
    .set(values as RowChanges<"tags">)
    .where("id", "=", id)
    .execute();
}

/** Throws a 422 over the author's quota. The server's own objects have no limit. */
export async function assertRoomForNew(
  db: Db,
  table: ObjectTable,
  { stamp, values }: { stamp: Stamp; values: Values },
): Promise<void> {
  await assertRoomForAll(db, table, { stamp, all: [values] });
}

async function assertRoomForAll(
  db: Db,
  table: ObjectTable,
  { stamp, all }: { stamp: Stamp; all: readonly Values[] },
): Promise<void> {
  const { userId, isVisitor } = stamp;
  if (all.length === 0 || (userId === null && !isVisitor)) return;
  const bytes = all.reduce((sum, values) => sum + lengthOf(table, values), 0);
  await assertRoomOf(db, table, { creator: userId, adds: { rows: all.length, bytes } });
}

async function assertRoomForChange(db: Db, table: ObjectTable, of: { id: number; values: Values }): Promise<void> {
  const changed = OBJECTS[table].texts.filter((name) => of.values[name] !== undefined);
  const written = lengthOf(table, of.values);
  if (written === 0) return;
  const { rows } = await sql<{ creator: number | null; bytes: number }>`
    select created_by_fk as creator, ${bytesOf(changed)} as bytes from ${sql.table(table)} where id = ${of.id}`.execute(
    db,
  );
  const [row] = rows;
  const growth = written - Number(row?.bytes ?? 0);
  if (row && growth > 0) await assertRoomOf(db, table, { creator: row.creator, adds: { rows: 0, bytes: growth } });
}

export async function assertRoomForRow(db: Db, table: ObjectTable, row: Values): Promise<void> {
  const creator = typeof row.created_by_fk === "number" ? row.created_by_fk : null;
  const parts = Number(row.parts_bytes ?? 0);
  await assertRoomOf(db, table, { creator, adds: { rows: 1, bytes: lengthOf(table, row) + parts } });
}

/** For parts of a stored object that have grown. Call it in the same transaction. */
export async function assertRoomForParts(db: Db, table: ObjectTable, creator: number | null): Promise<void> {
  await assertRoomOf(db, table, { creator, adds: { rows: 0, bytes: 0 } });
}

async function assertRoomOf(
  db: Db,
  table: ObjectTable,
  { creator, adds }: { creator: number | null; adds: { rows: number; bytes: number } },
): Promise<void> {
  const isShared = creator === null;
  const where = isShared ? sql<SqlBool>`created_by_fk is null` : sql<SqlBool>`created_by_fk = ${creator}`;
  await assertRoom(db, { table, where, ...OBJECTS[table], adds, isShared }, QUOTAS.objects);
}

function lengthOf(table: ObjectTable, values: Values): number {
  const texts = OBJECTS[table].texts.map((name) => values[name]).filter((text) => typeof text === "string");
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
