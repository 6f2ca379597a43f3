import { type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";
import { printedDouble } from "../../model/printed-double.ts";
import {
  defusedText,
  printedDay,
  printedDecimal,
  printedTimestamp,
  singleThreaded,
  type ValueSql,
  WITHOUT_REORDERING,
} from "./value-sql.ts";

interface Query {
  sql: string;
  types: readonly DuckDBType[];
  isLimited: boolean;
}

/**
 * COPY statement that writes the same cells as `RowWriter` (quotes may differ). Undefined for unsupported column types.
 */
export function csvCopy({ sql, types, isLimited }: Query, target: string): string | undefined {
  const cells = types.map((type, i) => cellSql(type, `c${i}`));
  if (cells.length === 0 || cells.includes(undefined)) return undefined;
  const names = cells.map((_, i) => `c${i}`).join(", ");
  const rows = isLimited ? singleThreaded(sql) : sql;
  const options = isLimited ? `${OPTIONS}, ${WITHOUT_REORDERING}` : OPTIONS;
  return `COPY (SELECT ${cells.join(", ")} FROM (\n${rows}\n) AS t(${names})) TO '${target}' (${options})`;
}

const OPTIONS = `FORMAT csv, HEADER false, DELIMITER ',', QUOTE '"', ESCAPE '"', NULLSTR '', USE_TMP_FILE false`;

const { BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, HUGEINT } = DuckDBTypeId;
const { UHUGEINT, BIGNUM, FLOAT, DOUBLE, DECIMAL, DATE, TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS } = DuckDBTypeId;
const { VARCHAR, ENUM, UUID } = DuckDBTypeId;

function cellSql(type: DuckDBType, column: string): string | undefined {
  return CELLS.find(([types]) => types.includes(type.typeId))?.[1](column, type);
}

const unchanged: ValueSql = (c) => c;

const booleanText: ValueSql = (c) => `CASE WHEN ${c} THEN 'True' WHEN NOT ${c} THEN 'False' END`;

const CELLS: readonly [types: readonly DuckDBTypeId[], cell: ValueSql][] = [
  [[TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, HUGEINT, UHUGEINT, BIGNUM], unchanged],
  [[VARCHAR, ENUM, UUID], defusedText],
  [[FLOAT, DOUBLE], printedDouble],
  [[DECIMAL], printedDecimal],
  [[DATE], printedDay],
  [[TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS], printedTimestamp],
  [[BOOLEAN], booleanText],
];
