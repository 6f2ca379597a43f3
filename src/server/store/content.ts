import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { Kysely } from "kysely";
import { type KeptNoun, TABLES_OF } from "./history-tables.ts";
import type { Row, Tables } from "./tables.ts";

/** A chart, dashboard or dataset in the store. */
export interface ObjectReference {
  noun: KeptNoun;
  id: number;
}

type Json = Record<string, unknown>;

/** What an object says: its columns without ids and moments; a dataset's with its columns and metrics. */
export type Content = Json;

/** Columns of rows that say who saved when, or which row it is, and nothing of the object itself. */
const OF_THE_ROW: ReadonlySet<string> = new Set([
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

type KeptRow = Row<"charts"> | Row<"dashboards"> | Row<"datasets">;

/**
 * The row as it is now, kept from other writers until the transaction ends. A write that changes nothing locks a row on
 * both stores. Undefined when there is none.
 */
export function lockObject(trx: Kysely<Tables>, { noun, id }: ObjectReference): Promise<KeptRow | undefined> {
  const table = TABLES_OF[noun];
  return trx
    .updateTable(table)
    .set((column) => ({ changed_on: column.ref("changed_on") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst() as Promise<KeptRow | undefined>;
}

/** What the object says now. */
export async function contentOf(db: Kysely<Tables>, object: ObjectReference, row?: KeptRow): Promise<Content> {
  const { noun, id } = object;
  const found =
    row ?? (await db.selectFrom(TABLES_OF[noun]).selectAll().where("id", "=", id).executeTakeFirstOrThrow());
  const own = withoutRow(found);
  if (noun !== "dataset") return own;
  const parts = async (table: "dataset_columns" | "dataset_metrics") => {
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .where("dataset_id", "=", id)
      .orderBy("position")
      .orderBy("id")
      .execute();
    return rows.map(withoutRow);
  };
  return { ...own, columns: await parts("dataset_columns"), metrics: await parts("dataset_metrics") };
}

/** A row without ids and moments. */
export function withoutRow(row: object): Json {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !OF_THE_ROW.has(name)));
}

/**
 * SHA-256 of what an object says, hex. The query of a chart is left out: the browser keeps it in the background, which
 * is no save by a person.
 */
export function digestOfContent({ query_context: _, ...content }: Content): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);

/** JSON as compressed text, for what is kept in numbers and seldom read. */
export async function packed(value: unknown): Promise<string> {
  return (await deflated(Buffer.from(JSON.stringify(value)), { level: 1 })).toString("base64");
}

export async function unpacked(text: string): Promise<unknown> {
  return JSON.parse((await inflated(Buffer.from(text, "base64"))).toString());
}
