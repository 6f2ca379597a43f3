import { type Dialect, defaultDialect } from "../../query/dialect.ts";
import { isNumberList, partsWithin, withoutWrappers } from "./values.ts";

const escaped = (text: string) => text.replaceAll("\0", "").replaceAll("\\", "\\\\");

export const quote = (text: string) => `'${escaped(text).replaceAll("'", "''")}'`;

export const databaseSql = (schema: string | null | undefined) => (schema ? quote(schema) : "currentDatabase()");

/** Backslashes escape in patterns too, and are doubled in text literals. */
const plainPattern = (pattern: string) => pattern.replaceAll("\\", "\\\\");

/** Only `toStartOfSecond` rounds down before 1970 and for fractional seconds, so it is applied first. */
const exact = (column: string) => `toStartOfSecond(toDateTime64(${column}, 3))`;

const truncated = (unit: string) => (column: string) => `date_trunc('${unit}', ${exact(column)})`;

/** Follows the local clock, since hours after midnight differ on days with DST changes. */
function sixHours(column: string): string {
  const at = exact(column);
  const day = `toYear(${at}), toMonth(${at}), toDayOfMonth(${at})`;
  return `makeDateTime64(${day}, intDiv(toHour(${at}), 6) * 6, 0, 0, 0, 0, timezoneOf(${at}))`;
}

const everyN = (n: number, part: "Second" | "Minute") => (column: string) =>
  `date_trunc('${part.toLowerCase()}', ${exact(column)}) - toInterval${part}(to${part}(${exact(column)}) % ${n})`;

const ZONED = /^(?:(?:Nullable|LowCardinality)\()*DateTime(?:32|64)?\((?:\d+, )?'([\w+/-]+)'/;
const WIDE = /^((Nullable|LowCardinality)\()*(U?Int(128|256)|Decimal)/;
const SAFE_DIGITS = 15;
const NESTED = /^(Array|Map|Tuple|Nested)\(|^(Point|Ring|(Multi)?LineString|(Multi)?Polygon)$/;

/** The server quotes numbers in lists in JSON. */
function shownClickHouseText(column: string, type: string): string | undefined {
  if (isNumberList(type)) return `replaceAll(toString(${column}), 'NULL', 'null')`;
  return NESTED.test(type) ? `toJSONString(${withShownBytes({ sql: column, depth: 0 }, type)})` : undefined;
}

export const clickhouseDialect: Dialect = {
  ...defaultDialect,
  engine: "clickhouse",
  explain: "EXPLAIN",
  searchPath: "SELECT currentDatabase()",
  partitionRows: ({ schema, name }) =>
    `SELECT DISTINCT partition FROM system.parts WHERE active AND partition <> 'tuple()' AND database = ${databaseSql(schema)} AND table = ${quote(name)}`,
  quoteIdentifier: (name) => `\`${escaped(name).replaceAll("`", "``")}\``,
  quoteText: quote,
  // Text is compared in the column's time zone: users filter by what they see.
  temporalLiteral: (epochMs, type) => {
    const text = new Date(epochMs).toISOString();
    if (type === "date" || epochMs % 86_400_000 === 0) return quote(text.slice(0, 10));
    return quote(`${text.slice(0, 10)} ${text.slice(11, epochMs % 1000 === 0 ? 19 : -1)}`);
  },
  moments: {
    types: ZONED,
    // Grains and comparisons with text follow the zone of their column, here the reader's.
    wallType: "DateTime64(6)",
    utc: (column) => `toTimeZone(${column}, 'UTC')`,
    inZone: (column, zoneText) => `toTimeZone(${column}, ${zoneText})`,
    plusSeconds: (time, seconds) => `${time} + toIntervalSecond(${seconds})`,
    literal: ({ utc }) => `toDateTime64('${utc}', 6, 'UTC')`,
    shownZone: (type) => ZONED.exec(type)?.[1] ?? "UTC",
  },
  timeGrains: {
    PT1S: exact,
    PT5S: everyN(5, "Second"),
    PT30S: everyN(30, "Second"),
    PT1M: truncated("minute"),
    PT5M: everyN(5, "Minute"),
    PT10M: everyN(10, "Minute"),
    PT15M: everyN(15, "Minute"),
    PT30M: everyN(30, "Minute"),
    PT1H: truncated("hour"),
    PT6H: sixHours,
    P1D: truncated("day"),
    P1W: truncated("week"),
    P1M: truncated("month"),
    P3M: truncated("quarter"),
    P1Y: truncated("year"),
    "1969-12-28T00:00:00Z/P1W": (c) => `date_trunc('week', ${exact(c)} + INTERVAL 1 DAY) - INTERVAL 1 DAY`,
    "1969-12-29T00:00:00Z/P1W": truncated("week"),
    "P1W/1970-01-03T00:00:00Z": (c) => `date_trunc('week', ${exact(c)} + INTERVAL 1 DAY) + INTERVAL 5 DAY`,
    "P1W/1970-01-04T00:00:00Z": (c) => `date_trunc('week', ${exact(c)}) + INTERVAL 6 DAY`,
  },
  like: (column, pattern, negate) => `${column} ${negate ? "NOT LIKE" : "LIKE"} ${plainPattern(pattern)}`,
  caseInsensitiveLike: (column, pattern, negate) =>
    `${column} ${negate ? "NOT ILIKE" : "ILIKE"} ${plainPattern(pattern)}`,
  escapePattern: (text) => text.replace(/[\\%_]/g, "\\$&"),
  escapedLike: (column, pattern, negate) => `${column} ${negate ? "NOT ILIKE" : "ILIKE"} ${pattern}`,
  isTruth: (column, value) => `ifNull(${column} = ${value}, false)`,
  castToText: (column) => `toString(${column})`,
  shownText: shownClickHouseText,
  // Longer numbers would become doubles.
  numberLiteral: (text, type) => (WIDE.test(type) && text.length > SAFE_DIGITS ? quote(text) : text),
  bytes: {
    types: /(?!)/,
    loose: /^((Nullable|LowCardinality)\()*(Fixed)?String/,
    operand: shownClickHouseBytes,
    literal: quote,
  },
  comparedAsText: /^(JSON|Variant|Dynamic|Interval)/,
  roundedMoments: /^((Nullable|LowCardinality)\()*DateTime(\b|32\b|64\([0-3]\b)/,
  isInfinite: (column, type) =>
    /^((Nullable|LowCardinality)\()*B?Float/.test(type) ? `NOT isFinite(${column})` : undefined,
  singlePrecision: /^(Nullable\()?Float32\b/,
  // An alias with a column's name hides the column even inside aggregates, so ORDER BY repeats the expression.
  orderByAlias: false,
  epochToTimestamp: (column, unit) =>
    `fromUnixTimestamp64Milli(toInt64(${unit === "s" ? `${column} * 1000` : column}))`,
};

const digits = (sql: string) => `concat('\\\\x', lower(hex(${sql})))`;

function shownClickHouseBytes(column: string): string {
  const own = `if(toTypeName(${column}) LIKE '%FixedString%', trim(TRAILING char(0) FROM ${column}), toString(${column}))`;
  return `if(isValidUTF8(${own}) AND position(${own}, char(0)) = 0, ${own}, ${digits(own)})`;
}

interface Part {
  sql: string;
  depth: number;
}

function withShownBytes(part: Part, type: string): string {
  const { sql, depth } = part;
  const own = withoutWrappers(type);
  if (own === "String") return `if(isValidUTF8(${sql}), ${sql}, ${digits(sql)})`;
  const [, kind = "", within = ""] = /^(Array|Map|Tuple)\((.*)\)$/s.exec(own) ?? [];
  const parts = partsWithin(within);
  if (kind === "Array") {
    const item = `item_${depth}`;
    const shown = withShownBytes({ sql: item, depth: depth + 1 }, within);
    return shown === item ? sql : `arrayMap(${item} -> ${shown}, ${sql})`;
  }
  if (kind === "Map") {
    const names = [`key_${depth}`, `value_${depth}`];
    const shown = names.map((name, i) => withShownBytes({ sql: name, depth: depth + 1 }, parts[i] ?? ""));
    return shown.join() === names.join() ? sql : `mapApply((${names}) -> (${shown}), ${sql})`;
  }
  if (kind !== "Tuple") return sql;
  const members = parts.map((text, i) => ({ sql: `tupleElement(${sql}, ${i + 1})`, type: memberType(text) }));
  const shown = members.map((member) => withShownBytes({ sql: member.sql, depth }, member.type));
  if (shown.every((one, i) => one === members[i]?.sql)) return sql;
  return `CAST(tuple(${shown.join(", ")}) AS ${own})`;
}

const memberType = (text: string) => text.replace(/^(?:`(?:[^`\\]|\\.|``)*`|\w+) (?=\w)/, "");
