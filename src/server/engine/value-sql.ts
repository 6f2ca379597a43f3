import type { DuckDBDecimalType, DuckDBType } from "@duckdb/node-api";

/** SQL for the text of a value as the writers of files print it; none for what they leave out. Given the SQL of the value. */
export type ValueSql = (column: string, type: DuckDBType) => string;

/** As `defused` does. Most texts start with what is harmless, which a comparison tells quickest. */
export const defusedText: ValueSql = (column) => {
  const c = `${column}::VARCHAR`;
  const isHarmless = `(${c} >= 'A' AND ${c} < '{') OR (${c} >= '0' AND ${c} < '=') OR ${c} = ''`;
  const isFormula = `regexp_matches(${c}, '^(?:${BLANK}*"){0,2}${BLANK}*[=+\\-@|%]')`;
  const isNumber = `regexp_matches(${c}, '^-?[0-9]+(\\.[0-9]+)?$')`;
  return `CASE WHEN ${isHarmless} THEN ${c} WHEN ${isFormula} AND NOT ${isNumber} THEN '''' || replace(${c}, '|', '\\|') ELSE ${c} END`;
};

/** What `\s` is in JavaScript. */
export const BLANK =
  "[\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}]";

export const printedDecimal: ValueSql = (c, type) => {
  const { width, scale } = type as DuckDBDecimalType;
  if (scale === 0) return c;
  const trimmed = `rtrim(rtrim(${c}::VARCHAR, '0'), '.')`;
  if (width > scale) return trimmed;
  return `CASE WHEN ${c} < 0 THEN '-0' ELSE '0' END || ltrim(${trimmed}, '-')`;
};

/** Dates that print alike everywhere. Most columns are known to hold no others, and then nothing else is planned. */
const isUsual = (c: string, type: string) => `${c} >= ${type} '0001-01-01' AND ${c} < ${type} '10000-01-01'`;

/** None for infinite ones. */
export const printedDay = (c: string) =>
  `CASE WHEN ${isUsual(c, "DATE")} THEN ${c}::VARCHAR
   WHEN ${c} >= DATE '10000-01-01' AND isfinite(${c}) THEN ${c}::VARCHAR
   WHEN isfinite(${c}) THEN CASE WHEN year(${c}) < 0 THEN '-' ELSE '' END || format('{:04d}', abs(year(${c}))) || strftime(${c}, '-%m-%d') END`;

/** Fractions of a second have three digits, or six. */
export const printedTimestamp: ValueSql = (column) => {
  const c = `${column}::TIMESTAMP`;
  const isWhole = `epoch_us(${c}) % 1000000 = 0`;
  const withFraction = (printed: string, secondsEnd: string) =>
    `rpad(${printed}, ${secondsEnd} + CASE WHEN epoch_us(${c}) % 1000 = 0 THEN 4 ELSE 7 END, '0')`;
  const printed = `${printedDay(`(${c}::DATE)`)} || ' ' || ${c}::TIME::VARCHAR`;
  return `CASE WHEN ${isUsual(c, "TIMESTAMP")} THEN CASE WHEN ${isWhole} THEN ${c}::VARCHAR ELSE ${withFraction(`${c}::VARCHAR`, "19")} END
    WHEN isfinite(${c}) THEN ${named(printed, `CASE WHEN ${isWhole} THEN v ELSE ${withFraction("v", "length(split_part(v, '.', 1))::INTEGER")} END`)} END`;
};

/** An expression in which `v` stands for a value, so that this is planned and computed once. */
export const named = (value: string, expression: string) => `list_transform([${value}], lambda v: ${expression})[1]`;

/**
 * A query whose rows come from one thread, one after the other, as those of every limit do. COPY may then write them as
 * they come (`AS_THEY_COME`): else it holds the rows of 122,880 at a time, to put those of several threads in order.
 */
export const inTurn = (sql: string) => `FROM (\n${sql}\n) LIMIT ${ENDLESS}`;

const ENDLESS = 2n ** 62n;

/** An option of COPY, for `inTurn`. */
export const AS_THEY_COME = "PRESERVE_ORDER false";
