import { type DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";
import { printedDouble } from "../../model/printed-double.ts";
import {
  AS_THEY_COME,
  BLANK,
  defusedText,
  inTurn,
  named,
  printedDay,
  printedDecimal,
  printedTimestamp,
} from "./value-sql.ts";

/**
 * The statement by which the engine itself writes the rows of a query as those of a sheet, one text per row, cell by cell
 * what `RowWriter` writes. Undefined where a column has a type that only `RowWriter` writes.
 *
 * Joining texts costs the engine more than what they are made of. So rows whose cells are all of the common kind are
 * joined at once, and only the others cell by cell.
 */
export function sheetRows(sql: string, types: readonly DuckDBType[]): string | undefined {
  const cells = types.map((type, i) => cellSql(`c${i}`, type)).filter((cell) => cell !== undefined);
  if (cells.length === 0 || cells.length < types.length || cells.length > MOST_COLUMNS) return undefined;
  const together = cells.flatMap(({ open, value }, i) => [quoted(`${cells[i - 1]?.close ?? "<row>"}${open}`), value]);
  const apart = cells.map(
    ({ isPlain, open, value, close, other }) =>
      `CASE WHEN ${isPlain} THEN concat(${quoted(open)}, ${value}, ${quoted(close)}) ELSE ${other} END`,
  );
  return `SELECT CASE WHEN ${cells.map(({ isPlain }) => `(${isPlain})`).join(" AND ")}
    THEN concat(${together.join(", ")}, '${cells.at(-1)?.close}</row>')
    ELSE concat('<row>', ${apart.join(", ")}, '</row>') END
    FROM (\n${sql}\n) AS t(${cells.map((_, i) => `c${i}`).join(", ")})`;
}

/**
 * The statement by which the engine writes such rows into a file. Nothing is quoted: quotes of no character are forced
 * upon all rows, as they would be looked through for what needs some.
 */
export const sheetCopy = (rows: string, target: string) =>
  `COPY (${inTurn(rows)}) TO '${target}' (FORMAT csv, HEADER false, DELIMITER '\u0001', QUOTE '', ESCAPE '', FORCE_QUOTE *, USE_TMP_FILE false, ${AS_THEY_COME})`;

/** Beyond them, planning the statement takes longer than the rows that it is for. */
const MOST_COLUMNS = 60;

const quoted = (text: string) => `'${text}'`;

/** A cell as SQL: what stands around its value where that is of the common kind, else the whole of it. */
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

/** Excel shows 15 digits and rounds the rest away when a cell is edited. */
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
      ELSE ${named(printed, `CASE WHEN ${isLongInteger(c)} THEN ${asText("v")} ELSE concat('<c><v>', v, '${CLOSE}') END`)} END`,
  };
};

/** A number of as many digits prints as these. */
const MOST_DIGITS = 15;
/** Doubles with more may print with an exponent. */
const MOST_DECIMALS = 6;

const decimal = (c: string, type: DuckDBType): CellSql | undefined => {
  const { scale } = type as DuckDBDecimalType;
  if (scale > MOST_DECIMALS) return undefined;
  const printed = printedDecimal(c, type);
  const isNumber = `${printedDouble("(v::DOUBLE)")} = v AND NOT (${isLongInteger("v::DOUBLE")})`;
  const cell = `CASE WHEN ${isNumber} THEN concat('<c><v>', v, '${CLOSE}') ELSE ${asText("v")} END`;
  return {
    ...smallInteger(c),
    isPlain: `abs(${c}) < 1${"0".repeat(MOST_DIGITS - scale)}`,
    value: printed,
    other: `CASE WHEN ${c} IS NULL THEN ${NONE} ELSE ${named(`(${printed})::VARCHAR`, cell)} END`,
  };
};

const truth = (c: string): CellSql => ({
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
/** From 1899-12-30 to 1970. */
const EPOCH_US = 25_569 * DAY_US;

/** A hundred thousand millionth of a day. */
const PART = "0.00000000001::DECIMAL(11, 11)";

/** Days with eleven digits after the point, none for whole days. Until 2079 decimals print them, quicker than texts are joined. */
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

/** As `RowWriter` tells plain texts, whose bytes need nothing done to them. */
const PLAIN = `[A-Za-z0-9](?:[^&<>"_\\x00-\\x1f\\x{f000}-\\x{ffff}]*[^&<>"_\\x00-\\x20\\x{f000}-\\x{ffff}])?`;
const MOST_PLAIN_BYTES = 32_000;
const CONTROLS = "[\\x00-\\x08\\x0b-\\x1f\\x{fffe}\\x{ffff}]";
const ESCAPE = "x[0-9a-fA-F]{4}_";
const HARD = `^(?:${BLANK}*"){0,2}${BLANK}*[=+\\-@|%]|${CONTROLS}|_${ESCAPE}`;

const text = (column: string, type: DuckDBType): CellSql => {
  const c = `${column}::VARCHAR`;
  const cell = (content: string) =>
    `concat('<c t="inlineStr"><is><t xml:space="preserve">', ${content}, '</t></is></c>')`;
  return {
    isPlain: `strlen(${c}) < ${MOST_PLAIN_BYTES} AND regexp_full_match(${c}, '${PLAIN}')`,
    open: '<c t="str"><v>',
    value: c,
    close: CLOSE,
    other: `CASE WHEN ${c} IS NULL THEN ${NONE}
      WHEN strlen(${c}) < ${MOST_PLAIN_BYTES} AND NOT regexp_matches(${c}, '${HARD}') THEN ${cell(withEntities(c))}
      ELSE ${cell(withEscapes(withEntities(cut(defusedText(column, type)))))} END`,
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

/** As `xmlText` does. What looks like an escape is found among doubled underscores, so that none belongs to two. */
function withEscapes(value: string): string {
  const escaped = `replace(regexp_replace(replace(${value}, '_', '__'), '_(${ESCAPE})', '_x005F__\\1', 'g'), '__', '_')`;
  const character = `CASE WHEN regexp_matches(l, '${CONTROLS}') THEN format('_x{:04x}_', ord(l)) ELSE l END`;
  return `array_to_string(list_transform(string_split(${escaped}, ''), lambda l: ${character}), '')`;
}

/** Characters that count twice. */
const ASTRAL = "[\\x{10000}-\\x{10ffff}]";
const MOST_CHARACTERS = 32_767;

/** As `xmlCell` does. The engine counts what JavaScript counts where each character that counts twice has an M after it. */
function cut(value: string): string {
  const counted = "regexp_replace(v, '(ASTRAL)', '\\1M', 'g')".replace("ASTRAL", ASTRAL);
  const begin = `regexp_replace(left(${counted}, ${MOST_CHARACTERS - 1}), '${ASTRAL}$', chr(65533))`;
  return named(
    value,
    `CASE WHEN strlen(v) <= ${MOST_CHARACTERS} OR length(${counted}) <= ${MOST_CHARACTERS} THEN v
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
  [[BOOLEAN], truth],
];
