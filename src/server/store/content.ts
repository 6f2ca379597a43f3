import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { Kysely } from "kysely";
import { TABLES_OF, type VersionedNoun } from "./history-tables.ts";
import type { Row, Tables } from "./tables.ts";

export interface ObjectReference {
  noun: VersionedNoun;
  id: number;
}

type Json = Record<string, unknown>;

export type Content = Json;

const ROW_COLUMNS: ReadonlySet<string> = new Set([
  "id",
  "uuid",
  "dataset_id",
  "position",
  "created_on",
  "changed_on",
  "created_by_fk",
  "changed_by_fk",
  "is_orphaned",
  "last_saved_at",
  "last_saved_by_fk",
  "type_generic",
  "invalidated_on",
  "parts_bytes",
]);

type VersionedRow = Row<"charts"> | Row<"dashboards"> | Row<"datasets">;

/** Locks the row until the transaction ends; a no-op update does that on both databases. */
export function lockObject(trx: Kysely<Tables>, { noun, id }: ObjectReference): Promise<VersionedRow | undefined> {
  const table = TABLES_OF[noun];
  return trx
    .updateTable(table)
    .set((column) => ({ changed_on: column.ref("changed_on") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst() as Promise<VersionedRow | undefined>;
}

export async function contentOf(db: Kysely<Tables>, object: ObjectReference, row?: VersionedRow): Promise<Content> {
  const { noun, id } = object;
  const found =
    row ?? (await db.selectFrom(TABLES_OF[noun]).selectAll().where("id", "=", id).executeTakeFirstOrThrow());
  const own = contentFields(found);
  if (noun !== "dataset") return own;
  const parts = async (table: "dataset_columns" | "dataset_metrics") => {
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .where("dataset_id", "=", id)
      .orderBy("position")
      .orderBy("id")
      .execute();
    return rows.map(contentFields);
  };
  return { ...own, columns: await parts("dataset_columns"), metrics: await parts("dataset_metrics") };
}

/**
 * What a version keeps: of a dashboard without a layout also its charts, which only the links to it say. Their ids are
 * in `charts`.
 */
export async function versionContentOf(
  db: Kysely<Tables>,
  object: ObjectReference,
  row?: VersionedRow,
): Promise<Content> {
  const content = await contentOf(db, object, row);
  if (object.noun !== "dashboard" || !/^(\{\s*\}|)$/.test(String(content.position_json ?? "").trim())) return content;
  const links = await db
    .selectFrom("dashboard_charts")
    .select("chart_id")
    .where("dashboard_id", "=", object.id)
    .orderBy("chart_id")
    .execute();
  return { ...content, charts: links.map(({ chart_id }) => chart_id) };
}

export function contentFields(row: object): Json {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !ROW_COLUMNS.has(name)));
}

/** Excludes a chart's query context, which the browser saves in the background. */
export function digestOfContent({ query_context: _, ...content }: Content): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

const deflateAsync = promisify(deflateRaw);
const inflateAsync = promisify(inflateRaw);

export async function compressJson(value: unknown): Promise<string> {
  return (await deflateAsync(Buffer.from(JSON.stringify(value)), { level: 1 })).toString("base64");
}

export async function decompressJson(text: string): Promise<unknown> {
  return JSON.parse((await inflateAsync(Buffer.from(text, "base64"))).toString());
}
