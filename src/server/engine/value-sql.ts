import type { DuckDBDecimalType, DuckDBType } from "@duckdb/node-api";

export type ValueSql = (column: string, type: DuckDBType) => string;

/** Like `defused`. Most texts start with a harmless character, which a comparison detects fastest. */
export const defusedText: ValueSql = (column) => {
  const c = `${column}::VARCHAR`;
  const isHarmless = `(${c} >= 'A' AND ${c} < '{') OR (${c} >= '0' AND ${c} < '=') OR ${c} = ''`;
  const isFormula = `regexp_matches(${c}, '^(?:${BLANK}*"){0,2}${BLANK}*[=+\\-@|%]')`;
  const isNumber = `regexp_matches(${c}, '^-?[0-9]+(\\.[0-9]+)?$')`;
  return `CASE WHEN ${isHarmless} THEN ${c} WHEN ${isFormula} AND NOT ${isNumber} THEN '''' || replace(${c}, '|', '\\|') ELSE ${c} END`;
};

export const BLANK =
  "[\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}]";

export const printedDecimal: ValueSql = (c, type) => {
  const { width, scale } = type as DuckDBDecimalType;
  if (scale === 0) return c;
  const trimmed = `rtrim(rtrim(${c}::VARCHAR, '0'), '.')`;
  if (width > scale) return trimmed;
  return `CASE WHEN ${c} < 0 THEN '-0' ELSE '0' END || ltrim(${trimmed}, '-')`;
};

/** Dates that print the same everywhere. Most columns are known to contain only those, which keeps plans small. */
const isCommonDate = (c: string, type: string) => `${c} >= ${type} '0001-01-01' AND ${c} < ${type} '10000-01-01'`;

export const printedDay = (c: string) =>
  `CASE WHEN ${isCommonDate(c, "DATE")} THEN ${c}::VARCHAR
   WHEN ${c} >= DATE '10000-01-01' AND isfinite(${c}) THEN ${c}::VARCHAR
   WHEN isfinite(${c}) THEN CASE WHEN year(${c}) < 0 THEN '-' ELSE '' END || format('{:04d}', abs(year(${c}))) || strftime(${c}, '-%m-%d') END`;

export const printedTimestamp: ValueSql = (column) => {
  const c = `${column}::TIMESTAMP`;
  const isWhole = `epoch_us(${c}) % 1000000 = 0`;
  const withFraction = (printed: string, secondsEnd: string) =>
    `rpad(${printed}, ${secondsEnd} + CASE WHEN epoch_us(${c}) % 1000 = 0 THEN 4 ELSE 7 END, '0')`;
  const printed = `${printedDay(`(${c}::DATE)`)} || ' ' || ${c}::TIME::VARCHAR`;
  return `CASE WHEN ${isCommonDate(c, "TIMESTAMP")} THEN CASE WHEN ${isWhole} THEN ${c}::VARCHAR ELSE ${withFraction(`${c}::VARCHAR`, "19")} END
    WHEN isfinite(${c}) THEN ${bindValue(printed, `CASE WHEN ${isWhole} THEN v ELSE ${withFraction("v", "length(split_part(v, '.', 1))::INTEGER")} END`)} END`;
};

/** Binds the value to `v`, so that it is planned and computed once. */
export const bindValue = (value: string, expression: string) =>
  `list_transform([${value}], lambda v: ${expression})[1]`;

/**
 * Forces one thread, as every limit does, so that COPY can write rows immediately (`AS_THEY_COME`) instead of buffering
 * 122,880 to keep the order.
 */
export const singleThreaded = (sql: string) => `FROM (\n${sql}\n) LIMIT ${NO_LIMIT}`;

const NO_LIMIT = 2n ** 62n;

export const WITHOUT_REORDERING = "PRESERVE_ORDER false";
