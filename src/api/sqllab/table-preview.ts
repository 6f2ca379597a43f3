import type { ColumnarResult, ResultColumn } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { forbidden } from "../../model/errors.ts";
import type { Context } from "../../server/http/route.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { readableTable, type TablePlace, visibleDatabase } from "../database/index.ts";
import { addLogEntry } from "../log/index.ts";
import { hidesRows, withoutHiddenValues } from "../row-level-security/index.ts";
import { canPreviewTables } from "./policy.ts";
import { prepareScript } from "./script.ts";

const MAX_ROWS = 50;
const MAX_COLUMNS = 100;
const MAX_TEXT = 300;
const TIMEOUT_MS = 15_000;

/**
 * The first rows of a table, as its reader may see them; the action log records it. Typed 403 without access, 404 without
 * such a table.
 */
export async function tablePreview(ctx: Context, id: number, place: TablePlace) {
  const database = await visibleDatabase(ctx, id);
  if (!canPreviewTables(ctx.user, database)) throw forbidden();
  const { columns, connector } = await readableTable(ctx, id, place);
  if (isPreviewOff(database.extra)) throw forbidden(t("The preview of data is turned off for this database."));
  const quote = connector.dialect.quoteIdentifier;
  const names = columns.slice(0, MAX_COLUMNS).map(({ name }) => quote(name));
  const { name, schema, catalog } = place;
  const table = [catalog, schema, name].flatMap((part) => (part === null ? [] : [quote(part)])).join(".");
  const script = await prepareScript(ctx, {
    database,
    sql: `SELECT ${names.join(", ")} FROM ${table}`,
    hasNoTemplates: true,
    catalog,
    schema,
    templateParams: null,
    urlParams: {},
    queryLimit: MAX_ROWS,
    creates: null,
  });
  await record(ctx, database, place);
  const [statement = ""] = script.statements;
  const result = await script.connection
    .run(statement, { signal: ctx.signal, timeoutMs: TIMEOUT_MS })
    .catch(async (error: unknown) => {
      throw (await hidesRows(ctx.app, ctx.user, id)) ? withoutHiddenValues(error, names.join()) : error;
    });
  const count = Math.min(result.rows, MAX_ROWS);
  return {
    columns: result.columns.map((column, i) => ({
      name: column.name,
      type: columns[i]?.type ?? column.type,
      kind: column.kind,
    })),
    rows: Array.from({ length: count }, (_, row) => shownRow(result, row)),
    column_count: columns.length,
    has_more: result.rows > MAX_ROWS,
  };
}

async function record(
  { app, user }: Context,
  { id: database_id, database_name }: { id: number; database_name: string },
  { name: table, schema, catalog }: TablePlace,
) {
  const { now: dttm, userId: user_id } = stampOf(app, user);
  const json = JSON.stringify({ database_id, catalog, schema, table });
  const none = { dashboard_id: null, slice_id: null, duration_ms: null, referrer: null };
  await addLogEntry(app, {
    ...none,
    action: "table_preview",
    user_id,
    dttm,
    json,
    object_id: String(database_id),
    object_name: database_name,
  });
}

const isPreviewOff = (extra: string | null) =>
  (JSON.parse(extra || "{}") as { disable_data_preview?: unknown }).disable_data_preview === true;

const shownRow = ({ columns }: ColumnarResult, row: number) => columns.map((column) => shownValue(column, row));

function shownValue({ kind, type, values }: ResultColumn, row: number): string | number | boolean | null {
  const value = values[row] ?? null;
  if (value === null || typeof value === "boolean") return value;
  if (kind === "temporal" && typeof value === "number") return momentText(value, type);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const text = String(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

function momentText(ms: number, type: string): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return String(ms);
  const text = date
    .toISOString()
    .replace("T", " ")
    .replace(/(\.000)?Z$/, "");
  return /^date(32)?$/i.test(type) ? text.slice(0, 10) : text;
}
