import { type DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";
import { printedDouble } from "../../model/printed-double.ts";
import {
  BLANK,
  bindValue,
  defusedText,
  printedDay,
  printedDecimal,
  printedTimestamp,
  singleThreaded,
  WITHOUT_REORDERING,
} from "./value-sql.ts";

/**
 * Statement that returns sheet rows as text, with the same cells as `RowWriter`. Undefined for unsupported column
 * types. Concatenation is the expensive part, so rows whose cells are all common are joined at once, others cell by
 * cell.
 */
export function sheetRows(sql: string, types: readonly DuckDBType[]): string | undefined {
  const cells = types.map((type, i) => cellSql(`c${i}`, type)).filter((cell) => cell !== undefined);
  if (cells.length === 0 || cells.length < types.length || cells.length > MAX_COLUMNS) return undefined;
  const joinedParts = cells.flatMap(({ open, value }, i) => [
    quoted(`${cells[i - 1]?.close ?? "<row>"}${open}`),
    value,
  ]);
  const separateCells = cells.map(
    ({ isPlain, open, value, close, other }) =>
      `CASE WHEN ${isPlain} THEN concat(${quoted(open)}, ${value}, ${quoted(close)}) ELSE ${other} END`,
  );
  return `SELECT CASE WHEN ${cells.map(({ isPlain }) => `(${isPlain})`).join(" AND ")}
    THEN concat(${joinedParts.join(", ")}, '${cells.at(-1)?.close}</row>')
    ELSE concat('<row>', ${separateCells.join(", ")}, '</row>') END
    FROM (\n${sql}\n) AS t(${cells.map((_, i) => `c${i}`).join(", ")})`;
}

/**
 * COPY without quoting: the invalid quote is forced on all rows, so that they aren't scanned for characters that need
 * quotes.
 */
export const sheetCopy = (rows: string, target: string) =>
  `COPY (${singleThreaded(rows)}) TO '${target}' (FORMAT csv, HEADER false, DELIMITER '\u0001', QUOTE '', ESCAPE '', FORCE_QUOTE *, USE_TMP_FILE false, ${WITHOUT_REORDERING})`;

/** Above this, planning takes longer than running. */
const MAX_COLUMNS = 60;

const quoted = (text: string) => `'${text}'`;

interface CellSql {
  isPlain: string;
  open: string;
  value: string;
  close: string;
  other: string;
}

const NONE = "'<c/>'";
const asText = (value: string) => `concat('<c t="inlineStr"><is><t>', ${value}, '</t></is></c>')`;
const CLOSE = "</v></c>";

const smallInteger = (c: string): CellSql => ({
  isPlain: `${c} IS NOT NULL`,
  open: "<c><v>",
  value: c,
  close: CLOSE,
  other: NONE,
});

const integer = (c: string): CellSql => ({
  ...smallInteger(c),
  isPlain: `${c} BETWEEN -999999999999999 AND 999999999999999`,
  other: `CASE WHEN ${c} IS NULL THEN ${NONE} ELSE ${asText(c)} END`,
});

/** Excel shows 15 digits and rounds the rest when a cell is edited. */
const isLongInteger = (c: string) => `${c} = trunc(${c}) AND abs(${c}) >= 1e15 AND abs(${c}) < 1e21`;

const double = (column: string): CellSql => {
  const c = `${column}::DOUBLE`;
  const printed = printedDouble(c);
  return {
    isPlain: `abs(${c}) < 1e15 AND (abs(${c}) >= 1e-4 OR ${c} = 0)`,
    open: "<c><v>",
    value: `CASE WHEN ${c} = trunc(${c}) THEN ${c}::BIGINT::VARCHAR ELSE ${c}::VARCHAR END`,
    close: CLOSE,
    other: `CASE WHEN ${c} IS NULL OR NOT isfinite(${c}) THEN ${NONE}
      ELSE ${bindValue(printed, `CASE WHEN ${isLongInteger(c)} THEN ${asText("v")} ELSE concat('<c><v>', v, '${CLOSE}') END`)} END`,
  };
};

const MAX_DIGITS = 15;
/** Doubles with more decimals may print with an exponent. */
const MAX_DECIMALS = 6;

const decimal = (c: string, type: DuckDBType): CellSql | undefined => {
  const { scale } = type as DuckDBDecimalType;
  if (scale > MAX_DECIMALS) return undefined;
  const printed = printedDecimal(c, type);
  const isNumber = `${printedDouble("(v::DOUBLE)")} = v AND NOT (${isLongInteger("v::DOUBLE")})`;
  const cell = `CASE WHEN ${isNumber} THEN concat('<c><v>', v, '${CLOSE}') ELSE ${asText("v")} END`;
  return {
    ...smallInteger(c),
    isPlain: `abs(${c}) < 1${"0".repeat(MAX_DIGITS - scale)}`,
    value: printed,
    other: `CASE WHEN ${c} IS NULL THEN ${NONE} ELSE ${bindValue(`(${printed})::VARCHAR`, cell)} END`,
  };
};

const booleanCell = (c: string): CellSql => ({
  ...smallInteger(c),
  open: '<c t="b"><v>',
  value: `CASE WHEN ${c} THEN '1' ELSE '0' END`,
});

const date = (c: string): CellSql => ({
  isPlain: `${c} >= DATE '1900-03-01' AND ${c} < DATE '10000-01-01'`,
  open: '<c s="1"><v>',
  value: `${c} - DATE '1899-12-30'`,
  close: CLOSE,
  other: `CASE WHEN ${c} IS NULL OR NOT isfinite(${c}) THEN ${NONE} ELSE ${asText(printedDay(c))} END`,
});

const DAY_US = 86_400_000_000;
const EPOCH_US = 25_569 * DAY_US;

const PART = "0.00000000001::DECIMAL(11, 11)";

/** Days with eleven decimals, none for whole days. Decimals are faster than text until 2079. */
const timestamp = (column: string, type: DuckDBType): CellSql => {
  const c = `${column}::TIMESTAMP`;
  const us = `epoch_us(${c})`;
  const partsOf = (micros: string) => `((${micros}) * 125 + 54) // 108`;
  const wholeDays = `${us} // ${DAY_US} + 25569`;
  const isWhole = `${us} % ${DAY_US} = 0`;
  const parts = `(${partsOf(`${us} + ${EPOCH_US}`)})::DECIMAL(16, 0)`;
  const fraction = `concat('.', right((100000000000 + ${partsOf(`${us} % ${DAY_US}`)})::VARCHAR, 11))`;
  return {
    isPlain: `${c} >= TIMESTAMP '1900-03-01' AND ${c} < TIMESTAMP '2079-01-01'`,
    open: '<c s="2"><v>',
    value: `CASE WHEN ${isWhole} THEN (${wholeDays})::VARCHAR ELSE (${parts} * ${PART})::VARCHAR END`,
    close: CLOSE,
    other: `CASE WHEN ${c} IS NULL OR NOT isfinite(${c}) THEN ${NONE}
      WHEN ${c} < TIMESTAMP '1900-03-01' OR ${c} >= TIMESTAMP '10000-01-01' THEN ${asText(printedTimestamp(column, type))}
      ELSE concat('<c s="2"><v>', ${wholeDays}, CASE WHEN ${isWhole} THEN '' ELSE ${fraction} END, '${CLOSE}') END`,
  };
};

const PLAIN = `[A-Za-z0-9](?:[^&<>"_\\x00-\\x1f\\x{f000}-\\x{ffff}]*[^&<>"_\\x00-\\x20\\x{f000}-\\x{ffff}])?`;
const MAX_PLAIN_BYTES = 32_000;
const CONTROLS = "[\\x00-\\x08\\x0b-\\x1f\\x{fffe}\\x{ffff}]";
const ESCAPE = "x[0-9a-fA-F]{4}_";
const HARD = `^(?:${BLANK}*"){0,2}${BLANK}*[=+\\-@|%]|${CONTROLS}|_${ESCAPE}`;

const text = (column: string, type: DuckDBType): CellSql => {
  const c = `${column}::VARCHAR`;
  const cell = (content: string) =>
    `concat('<c t="inlineStr"><is><t xml:space="preserve">', ${content}, '</t></is></c>')`;
  return {
    isPlain: `strlen(${c}) < ${MAX_PLAIN_BYTES} AND regexp_full_match(${c}, '${PLAIN}')`,
    open: '<c t="str"><v>',
    value: c,
    close: CLOSE,
    other: `CASE WHEN ${c} IS NULL THEN ${NONE}
      WHEN strlen(${c}) < ${MAX_PLAIN_BYTES} AND NOT regexp_matches(${c}, '${HARD}') THEN ${cell(withEntities(c))}
      ELSE ${cell(withEscapes(withEntities(truncate(defusedText(column, type)))))} END`,
  };
};

const ENTITIES: readonly [character: string, entity: string][] = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
];

const withEntities = (value: string) =>
  ENTITIES.reduce((inner, [character, entity]) => `replace(${inner}, '${character}', '${entity}')`, value);

function withEscapes(value: string): string {
  const escaped = `replace(regexp_replace(replace(${value}, '_', '__'), '_(${ESCAPE})', '_x005F__\\1', 'g'), '__', '_')`;
  const character = `CASE WHEN regexp_matches(l, '${CONTROLS}') THEN format('_x{:04x}_', ord(l)) ELSE l END`;
  return `array_to_string(list_transform(string_split(${escaped}, ''), lambda l: ${character}), '')`;
}

const ASTRAL = "[\\x{10000}-\\x{10ffff}]";
const MAX_CHARACTERS = 32_767;

/** Like `xmlCell`. Appends an M to characters with two UTF-16 units, so that DuckDB counts like JavaScript. */
function truncate(value: string): string {
  const counted = "regexp_replace(v, '(ASTRAL)', '\\1M', 'g')".replace("ASTRAL", ASTRAL);
  const begin = `regexp_replace(left(${counted}, ${MAX_CHARACTERS - 1}), '${ASTRAL}$', chr(65533))`;
  return bindValue(
    value,
    `CASE WHEN strlen(v) <= ${MAX_CHARACTERS} OR length(${counted}) <= ${MAX_CHARACTERS} THEN v
    ELSE concat(regexp_replace(${begin}, '(${ASTRAL})M', '\\1', 'g'), '…') END`,
  );
}

type Cell = (column: string, type: DuckDBType) => CellSql | undefined;

const { BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, HUGEINT } = DuckDBTypeId;
const { UHUGEINT, FLOAT, DOUBLE, DECIMAL, DATE, TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS } = DuckDBTypeId;
const { VARCHAR, ENUM, UUID } = DuckDBTypeId;

const cellSql: Cell = (column, type) => CELLS.find(([types]) => types.includes(type.typeId))?.[1](column, type);

const CELLS: readonly [types: readonly DuckDBTypeId[], cell: Cell][] = [
  [[TINYINT, SMALLINT, INTEGER, UTINYINT, USMALLINT, UINTEGER], smallInteger],
  [[BIGINT, UBIGINT, HUGEINT, UHUGEINT], integer],
  [[VARCHAR, ENUM, UUID], text],
  [[FLOAT, DOUBLE], double],
  [[DECIMAL], decimal],
  [[DATE], date],
  [[TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS], timestamp],
  [[BOOLEAN], booleanCell],
];
