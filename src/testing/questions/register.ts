import { connectionOf, insertDatabase } from "../../api/database/index.ts";
import { insertDataset, saveColumns, saveMetrics } from "../../api/dataset/index.ts";
import { stampOf } from "../../server/store/stamp.ts";
import type { TestServer } from "../server.ts";
import type { DatasetName } from "./question.ts";

export interface LoadedSeed {
  uri: string;
  schema: string | null;
}

const DATASETS: Readonly<Record<DatasetName, object>> = {
  facts: { table_name: "facts", main_dttm_col: "seen", fetch_values_predicate: "id > 3" },
  shifted: { table_name: "facts_shifted", main_dttm_col: "seen", offset: 2 },
  bounded: { table_name: "facts_bounded", main_dttm_col: "seen", always_filter_main_dttm: true },
  events: { table_name: "events", main_dttm_col: "at" },
  stated: { table_name: "stated", main_dttm_col: "seen", sql: "SELECT * FROM facts f " },
  joined: {
    table_name: "joined",
    sql: "SELECT f.id, f.kind, e.place, e.n FROM facts f JOIN events e ON e.id = f.id -- one each\n;",
  },
};
const FORMATS: Readonly<Record<string, string>> = { secs: "epoch_s", millis: "epoch_ms", ymd: "%Y%m%d" };

export async function register(
  { app }: TestServer,
  name: string,
  { uri, schema }: LoadedSeed,
): Promise<Record<DatasetName, number>> {
  const stamp = stampOf(app, null);
  const database = { database_name: name, sqlalchemy_uri: uri } as Parameters<typeof insertDatabase>[1];
  const databaseId = await insertDatabase(app, database, stamp);
  app.events.changed("database", databaseId);
  const { connection } = await connectionOf(app, databaseId);
  const entries = Object.entries(DATASETS).map(async ([dataset, overrides]) => {
    const sql = (overrides as { sql?: string }).sql;
    const inSchema = sql && schema ? sql.replaceAll(/(facts|events) ([fe]) /g, `${schema}.$1 $2 `) : sql;
    const table = (overrides as { table_name: string }).table_name;
    const source = inSchema ? await connection.describe(inSchema) : await connection.columns(table, schema);
    const values = { ...overrides, ...(inSchema ? { sql: inSchema } : {}), database_id: databaseId, schema };
    const id = await insertDataset(app.db, values as Parameters<typeof insertDataset>[1], stamp);
    const columns = source.map((column) => ({
      column_name: column.name,
      type: column.type,
      is_dttm: ["born", "seen", "at", "day", "secs", "millis", "ymd"].includes(column.name),
      python_date_format: FORMATS[column.name] ?? null,
    }));
    const calculated = { column_name: "is small", expression: "id < 10 -- few", type: "BOOLEAN" };
    await saveColumns(app.db, { datasetId: id, stamp }, [...columns, calculated]);
    await saveMetrics(app.db, { datasetId: id, stamp }, [{ metric_name: "count", expression: "COUNT(*)" }]);
    app.events.changed("dataset", id);
    return [dataset, id] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<DatasetName, number>;
}
