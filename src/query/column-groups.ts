import { tableText } from "./compile.ts";
import { Aggregates, decomposed, type Expression } from "./decompose.ts";
import type { BrushDialect } from "./dialect.ts";
import { fusionKey, type GroupedRead } from "./fusion.ts";
import type { QueryDataset } from "./query-dataset.ts";
import { columnOf } from "./select-items.ts";
import { type Lexis, type Token, tokensOf } from "./sql/lexis.ts";
import { sourceText, statementText } from "./statement-parts.ts";

/**
 * Statements whose groups are computed from the same columns: the rows are grouped by these columns once, and each
 * statement combines those groups.
 */
export interface ColumnGroups {
  /** Indexes of the reads that the parts answer, in their order. */
  reads: readonly number[];
  statements: ColumnStatements;
}

export interface ColumnStatements {
  base: string;
  table: string;
  parts: readonly string[];
  /** What the base reads, without conditions and rules. */
  of: Pick<QueryDataset, "table_name" | "schema" | "catalog"> & { sql: string };
  columns: readonly string[];
  /** How many statements the groups replace. */
  replaced: number;
}

const TABLE = '"tessera columns"';
const MIN_STATEMENTS = 2;

/** Each read is in one of them at most. */
export function columnGroups(reads: readonly GroupedRead[]): ColumnGroups[] {
  const scans = [...Map.groupBy([...reads.entries()], ([, read]) => fusionKey(read)).values()];
  const members = scans.flatMap((scan) => {
    const all = scan.flatMap(([at, read]) => memberOf(at, read) ?? []);
    return all.length === scan.length ? all : [];
  });
  return [...Map.groupBy(members, ({ key }) => key).values()].flatMap((family) => {
    const replaced = new Set(family.map(({ read }) => fusionKey(read))).size;
    return replaced < MIN_STATEMENTS ? [] : [groupsOf(family, replaced)];
  });
}

interface Member {
  at: number;
  read: GroupedRead;
  columns: readonly string[];
  key: string;
  /** Conditions on other columns than those of the groups. */
  others: readonly string[];
}

function memberOf(at: number, read: GroupedRead): Member | undefined {
  const { parts, keys, alias } = read;
  const { dataset, dialect } = read.table;
  const { brush } = dialect;
  if (alias === null || !brush || dataset.sql) return undefined;
  const columns = mentioned(keys, read, brush);
  if (!columns || columns.length === 0 || !columns.every((name) => isDistinct(dataset, name))) return undefined;
  if (!partOf(read, brush, new Aggregates())) return undefined;
  const others = parts.where.filter((sql) => !mentioned([sql], read, brush)?.every((name) => columns.includes(name)));
  return { at, read, columns, others, key: JSON.stringify([parts.from, alias, columns, others]) };
}

/** Of these types, unlike texts with a collation and the two zeros of floating-point numbers, equal values are the same. */
const DISTINCT_TYPES =
  /^(u?(tiny|small|big|huge)?int(eger)?|(decimal|numeric)(\(\d+, ?\d+\))?|date|time|timestamp(_s|_ms|_ns)?( with time zone)?|bool(ean)?)$/i;

const isDistinct = (dataset: QueryDataset, name: string) =>
  DISTINCT_TYPES.test(columnOf(dataset, name)?.type?.trim() ?? "");

function groupsOf(family: readonly Member[], replaced: number): ColumnGroups {
  const { read, columns: names, others } = family[0] as Member;
  const { dataset, dialect } = read.table;
  const shared = read.parts.where.filter((sql) => family.every((member) => member.read.parts.where.includes(sql)));
  const where = [...new Set([...others, ...shared])];
  const aggregates = new Aggregates();
  const parts = family.map((member) =>
    partOf(
      {
        ...member.read,
        parts: { ...member.read.parts, where: member.read.parts.where.filter((sql) => !where.includes(sql)) },
      },
      dialect.brush as BrushDialect,
      aggregates,
    ),
  ) as string[];
  const columns = names.map((name) => dialect.quoteIdentifier(name));
  const source = sourceText({ from: read.parts.from, where });
  const values = aggregates.list.map(({ sql }, i) => `${sql} AS ${partial(i)}`);
  const positions = columns.map((_, i) => i + 1).join(", ");
  return {
    reads: family.map(({ at }) => at),
    statements: {
      base: `SELECT\n  ${[...columns, ...values].join(",\n  ")}\n${source}\nGROUP BY ${positions}`,
      table: TABLE,
      parts,
      of: { ...named(dataset), sql: tableText(dialect, dataset) },
      columns,
      replaced,
    },
  };
}

const named = ({ catalog, schema, table_name }: QueryDataset) => ({ catalog, schema, table_name });

const partial = (at: number) => `"tessera ${at}"`;

/** The statement over the groups; undefined if its values don't follow from them. */
function partOf({ parts, keys, alias }: GroupedRead, brush: BrushDialect, aggregates: Aggregates): string | undefined {
  const written = (sql: string) => {
    const expression = decomposed(sql, brush, aggregates);
    return expression && combinedSql(expression, aggregates);
  };
  const select = parts.select.map(({ sql, name }) => ({ sql: keys.includes(sql) ? sql : written(sql), name }));
  const having = parts.having.map((sql) =>
    comparison(sql, brush)?.map((side) => (isOperator(side) ? side : written(side))),
  );
  if (aggregates.list.some(({ combine }) => combine === "distinct")) return undefined;
  const isWritten = select.every(({ sql }) => sql !== undefined) && having.every((sides) => sides?.every(Boolean));
  if (!isWritten) return undefined;
  return statementText({
    ...parts,
    select: select as { sql: string; name: string }[],
    from: `${TABLE} AS ${alias}`,
    having: (having as string[][]).map((sides) => sides.join(" ")),
  });
}

function combinedSql(expression: Expression, aggregates: Aggregates): string {
  const sqlOf = (one: Expression) => combinedSql(one, aggregates);
  switch (expression.op) {
    case "component":
      return combinedAggregate(expression.at, aggregates);
    case "number":
      return expression.text;
    case "null":
      return "NULL";
    case "negate":
      return `(-${sqlOf(expression.of)})`;
    case "abs":
      return `ABS(${sqlOf(expression.of)})`;
    case "double":
      return `CAST(${sqlOf(expression.of)} AS DOUBLE)`;
    case "coalesce":
      return `COALESCE(${expression.of.map(sqlOf).join(", ")})`;
    case "nullif":
      return `NULLIF(${sqlOf(expression.left)}, ${sqlOf(expression.right)})`;
    default:
      return `(${sqlOf(expression.left)} ${expression.op} ${sqlOf(expression.right)})`;
  }
}

/** Of no groups, a count is 0 and everything else missing. */
function combinedAggregate(at: number, aggregates: Aggregates): string {
  const combine = aggregates.list[at]?.combine;
  if (combine === "count") return `CAST(COALESCE(SUM(${partial(at)}), 0) AS BIGINT)`;
  return `${combine?.toUpperCase()}(${partial(at)})`;
}

/** None if the text isn't understood. */
function readTokens(sql: string, lexis: Lexis): readonly Token[] {
  try {
    return tokensOf(sql, lexis);
  } catch {
    return [];
  }
}

const isOperator = (text: string) => /^[<>=!]+$/.test(text);

/** `((COUNT(*) >= 500))` -> `COUNT(*)`, `>=`, `500`; undefined for everything else. */
function comparison(sql: string, { lexis }: BrushDialect): string[] | undefined {
  let tokens = readTokens(sql, lexis);
  while (isEnclosed(tokens)) tokens = tokens.slice(1, -1);
  const depths = depthsOf(tokens);
  const start = tokens.findIndex(({ text }, i) => depths[i] === 0 && isOperator(text));
  if (start < 1) return undefined;
  const end = tokens.findIndex(({ text }, i) => i > start && !isOperator(text));
  const text = (of: readonly Token[]) => sql.slice(of[0]?.start, of.at(-1)?.end);
  return end < 0 ? undefined : [tokens.slice(0, start), tokens.slice(start, end), tokens.slice(end)].map(text);
}

function isEnclosed(tokens: readonly Token[]): boolean {
  return tokens[0]?.text === "(" && depthsOf(tokens).indexOf(0) === tokens.length - 1;
}

/** Of brackets around and including each token; 0 for the closing one of the outermost. */
function depthsOf(tokens: readonly Token[]): number[] {
  let depth = 0;
  return tokens.map(({ text }) => {
    if (text === "(") depth++;
    if (text === ")") depth--;
    return depth;
  });
}

/** Functions and keywords before brackets whose result depends on nothing but what is between them. */
const DETERMINED = new Set(
  (
    "and or not in between like ilike is case when then else as from interval cast try_cast decimal numeric varchar " +
    "extract date_part date_trunc date_diff datediff date_add make_date strftime epoch epoch_ms to_timestamp " +
    "year quarter month week weekofyear yearweek day dayofweek dayofmonth dayofyear isodow isoyear hour minute second " +
    "dayname monthname last_day abs ceil ceiling floor round trunc sign sqrt ln log log10 power pow mod " +
    "greatest least coalesce ifnull nullif if concat lower upper trim ltrim rtrim left right substr substring " +
    "length replace split_part starts_with contains regexp_matches regexp_replace regexp_extract lpad rpad"
  ).split(" "),
);

const ROW_NUMBERS = /\browid\b/i;

/** Columns of the table in these expressions, sorted; undefined if their values may depend on something else. */
function mentioned(texts: readonly string[], { table }: GroupedRead, { lexis }: BrushDialect): string[] | undefined {
  const physical = table.dataset.columns.filter(({ expression }) => !expression);
  const names = new Map(physical.map(({ column_name }) => [column_name.toLowerCase(), column_name]));
  const found = new Set<string>();
  for (const text of texts) {
    if (ROW_NUMBERS.test(text)) return undefined;
    const tokens = readTokens(text, lexis);
    if (tokens.length === 0) return undefined;
    for (const [i, token] of tokens.entries()) {
      if (token.kind !== "word" && token.kind !== "name") continue;
      const name = nameOf(token);
      const isCall = tokens[i + 1]?.text === "(";
      if (isCall && !DETERMINED.has(name)) return undefined;
      const column = isCall ? undefined : names.get(name);
      if (column !== undefined) found.add(column);
    }
  }
  return [...found].sort();
}

const nameOf = ({ kind, text }: Token) =>
  (kind === "name" ? text.slice(1, -1).replaceAll('""', '"') : text).toLowerCase();
