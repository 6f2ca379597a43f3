import type { Connection, SourceColumn } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { TesseraError, unprocessable } from "../../model/errors.ts";
import { GENERIC_TYPE } from "../../model/query-context.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/user.ts";
import { connectionOf } from "../database/index.ts";
import { genericTypeOf } from "./column-type.ts";
import { qualifiedDatasetSql } from "./search-path.ts";
import type { ColumnRow, ColumnValues } from "./store.ts";
import { withRenderedSql } from "./templates.ts";

export interface Source {
  databaseId: number;
  table_name: string;
  catalog?: string | null | undefined;
  schema?: string | null | undefined;
  sql?: string | null | undefined;
  template_params?: string | null | undefined;
}

export async function sourceColumns(app: App, user: User, source: Source): Promise<SourceColumn[]> {
  const { connection, connector } = await connectionOf(app, source.databaseId);
  if (source.sql?.trim()) {
    const trial = { text: source.sql, dataset: unfiltered(source), dialect: connector.dialect };
    return withRenderedSql({ app, user }, trial, (sql) => readColumns(app, connection, { ...source, sql }));
  }
  const columns = await connection.columns(source.table_name, source.schema, source.catalog);
  if (columns.length > 0) return columns;
  const message = t(
    "Table [{table}] could not be found, please double check your database connection, schema, and table name",
    { table: source.table_name },
  );
  throw unprocessable({ table: [message] });
}

async function readColumns(
  app: App,
  connection: Connection,
  source: Source & { sql: string },
): Promise<SourceColumn[]> {
  try {
    await connection.sql.checkStatement(source.sql);
    return await connection.describe(await qualifiedDatasetSql(app, source.sql, source));
  } catch (error) {
    if (error instanceof TesseraError) throw unprocessable({ sql: [error.message] });
    throw error;
  }
}

export const unfiltered = (source: Source) => ({
  columns: [],
  metrics: [],
  main_dttm_col: null,
  offset: 0,
  ...source,
  schema: source.schema ?? null,
  catalog: source.catalog ?? null,
  template_params: source.template_params ?? null,
});

export function syncedColumns(source: readonly SourceColumn[], current: readonly ColumnRow[]): ColumnValues[] {
  const known = new Map(current.map((column) => [column.column_name, column]));
  const physical = source.map(({ name, type, storedAs }): ColumnValues => {
    const before = known.get(name);
    const own = { column_name: name, type, ...(storedAs && !before?.python_date_format ? formatted(storedAs) : {}) };
    if (before && !before.expression) return { id: before.id, ...own };
    return { ...own, is_dttm: genericTypeOf(type) === GENERIC_TYPE.TEMPORAL };
  });
  const names = new Set(source.map((column) => column.name));
  const calculated = current.filter((column) => column.expression && !names.has(column.column_name));
  return [...physical, ...calculated.map(({ id, column_name }) => ({ id, column_name }))];
}

const formatted = (python_date_format: string) => ({ python_date_format });

export function mainTimeColumn(columns: readonly ColumnValues[]): string | null {
  return columns.find((column) => column.is_dttm)?.column_name ?? null;
}

export const COUNT_METRIC = {
  metric_name: "count",
  verbose_name: "COUNT(*)",
  metric_type: "count",
  expression: "COUNT(*)",
} as const;
