import { t } from "../../i18n/translate.ts";
import { unprocessableField } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { durationColumns, type FractionDigits } from "./arrow-durations.ts";
import { readStaged, type StagedFile } from "./column-checks.ts";
import { listed } from "./sql-text.ts";

const TABLE = "declared";
const ARROW = "declared_to_arrow";
const MAX_PRECISION = 38;

export const keepSchemas = (paths: readonly string[]) => [
  `CREATE TABLE ${TABLE} AS SELECT name, num_children, precision FROM parquet_schema(${listed(paths)})`,
  `CREATE TABLE ${ARROW} AS SELECT CAST(value AS VARCHAR) AS message FROM parquet_kv_metadata(${listed(paths)})
   WHERE key = 'ARROW:schema'::BLOB`,
];

/** The engine reads these as integers. Throws 422 if files differ in the unit. */
export async function durationsIn(app: App, file: StagedFile): Promise<Map<string, FractionDigits>> {
  const [messages = []] = await readStaged(app, file, `SELECT DISTINCT message FROM ${ARROW}`);
  const found = new Map<string, FractionDigits>();
  for (const message of Array.from(messages)) {
    for (const [name, digits] of durationColumns(String(message))) {
      if ((found.get(name) ?? digits) !== digits)
        throw unprocessableField(
          "columns_read",
          t('Parsing error: Column "{column}" has different duration units in these files.', { column: name }),
        );
      found.set(name, digits);
    }
  }
  return found;
}

/** Throws 422 for decimals that the engine misreads, in these columns or nested in them. */
export async function assertDecimalsFit(app: App, file: StagedFile, names: ReadonlySet<string>): Promise<void> {
  const sql = `SELECT name, num_children, precision FROM ${TABLE} ORDER BY rowid`;
  const [elements = [], children = [], precisions = []] = await readStaged(app, file, sql);
  // Depth first: children follow their element. The root contains the columns.
  const left: { count: number; column: string }[] = [];
  for (let i = 0; i < elements.length; i++) {
    while (left.at(-1)?.count === 0) left.pop();
    const parent = left.at(-1);
    const isColumn = left.length === 1;
    const column = isColumn ? String(elements[i]) : (parent?.column ?? "");
    if (parent) parent.count--;
    left.push({ count: Number(children[i] ?? 0), column });
    if (Number(precisions[i] ?? 0) > MAX_PRECISION && names.has(column)) throw tooWide(column, Number(precisions[i]));
  }
}

const tooWide = (column: string, digits: number) =>
  unprocessableField(
    "columns_read",
    t(
      'Parsing error: Column "{column}" has decimals with {digits, number} digits. The maximum is {limit, number}. Save it as text or with fewer digits.',
      { column, digits, limit: MAX_PRECISION },
    ),
  );
