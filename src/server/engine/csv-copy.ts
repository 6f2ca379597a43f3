import { type DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";

/**
 * The statement by which the engine itself writes the rows of a query into a CSV file, cell by cell what `RowWriter`
 * writes; quotes may stand around more cells. Undefined where a column has a type that only `RowWriter` writes.
 */
export function csvCopy(sql: string, types: readonly DuckDBType[], target: string): string | undefined {
  const cells = types.map((type, i) => cellSql(type, `c${i}`));
  if (cells.length === 0 || cells.includes(undefined)) return undefined;
  const names = cells.map((_, i) => `c${i}`).join(", ");
  return `COPY (SELECT ${cells.join(", ")} FROM (\n${sql}\n) AS t(${names})) TO '${target}' (${OPTIONS})`;
}

const OPTIONS = `FORMAT csv, HEADER false, DELIMITER ',', QUOTE '"', ESCAPE '"', NULLSTR '', USE_TMP_FILE false`;

const { BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, HUGEINT } = DuckDBTypeId;
const { UHUGEINT, BIGNUM, FLOAT, DOUBLE, DECIMAL, DATE, TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS } = DuckDBTypeId;
const { VARCHAR, ENUM, UUID } = DuckDBTypeId;

type Cell = (column: string, type: DuckDBType) => string;

function cellSql(type: DuckDBType, column: string): string | undefined {
  return CELLS.find(([types]) => types.includes(type.typeId))?.[1](column, type);
}

const asItIs: Cell = (c) => c;

const truth: Cell = (c) => `CASE WHEN ${c} THEN 'True' WHEN NOT ${c} THEN 'False' END`;

/** As `defused` does. Most texts start with what is harmless, which a comparison tells quickest. */
const text: Cell = (column) => {
  const c = `${column}::VARCHAR`;
  const isHarmless = `(${c} >= 'A' AND ${c} < '{') OR (${c} >= '0' AND ${c} < '=') OR ${c} = ''`;
  const isFormula = `regexp_matches(${c}, '^(?:${BLANK}*"){0,2}${BLANK}*[=+\\-@|%]')`;
  const isNumber = `regexp_matches(${c}, '^-?[0-9]+(\\.[0-9]+)?$')`;
  return `CASE WHEN ${isHarmless} THEN ${c} WHEN ${isFormula} AND NOT ${isNumber} THEN '''' || replace(${c}, '|', '\\|') ELSE ${c} END`;
};

/** What `\s` is in JavaScript. */
const BLANK =
  "[\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}]";

/** As JavaScript prints doubles: integers below 10^21 and fractions down to 10^-6 without an exponent. */
const double: Cell = (column) => {
  const c = `${column}::DOUBLE`;
  const size = `abs(${c})`;
  const printed = `${size}::VARCHAR`;
  const digits = `replace(split_part(${printed}, 'e', 1), '.', '')`;
  const exponent = `split_part(${printed}, 'e', 2)::INTEGER`;
  const sign = `CASE WHEN ${c} < 0 THEN '-' ELSE '' END`;
  return `CASE WHEN NOT isfinite(${c}) THEN NULL
    WHEN ${c} = trunc(${c}) AND ${size} < 1e16 THEN ${c}::BIGINT::VARCHAR
    WHEN ${size} >= 1e-4 AND ${size} < 1e16 THEN ${c}::VARCHAR
    WHEN ${size} >= 1e21 OR ${size} < 1e-6 THEN ${sign} || regexp_replace(${printed}, 'e([+-])0*([1-9])', 'e\\1\\2')
    WHEN ${size} >= 1e16 THEN ${sign} || rpad(${digits}, ${exponent} + 1, '0')
    ELSE ${sign} || '0.' || repeat('0', -1 - ${exponent}) || ${digits} END`;
};

const decimal: Cell = (c, type) => {
  const { width, scale } = type as DuckDBDecimalType;
  if (scale === 0) return c;
  const trimmed = `rtrim(rtrim(${c}::VARCHAR, '0'), '.')`;
  if (width > scale) return trimmed;
  return `CASE WHEN ${c} < 0 THEN '-0' ELSE '0' END || ltrim(${trimmed}, '-')`;
};

const day = (c: string) =>
  `CASE WHEN ${c} >= DATE '0001-01-01' THEN ${c}::VARCHAR
   ELSE CASE WHEN year(${c}) < 0 THEN '-' ELSE '' END || format('{:04d}', abs(year(${c}))) || strftime(${c}, '-%m-%d') END`;

const date: Cell = (c) => `CASE WHEN isfinite(${c}) THEN ${day(c)} END`;

/** Fractions of a second have three digits, or six. */
const timestamp: Cell = (column) => {
  const c = `${column}::TIMESTAMP`;
  const printed = `CASE WHEN ${c} >= TIMESTAMP '0001-01-01' THEN ${c}::VARCHAR ELSE ${day(`(${c}::DATE)`)} || ' ' || ${c}::TIME::VARCHAR END`;
  const fraction = `CASE WHEN epoch_us(${c}) % 1000 = 0 THEN 4 ELSE 7 END`;
  return `CASE WHEN NOT isfinite(${c}) THEN NULL
    WHEN epoch_us(${c}) % 1000000 = 0 THEN ${printed}
    ELSE rpad(${printed}, (length(split_part(${printed}, '.', 1)) + ${fraction})::INTEGER, '0') END`;
};

const CELLS: readonly [types: readonly DuckDBTypeId[], cell: Cell][] = [
  [[TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, HUGEINT, UHUGEINT, BIGNUM], asItIs],
  [[VARCHAR, ENUM, UUID], text],
  [[FLOAT, DOUBLE], double],
  [[DECIMAL], decimal],
  [[DATE], date],
  [[TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS], timestamp],
  [[BOOLEAN], truth],
];
