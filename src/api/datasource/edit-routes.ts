import { t } from "../../i18n/translate.ts";
import { isSqlSource } from "../../model/dataset.ts";
import { badRequest, TesseraError, wireErrorsOf } from "../../model/errors.ts";
import { GENERIC_TYPE, type QueryObject } from "../../model/query-context.ts";
import { type Context, permission, route, unaudited } from "../../server/http/route.ts";
import { chartDataOf, rowSourceOf, textOf } from "../chart-data/index.ts";
import { canSeeDatabase, findDatabaseByName } from "../database/index.ts";
import {
  assertDatasetAccess,
  assertSourceReadable,
  type DatasetRecord,
  datasetForQuery,
  genericTypeOf,
  type Source,
  sourceColumns,
} from "../dataset/index.ts";
import * as contract from "./contract.ts";

const externalMetadata = route(
  contract.externalMetadata,
  permission("can_external_metadata", "Datasource"),
  async (ctx, { params }) => {
    assertDatasetType(params.type);
    const record = await datasetForQuery(ctx.app, params.id);
    assertDatasetAccess(ctx.user, record);
    return currentColumns(ctx, sourceOf(record));
  },
);

const externalMetadataByName = route(
  contract.externalMetadataByName,
  permission("can_external_metadata_by_name", "Datasource"),
  async (ctx, { q }) => {
    assertDatasetType(q.datasource_type);
    const database = await findDatabaseByName(ctx.app.db, q.database_name);
    const { table_name, catalog_name: catalog, schema_name: schema, sql } = q;
    if (!database || !canSeeDatabase(ctx.user, database))
      throw new TesseraError(404, { message: t("Database not found.") });
    const source: Source = { databaseId: database.id, table_name, catalog, schema, sql };
    await assertSourceReadable(ctx.app, ctx.user, { database, source });
    return currentColumns(ctx, source);
  },
);

const sourceOf = ({ databaseId, table_name, catalog, schema, sql, template_params }: DatasetRecord): Source => ({
  databaseId,
  table_name,
  catalog,
  schema,
  sql,
  template_params: template_params as string | null | undefined,
});

function assertDatasetType(type: string): void {
  if (type !== "table" && type !== "dataset") throw badRequest(t("Datasource type is not supported: {type}", { type }));
}

async function currentColumns(ctx: Context, source: Source): Promise<contract.ExternalColumn[]> {
  const columns = await sourceColumns(ctx.app, ctx.user, source);
  return columns.map(({ name, type }) => {
    const generic = genericTypeOf(type);
    return { column_name: name, name, type, type_generic: generic, is_dttm: generic === GENERIC_TYPE.TEMPORAL };
  });
}

async function readableDatasetOf(ctx: Context, { type, id }: { type: string; id: string }): Promise<DatasetRecord> {
  if (isSqlSource({ type })) return (await rowSourceOf(ctx, { datasource: { type, id }, queries: [] })).dataset;
  assertDatasetType(type);
  const record = await datasetForQuery(ctx.app, id);
  assertDatasetAccess(ctx.user, record);
  return record;
}

const validateExpression = route(
  contract.validateExpression,
  unaudited(permission("can_validate_expression", "Datasource"), "checks an expression"),
  async (ctx, { params, body }) => {
    const record = await readableDatasetOf(ctx, params);
    const query = testQueryOf(body.expression_type, body.expression, record);
    const datasource = { id: params.id, type: isSqlSource(params) ? params.type : "table" };
    const context = { datasource, queries: [query], force: true };
    try {
      const answer = await chartDataOf(ctx.app).answer(ctx.user, { context, signal: ctx.signal });
      const { result } = JSON.parse(await textOf(answer)) as { result: { error?: string | null }[] };
      const message = result[0]?.error;
      return { result: message ? [unplaced(message)] : [] };
    } catch (error) {
      return { result: [problemOf(error, body.expression)] };
    }
  },
);

type Kind = "column" | "metric" | "where" | "having";

const NONE = "1 = 0";

function testQueryOf(kind: Kind, expression: string, record: DatasetRecord): QueryObject {
  const adhoc = { expressionType: "SQL" as const, sqlExpression: expression, label: "expression" };
  const first = record.columns.find((column) => !column.expression)?.column_name;
  const plain = { row_limit: 1, extras: { where: NONE } };
  switch (kind) {
    case "column":
      return { ...plain, columns: [adhoc], metrics: [] };
    case "metric":
      return { ...plain, columns: [], metrics: [adhoc] };
    case "where":
      return {
        row_limit: 1,
        columns: first ? [first] : [],
        metrics: [],
        filters: contradiction(first),
        extras: { where: expression },
      };
    case "having":
      return {
        ...plain,
        columns: first ? [first] : [],
        metrics: [{ ...adhoc, sqlExpression: "COUNT(*)", label: "count" }],
        extras: { where: NONE, having: expression },
      };
  }
}

const contradiction = (column: string | undefined): QueryObject["filters"] =>
  column === undefined ? [] : (["IS NULL", "IS NOT NULL"] as const).map((op) => ({ col: column, op }));

const unplaced = (message: string) => ({ message, line_number: null, start_column: null, end_column: null });

function problemOf(error: unknown, expression: string): contract.ExpressionProblem {
  const [wireError] = wireErrorsOf(error);
  if (error instanceof TesseraError && !wireError && error.status < 500) return unplaced(error.message);
  if (!wireError || /^CONNECTION_|TIMEOUT/.test(wireError.error_type)) throw error;
  const place = placeIn(expression, (wireError.extra ?? {}) as FailedAt);
  return { ...unplaced(wireError.message), ...place };
}

interface FailedAt {
  line?: number;
  column?: number;
  sql?: string;
}

function placeIn(expression: string, { line, column, sql }: FailedAt) {
  if (sql === undefined || line === undefined || column === undefined) return undefined;
  const start = sql.indexOf(expression);
  const offset = offsetOf(sql, line, column) - start;
  if (start < 0 || offset < 0 || offset > expression.length) return undefined;
  const before = expression.slice(0, offset).split("\n");
  const at = (before.at(-1)?.length ?? 0) + 1;
  const word = /^\w+/.exec(expression.slice(offset))?.[0].length ?? 1;
  return { line_number: before.length, start_column: at, end_column: at + word };
}

function offsetOf(text: string, line: number, column: number): number {
  const above = text.split("\n").slice(0, line - 1);
  return above.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}

export const EDIT_ROUTES = [externalMetadata, externalMetadataByName, validateExpression];
