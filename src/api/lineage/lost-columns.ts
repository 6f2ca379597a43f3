import type { App } from "../../server/app.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import type { LineageLostTable } from "../../server/store/lineage-tables.ts";
import { connectionOf } from "../database/index.ts";
import { columnsOf, type DatasetRow, findDataset } from "../dataset/index.ts";
import { walkBreaks } from "./break-walk.ts";
import { FIELD_MARK, node } from "./edges.ts";
import { type GraphNode, keyOf } from "./graph.ts";
import { updateLineage } from "./index-keeper.ts";
import { removedColumns } from "./removed-columns.ts";

/**
 * Compares the dataset's columns with its table, and marks what can't be queried without those that the table has lost.
 * Nothing changes if the table can't be read.
 */
export async function checkTable(app: App, datasetId: number): Promise<void> {
  const row = await findDataset(app.db, datasetId);
  const lost = row && !row.sql?.trim() ? await lostColumns(app, row) : [];
  if (lost === undefined) return;
  const rows = new Map<string, LineageLostTable>();
  for (const column of lost) {
    const starts = [node("column", datasetId, column.name), ...column.fields];
    const { reached } = await walkBreaks(app.db, starts);
    for (const { node: each } of reached.values()) {
      if (each.kind !== "column" && each.kind !== "metric" && each.kind !== "dataset") continue;
      rows.set(keyOf(each), {
        source_id: datasetId,
        kind: each.kind,
        dataset_id: each.id,
        name: each.name,
        cause: column.name,
        found_on: app.clock.timestamp(),
      });
    }
  }
  await app.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("lineage_lost").where("source_id", "=", datasetId).execute();
    for (const each of rows.values()) await trx.insertInto("lineage_lost").values(each).execute();
  });
}

interface LostColumn {
  name: string;
  fields: GraphNode[];
}

/** Of its own columns, those marked before, and those that something still names. Undefined if it can't be read. */
async function lostColumns(app: App, row: DatasetRow): Promise<LostColumn[] | undefined> {
  const found = await sourceNames(app, row);
  if (!found) return undefined;
  const columns = await columnsOf(app.db, row.id);
  const marked = await app.db
    .selectFrom("lineage_lost")
    .select("cause")
    .distinct()
    .where("source_id", "=", row.id)
    .execute();
  const calculated = new Set(columns.flatMap((each) => (each.expression ? [each.column_name] : [])));
  const named = new Set([
    ...columns.map(({ column_name }) => column_name),
    ...marked.map(({ cause }) => cause),
    ...(app.once(removedColumns).get(row.id) ?? []),
  ]);
  const lost = [...named].filter((name) => !found.has(name) && !calculated.has(name));
  if (lost.length === 0) return [];
  const [table] = await app.db
    .selectFrom("lineage_edges")
    .select(["target_id", "target_name"])
    .where("kind", "=", "dataset")
    .where("object_id", "=", row.id)
    .where("target_kind", "=", "table")
    .execute();
  const fieldOf = (name: string) =>
    table ? [node("field", table.target_id, `${table.target_name}${FIELD_MARK}${name.toLowerCase()}`)] : [];
  return lost.map((name) => ({ name, fields: fieldOf(name) }));
}

async function sourceNames(app: App, row: DatasetRow): Promise<Set<string> | undefined> {
  try {
    const { connection } = await connectionOf(app, row.database_id);
    const columns = await connection.columns(row.table_name, row.schema, row.catalog);
    // Without columns the table is missing, or hidden from this connection.
    return columns.length === 0 ? undefined : new Set(columns.map(({ name }) => name));
  } catch {
    return undefined;
  }
}

/** Tables of the datasets that were saved since the last time. */
export async function checkChangedTables(app: App): Promise<void> {
  const removed = app.once(removedColumns);
  for (const id of [...removed.keys()]) {
    await checkTable(app, id);
    removed.delete(id);
  }
}

const CHECKED_ON = "lineage_checked_on";
const HOUR_MS = 60 * 60 * 1000;

/** All tables of datasets with charts, if the last time is long enough ago. */
export async function checkAllTables(app: App): Promise<void> {
  const { tableCheckHours } = app.config;
  if (tableCheckHours === 0) return;
  const { db, clock } = app;
  const stored = await db.selectFrom("settings").select("value").where("name", "=", CHECKED_ON).executeTakeFirst();
  if (stored && clock.now() - Number(stored.value) < tableCheckHours * HOUR_MS) return;
  const value = String(clock.now());
  await db
    .insertInto("settings")
    .values({ name: CHECKED_ON, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  await updateLineage(app);
  const datasets = await db
    .selectFrom("datasets")
    .select("id")
    .where((e) => e.or([e("sql", "is", null), e("sql", "=", "")]))
    .where((e) =>
      e.exists(
        e
          .selectFrom("lineage_edges")
          .select("lineage_edges.kind")
          .where("lineage_edges.target_kind", "in", ["dataset", "column"])
          .whereRef("lineage_edges.target_id", "=", "datasets.id"),
      ),
    )
    .orderBy("id")
    .execute();
  await forEachYielding(datasets, ({ id }) => checkTable(app, id));
}
