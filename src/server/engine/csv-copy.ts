import { type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";
import { printedDouble } from "../../model/printed-double.ts";
import {
  AS_THEY_COME,
  defusedText,
  inTurn,
  printedDay,
  printedDecimal,
  printedTimestamp,
  type ValueSql,
} from "./value-sql.ts";

interface Query {
  sql: string;
  types: readonly DuckDBType[];
  /** It has a limit, so that one thread gives its rows in any case. */
  isLimited: boolean;
}

/**
 * The statement by which the engine itself writes the rows of a query into a CSV file, cell by cell what `RowWriter`
 * writes; quotes may stand around more cells. Undefined where a column has a type that only `RowWriter` writes.
 */
export function csvCopy({ sql, types, isLimited }: Query, target: string): string | undefined {
  const cells = types.map((type, i) => cellSql(type, `c${i}`));
  if (cells.length === 0 || cells.includes(undefined)) return undefined;
  const names = cells.map((_, i) => `c${i}`).join(", ");
  const rows = isLimited ? inTurn(sql) : sql;
  const options = isLimited ? `${OPTIONS}, ${AS_THEY_COME}` : OPTIONS;
  return `COPY (SELECT ${cells.join(", ")} FROM (\n${rows}\n) AS t(${names})) TO '${target}' (${options})`;
}

const OPTIONS = `FORMAT csv, HEADER false, DELIMITER ',', QUOTE '"', ESCAPE '"', NULLSTR '', USE_TMP_FILE false`;

const { BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, HUGEINT } = DuckDBTypeId;
const { UHUGEINT, BIGNUM, FLOAT, DOUBLE, DECIMAL, DATE, TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS } = DuckDBTypeId;
const { VARCHAR, ENUM, UUID } = DuckDBTypeId;

function cellSql(type: DuckDBType, column: string): string | undefined {
  return CELLS.find(([types]) => types.includes(type.typeId))?.[1](column, type);
}

const asItIs: ValueSql = (c) => c;

const truth: ValueSql = (c) => `CASE WHEN ${c} THEN 'True' WHEN NOT ${c} THEN 'False' END`;

const CELLS: readonly [types: readonly DuckDBTypeId[], cell: ValueSql][] = [
  [[TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, HUGEINT, UHUGEINT, BIGNUM], asItIs],
  [[VARCHAR, ENUM, UUID], defusedText],
  [[FLOAT, DOUBLE], printedDouble],
  [[DECIMAL], printedDecimal],
  [[DATE], printedDay],
  [[TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS], printedTimestamp],
  [[BOOLEAN], truth],
];
