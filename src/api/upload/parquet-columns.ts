import type { LoadColumn } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import type { App } from "../../server/app.ts";
import type { FractionDigits } from "./arrow-durations.ts";
import type { ReadingFormat } from "./chosen-readings.ts";
import { chosenOf, chosenPlan } from "./chosen-types.ts";
import { readStaged, type StagedTable } from "./column-checks.ts";
import type { ColumnPlan } from "./column-plan.ts";
import { assertColumnsExist, isRead, renamed, withIndex } from "./column-plan.ts";
import { PLAIN } from "./number-format.ts";
import { assertDecimalsFit, durationsIn } from "./parquet-schema.ts";
import type { ReadFields } from "./sources.ts";
import { named, quoted } from "./sql-text.ts";
import type { Target } from "./staging.ts";

/** Parquet declares its types; values that the table's types would change become text. */
export async function parquetPlans(
  app: App,
  table: StagedTable,
  { fields, target }: { fields: ReadFields; target?: Target | undefined },
): Promise<ColumnPlan[]> {
  const sql = `SELECT column_name, data_type FROM duckdb_columns()
    WHERE table_name = ${quoted(table.table)} ORDER BY column_index`;
  const [found, types] = await readStaged(app, table, sql);
  const columns = Array.from(found ?? [], (name, i) => ({ name: String(name), type: String(types?.[i]) }));
  const names = columns.map(({ name }) => name);
  if (target) assertColumnsExist(names, fields);
  const read = columns.filter(({ name }) => isRead(name, fields));
  await assertDecimalsFit(app, table, new Set(read.map(({ name }) => name)));
  const durations = await durationsIn(app, table);
  const tooFine = await tooFineMoments(app, table, read);
  const order = fields.day_first === undefined ? undefined : fields.day_first ? "day" : "month";
  const format: ReadingFormat = { numbers: PLAIN, isDecimalKnown: false, order };
  const plans = read.map((column) => {
    const digits = column.type === "BIGINT" ? durations.get(column.name) : undefined;
    const text = digits === undefined ? textOf(column) : durationSql(named(column.name), digits);
    const chosen = chosenOf(column.name, {
      ...{ fields, target, format },
      names: read.map(({ name }) => name),
    });
    if (chosen) return chosenPlan({ name: column.name, text, raw: text }, chosen);
    if (digits !== undefined) return textPlan(column.name, text, t("Stored as text: tables have no duration type."));
    return ownPlan(column, text, tooFine.has(column.name));
  });
  return withIndex(target?.columns ? plans : renamed(plans, fields), fields, table.place);
}

interface ParquetColumn {
  name: string;
  type: string;
}

const NESTED = /^(STRUCT|MAP|UNION|JSON|VARIANT)|\[\d*\]$/;
const NANOSECONDS = "TIMESTAMP_NS";

async function tooFineMoments(app: App, staged: StagedTable, columns: readonly ParquetColumn[]): Promise<Set<string>> {
  const fine = columns.filter(({ type }) => type === NANOSECONDS);
  if (fine.length === 0) return new Set();
  const cut = fine.map(({ name }) => `count_if(epoch_ns(${named(name)}) % 1000 <> 0)`);
  const counts = await readStaged(app, staged, `SELECT ${cut.join(", ")} FROM ${staged.table}`);
  return new Set(fine.filter((_, i) => Number(counts[i]?.[0]) > 0).map(({ name }) => name));
}

function textOf({ name, type }: ParquetColumn): string {
  if (NESTED.test(type)) return `CAST(to_json(${named(name)}) AS VARCHAR)`;
  return `CAST(${type === "TIMESTAMP WITH TIME ZONE" ? inUtc(name) : named(name)} AS VARCHAR)`;
}

const inUtc = (name: string) => `(${named(name)} AT TIME ZONE 'UTC')`;

const KINDS: readonly [RegExp, LoadColumn["kind"], string | undefined][] = [
  [/^(U?(TINY|SMALL)INT|U?INTEGER|BIGINT)$/, "integer", "BIGINT"],
  [/^UBIGINT$/, "decimal", "DECIMAL(20,0)"],
  [/^(FLOAT|DOUBLE)$/, "double", "DOUBLE"],
  [/^DECIMAL/, "decimal", undefined],
  [/^BOOLEAN$/, "boolean", "BOOLEAN"],
  [/^DATE$/, "date", "DATE"],
  [/^TIMESTAMP/, "timestamp", "TIMESTAMP"],
];

const textPlan = (name: string, text: string, note: string | undefined): ColumnPlan => ({
  ...{ source: name, sql: text, raw: text, note },
  column: { name, kind: "text", type: "VARCHAR" },
});

function durationSql(column: string, digits: FractionDigits): string {
  const size = `abs(${column}::HUGEINT)`;
  const second = 10 ** digits;
  const part = (divisor: number, most: number) => `lpad((${size} // ${divisor} % ${most})::VARCHAR, 2, '0')`;
  const fraction = `rtrim(lpad((${size} % ${second})::VARCHAR, ${digits}, '0'), '0')`;
  return `CASE WHEN ${column} IS NOT NULL THEN concat(
    CASE WHEN ${column} < 0 THEN '-' END, ${size} // ${3600 * second}, ':', ${part(60 * second, 60)}, ':', ${part(second, 60)},
    CASE WHEN ${size} % ${second} <> 0 THEN '.' || ${fraction} END) END`;
}

function ownPlan({ name, type }: ParquetColumn, text: string, isTooFine: boolean): ColumnPlan {
  const isText = isTooFine || NESTED.test(type);
  const found = isText ? undefined : KINDS.find(([pattern]) => pattern.test(type));
  if (!found) {
    const note = isTooFine
      ? t("Stored as text: datetimes are stored to the microsecond, but these values have nanoseconds.")
      : undefined;
    return textPlan(name, text, note);
  }
  const [, kind, own = type] = found;
  // A FLOAT of 0.1 becomes the DOUBLE 0.1, not the one with the same bits.
  const exact = type === "FLOAT" ? text : type === "TIMESTAMP WITH TIME ZONE" ? inUtc(name) : named(name);
  return { source: name, sql: `CAST(${exact} AS ${own})`, raw: text, column: { name, kind, type: own } };
}
