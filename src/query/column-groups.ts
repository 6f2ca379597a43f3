import { tableText } from "./compile.ts";
import { Aggregates, type Arithmetic, comparisonIn, decomposed, type Expression, readTokens } from "./decompose.ts";
import type { BrushDialect } from "./dialect.ts";
import { fusionKey, type GroupedRead } from "./fusion.ts";
import type { QueryDataset } from "./query-dataset.ts";
import { columnOf } from "./select-items.ts";
import type { Token } from "./sql/lexis.ts";
import { commonConditions, sourceText, statementText } from "./statement-parts.ts";

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
  /** The name of the base's result. */
  table: string;
  /** `scales`: the decimal digits of the sum of each of `averages`; null = of floating-point numbers. */
  parts(scales: readonly (number | null)[]): string[];
  /** The table that the base reads, quoted and by its parts. */
  from: string;
  place: Pick<QueryDataset, "table_name" | "schema" | "catalog">;
  columns: readonly string[];
  /** What AVG is taken of. */
  averages: readonly string[];
  /** Statements that the base replaces. */
  replaced: number;
}

const TABLE = '"tessera columns"';
const MIN_STATEMENTS = 2;
/** Characters of a statement's expressions, which are read on the thread that answers others. */
const MAX_TEXT = 20_000;

/** Each read is in one of them at most. */
export function columnGroups(reads: readonly GroupedRead[]): ColumnGroups[] {
  const fused = [...Map.groupBy([...reads.entries()], ([, read]) => fusionKey(read)).values()];
  if (fused.length < MIN_STATEMENTS) return [];
  const members = fused.flatMap((scan) => {
    const all = scan.flatMap(([at, read]) => memberOf(at, read) ?? []);
    return all.length === scan.length ? all : [];
  });
  return [...Map.groupBy(members, ({ family }) => family).values()].flatMap((family) => {
    const replaced = new Set(family.map(({ read }) => fusionKey(read))).size;
    return replaced < MIN_STATEMENTS || !readsSameRows(family) ? [] : [groupsOf(family, replaced)];
  });
}

interface Member {
  at: number;
  read: GroupedRead;
  columns: readonly string[];
  /** Conditions on the columns of the groups, which can be checked after grouping, and all others. */
  own: readonly string[];
  others: readonly string[];
  family: string;
}

function memberOf(at: number, read: GroupedRead): Member | undefined {
  const { parts, keys, alias, table } = read;
  const { dataset, dialect } = table;
  if (alias === null || !dialect.brush || dataset.sql || textLength(read) > MAX_TEXT) return undefined;
  const columns = columnsIn(keys, read, dialect.brush);
  if (!columns || columns.length === 0 || !columns.every((name) => isDistinct(dataset, name))) return undefined;
  const written = new Writing(dialect.brush, () => null).part(read);
  if (written === undefined) return undefined;
  const isOwn = (sql: string) => {
    const found = columnsIn([sql], read, dialect.brush as BrushDialect);
    return found !== undefined && found.length > 0 && found.every((name) => columns.includes(name));
  };
  const own = parts.where.filter(isOwn);
  const ofGroups = new Set(own);
  const others = parts.where.filter((sql) => !ofGroups.has(sql));
  return { at, read, columns, own, others, family: JSON.stringify([parts.from, alias, columns, others]) };
}

const textLength = ({ parts: { select, where, having } }: GroupedRead) =>
  [...select.map(({ sql }) => sql), ...where, ...having].reduce((sum, { length }) => sum + length, 0);

/** Otherwise, the base would read rows that no statement needs, such as all between two days. */
function readsSameRows(family: readonly Member[]): boolean {
  const [first] = family;
  const known = new Set(first?.own);
  const isSame = ({ own }: Member) => own.length === first?.own.length && own.every((sql) => known.has(sql));
  return family.some(({ own }) => own.length === 0) || family.every(isSame);
}

/** Of these types, unlike texts with a collation and the two zeros of floating-point numbers, equal values are the same. */
const DISTINCT_TYPES =
  /^(u?(tiny|small|big|huge)?int(eger)?|(decimal|numeric)(\(\d+, ?\d+\))?|date|time|timestamp(_s|_ms|_ns)?( with time zone)?|bool(ean)?)$/i;

const isDistinct = (dataset: QueryDataset, name: string) =>
  DISTINCT_TYPES.test(columnOf(dataset, name)?.type?.trim() ?? "");

function groupsOf(family: readonly Member[], replaced: number): ColumnGroups {
  const { read, columns: names, own, others } = family[0] as Member;
  const { dataset, dialect } = read.table;
  const common = commonConditions(family.map((member) => member.own));
  const shared = own.filter((sql) => common.has(sql));
  const over = family.map((member) => {
    const where = member.own.filter((sql) => !common.has(sql));
    return { ...member.read, parts: { ...member.read.parts, where } };
  });
  const partsWith = (scaleOf: ScaleOf) => {
    const writing = new Writing(dialect.brush as BrushDialect, scaleOf);
    return { parts: over.map((one) => writing.part(one) as string), writing };
  };
  const { aggregates, averages } = partsWith(() => null).writing;
  const columns = names.map((name) => dialect.quoteIdentifier(name));
  const values = aggregates.list.map(({ sql }, i) => `${sql} AS ${partial(i)}`);
  const source = sourceText({ from: read.parts.from, where: [...others, ...shared] });
  const positions = columns.map((_, i) => i + 1).join(", ");
  const { table_name, schema, catalog } = dataset;
  return {
    reads: family.map(({ at }) => at),
    statements: {
      base: `SELECT\n  ${[...columns, ...values].join(",\n  ")}\n${source}\nGROUP BY ${positions}`,
      table: TABLE,
      parts: (scales) => partsWith((at) => scales[averages.indexOf(at)] ?? null).parts,
      from: tableText(dialect, dataset),
      place: { table_name, schema, catalog },
      columns,
      averages: averages.map((at) => aggregates.list[at]?.of ?? ""),
      replaced,
    },
  };
}

const partial = (at: number) => `"tessera ${at}"`;

/** Of the sum that is this aggregate. */
type ScaleOf = (at: number) => number | null;

/** Statements over the groups. */
class Writing {
  readonly aggregates = new Aggregates();
  /** Sums of averages. */
  readonly averages: number[] = [];
  readonly #brush: BrushDialect;
  readonly #scaleOf: ScaleOf;

  constructor(brush: BrushDialect, scaleOf: ScaleOf) {
    this.#brush = brush;
    this.#scaleOf = scaleOf;
  }

  /** Undefined if its values don't follow from the groups. */
  part({ parts, keys, alias }: GroupedRead): string | undefined {
    const select = parts.select.map(({ sql, name }) => ({ sql: keys.includes(sql) ? sql : this.#metric(sql), name }));
    const having = parts.having.map((sql) => this.#comparison(sql));
    if (this.aggregates.list.some(({ combine }) => combine === "distinct")) return undefined;
    if ([...select.map(({ sql }) => sql), ...having].includes(undefined)) return undefined;
    return statementText({
      ...parts,
      select: select as { sql: string; name: string }[],
      from: `${TABLE} AS ${alias}`,
      having: having as string[],
    });
  }

  #metric(sql: string): string | undefined {
    const expression = decomposed(sql, this.#brush, this.aggregates);
    return expression && this.#text(expression);
  }

  /** Undefined for everything else. */
  #comparison(sql: string): string | undefined {
    const { operator, left: before = "", right: after = "" } = comparisonIn(sql, this.#brush.lexis) ?? {};
    const [left, right] = [this.#metric(before), this.#metric(after)];
    return left && right && `${left} ${operator} ${right}`;
  }

  #text(expression: Expression): string {
    switch (expression.op) {
      case "component":
        return this.#aggregate(expression.at);
      case "number":
        return expression.text;
      case "null":
        return "NULL";
      case "negate":
        return `(-${this.#text(expression.of)})`;
      case "abs":
        return `ABS(${this.#text(expression.of)})`;
      case "double":
        return `CAST(${this.#text(expression.of)} AS DOUBLE)`;
      case "coalesce":
        return `COALESCE(${expression.of.map((one) => this.#text(one)).join(", ")})`;
      case "nullif":
        return `NULLIF(${this.#text(expression.left)}, ${this.#text(expression.right)})`;
      default:
        return expression.isAverage ? this.#average(expression) : this.#operation(expression);
    }
  }

  #operation({ op, left, right }: Arithmetic): string {
    return `(${this.#text(left)} ${op} ${this.#text(right)})`;
  }

  /** Divides integers, as AVG does: a decimal sum as a floating-point number would be rounded before. */
  #average({ left, right }: Arithmetic): string {
    const at = left.op === "double" && left.of.op === "component" ? left.of.at : -1;
    if (!this.averages.includes(at)) this.averages.push(at);
    const scale = this.#scaleOf(at) ?? 0;
    const sum = scale > 0 ? `CAST(${this.#aggregate(at)} * ${10 ** scale} AS HUGEINT)` : this.#aggregate(at);
    const count = scale > 0 ? `(${this.#text(right)} * ${10 ** scale})` : this.#text(right);
    return `(CAST(${sum} AS DOUBLE) / ${count})`;
  }

  /** Of no groups, a count is 0 and everything else missing. */
  #aggregate(at: number): string {
    const combine = this.aggregates.list[at]?.combine;
    if (combine === "count") return `CAST(COALESCE(SUM(${partial(at)}), 0) AS BIGINT)`;
    return `${combine?.toUpperCase()}(${partial(at)})`;
  }
}

/** Functions and keywords before brackets whose result depends on nothing but what is between them. */
const DETERMINED = wordSet(
  "and or not in between like ilike is case when then else as from interval cast try_cast decimal numeric varchar",
  "extract date_part date_trunc date_diff datediff date_add make_date strftime epoch epoch_ms to_timestamp",
  "year quarter month week weekofyear yearweek day dayofweek dayofmonth dayofyear isodow isoyear hour minute second",
  "dayname monthname last_day abs ceil ceiling floor round trunc sign sqrt ln log log10 power pow mod",
  "greatest least coalesce ifnull nullif if concat lower upper trim ltrim rtrim left right substr substring",
  "length replace split_part starts_with contains regexp_matches regexp_replace regexp_extract lpad rpad",
);

/**
 * All other words that an expression may have besides the columns of the dataset. Any other may be a column that the
 * dataset doesn't have, the selected item of that name, or the row.
 */
const KEYWORDS = wordSet(
  "and or not in between like ilike is null true false case when then else end as from escape current_date",
  "at time zone interval date timestamp timestamptz integer int bigint smallint double float decimal numeric varchar text",
  "boolean year years quarter quarters month months week weeks day days hour hours minute minutes second seconds",
  "dow isodow doy epoch",
);

function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ")));
}

/** `#1` is a column by its position, `$1`, `@x` and `?` are values from elsewhere. */
const REFERENCE = /^[#$@?]$/;

/**
 * Columns of the table in these expressions, sorted; undefined if their values may depend on anything else than the
 * values of these columns.
 */
function columnsIn(
  texts: readonly string[],
  { table, alias }: GroupedRead,
  { lexis }: BrushDialect,
): string[] | undefined {
  const known: KnownNames = {
    columns: physicalNames(table.dataset.columns),
    table: nameOf({ kind: "name", text: alias ?? "" }),
  };
  const found = texts.map((text) => {
    const tokens = readTokens(text, lexis);
    return tokens.length === 0 ? [undefined] : tokens.map((token, i) => meaningOf(token, tokens[i + 1]?.text, known));
  });
  const columns = new Set(found.flat());
  columns.delete(NOTHING);
  return columns.has(undefined) ? undefined : ([...columns] as string[]).sort();
}

/** Cached while the list is in use; wide datasets have thousands. */
const namesOf = new WeakMap<QueryDataset["columns"], ReadonlyMap<string, string>>();

function physicalNames(columns: QueryDataset["columns"]): ReadonlyMap<string, string> {
  const known = namesOf.get(columns);
  if (known) return known;
  const physical = columns.filter(({ expression }) => !expression);
  const names = new Map(physical.map(({ column_name }) => [column_name.toLowerCase(), column_name]));
  namesOf.set(columns, names);
  return names;
}

interface KnownNames {
  /** By their names in lower case. */
  columns: ReadonlyMap<string, string>;
  table: string;
}

/** What a token without a column stands for. */
const NOTHING = "";

/** The column that the token names; undefined if it may stand for anything else that rows have. */
function meaningOf(token: Token, next: string | undefined, { columns, table }: KnownNames): string | undefined {
  if (token.kind === "symbol") return REFERENCE.test(token.text) ? undefined : NOTHING;
  if (token.kind !== "word" && token.kind !== "name") return NOTHING;
  const name = nameOf(token);
  if (next === "(") return DETERMINED.has(name) ? NOTHING : undefined;
  if (name === table) return next === "." ? NOTHING : undefined;
  return columns.get(name) ?? (token.kind === "word" && KEYWORDS.has(name) ? NOTHING : undefined);
}

const nameOf = ({ kind, text }: Pick<Token, "kind" | "text">) =>
  (kind === "name" ? text.slice(1, -1).replaceAll('""', '"') : text).toLowerCase();
