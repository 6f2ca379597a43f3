import type { Kysely } from "kysely";
import type { QueryMetric } from "../../model/adhoc.ts";
import type { AssertionCheck } from "../../model/assertion.ts";
import type { Stamp } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import { checkOf } from "../assertion/index.ts";
import { type Rename, type SqlRenamer, UnreadableSqlError } from "./rename-sql.ts";

interface Change {
  id: number;
  params: string;
  where_clause: string | null;
}

/** Of assertions about the dataset. Statements of their own are left, as those of alerts. */
export async function renamedAssertions(db: Kysely<Tables>, rename: Rename, sql: SqlRenamer): Promise<Change[]> {
  const rows = await db.selectFrom("assertions").selectAll().where("dataset_id", "=", rename.datasetId).execute();
  const changes: Change[] = [];
  for (const row of rows) {
    const params = JSON.stringify(await renamedParams(checkOf(row), rename, sql));
    const where_clause = row.where_clause && (await renamedSql(row.where_clause, sql));
    if (params !== row.params || where_clause !== row.where_clause) changes.push({ id: row.id, params, where_clause });
  }
  return changes;
}

/** Checks go on with the permissions of the last editor. */
export async function saveRenamed(db: Kysely<Tables>, changes: readonly Change[], { now }: Stamp): Promise<void> {
  for (const { id, ...values } of changes)
    await db
      .updateTable("assertions")
      .set({ ...values, changed_on: now })
      .where("id", "=", id)
      .execute();
}

async function renamedParams({ params }: AssertionCheck, rename: Rename, sql: SqlRenamer): Promise<object> {
  const column = (name: string) => (rename.kind === "column" && name === rename.from ? rename.to : name);
  return {
    ...params,
    ...("column" in params && { column: column(params.column) }),
    ...("by" in params && { by: column(params.by) }),
    ...("columns" in params && { columns: params.columns.map(column) }),
    ...("metric" in params && { metric: await renamedMetric(params.metric, rename, sql) }),
    ...("total" in params && params.total && { total: await renamedMetric(params.total, rename, sql) }),
  };
}

async function renamedMetric(metric: QueryMetric, rename: Rename, sql: SqlRenamer): Promise<QueryMetric> {
  if (typeof metric === "string") return rename.kind === "metric" && metric === rename.from ? rename.to : metric;
  if (metric.expressionType === "SQL") return { ...metric, sqlExpression: await renamedSql(metric.sqlExpression, sql) };
  const { column } = metric;
  if (rename.kind !== "column" || column?.column_name !== rename.from) return metric;
  return { ...metric, column: { ...column, column_name: rename.to } };
}

async function renamedSql(text: string, sql: SqlRenamer): Promise<string> {
  try {
    return await sql.expression(text);
  } catch (error) {
    if (error instanceof UnreadableSqlError) return text;
    throw error;
  }
}
