import type { analyzeQuery } from "@polyglot-sql/sdk";
import { isNode, nodesOf, type TreeNode } from "./cte-scope.ts";
import { characterOffsets } from "./lexis.ts";
import type { TableReference } from "./sql-reader.ts";
import { dialectOf } from "./transpile.ts";

/** A column of a table; without a table if the SQL doesn't say which. */
export interface FieldReference {
  table: TableReference | null;
  column: string;
}

/** Where the columns of a query come from. Names are as written. */
export interface QueryColumns {
  outputs: { name: string; from: FieldReference[] }[];
  /** Columns in conditions, joins, groups and orders, and in outputs without a name. */
  conditions: FieldReference[];
  tables: TableReference[];
  /** Tables of which `*` selects all columns. */
  stars: TableReference[];
}

/** A column that an expression names, with its UTF-16 offsets. */
export interface ColumnMention {
  name: string;
  start: number;
  end: number;
}

/** Columns of tables that are known, for `*` and for columns without a table. */
export type KnownTables = readonly { table: TableReference; columns: readonly string[] }[];

type Analysis = NonNullable<ReturnType<typeof analyzeQuery>["analysis"]>;
type Upstream = Analysis["projections"][number]["upstream"][number];

/** Null for SQL that isn't understood. */
export async function queryColumns(sql: string, engine: string, known: KnownTables = []): Promise<QueryColumns | null> {
  const { analyzeQuery } = await import("@polyglot-sql/sdk");
  const { analysis } = analyzeQuery(sql, {
    dialect: dialectOf(engine),
    ...(known.length > 0 && { schema: { tables: known.map(schemaTable) } as never }),
  });
  if (!analysis) return null;
  const tables = new Map(analysis.baseTables.map((one) => [one.name, tableOf(one)]));
  const fieldsOf = (upstream: readonly Upstream[]) =>
    upstream.flatMap(({ table, column }): FieldReference[] =>
      column === "*" ? [] : [{ table: (table && tables.get(table)) || null, column }],
    );
  return {
    outputs: analysis.projections.flatMap(({ name, isStar, upstream }) =>
      !name || isStar ? [] : [{ name, from: fieldsOf(upstream) }],
    ),
    conditions: [
      ...(analysis.columnUses ?? []).flatMap(({ references }) => fieldsOf(references as readonly Upstream[])),
      ...analysis.projections.flatMap(({ name, isStar, upstream }) => (name || isStar ? [] : fieldsOf(upstream))),
    ],
    tables: [...tables.values()],
    stars: analysis.starProjections.length === 0 ? [] : [...tables.values()],
  };
}

const schemaTable = ({ table, columns }: KnownTables[number]) => ({
  name: table.name,
  ...(table.schema ? { schema: table.schema } : {}),
  columns: columns.map((name) => ({ name, type: "unknown" })),
});

/** BigQuery quotes a whole path at once. */
function tableOf(relation: Analysis["baseTables"][number]): TableReference {
  const parts = [relation.catalog, relation.schema, relation.table ?? relation.name].flatMap((part) =>
    part ? [part] : [],
  );
  const path = parts.length === 1 && parts[0]?.split(".").length === 3 ? parts[0].split(".") : parts;
  const [name = "", schema = null, catalog = null] = path.toReversed();
  return { catalog, schema, name };
}

const SELECT = "SELECT ";

/** The columns that one expression names; null if it isn't understood. */
export async function expressionColumns(sql: string, engine: string): Promise<ColumnMention[] | null> {
  const { parse } = await import("@polyglot-sql/sdk");
  const text = `${SELECT}${sql}\n`;
  const { success, ast } = parse(text, dialectOf(engine));
  if (!success) return null;
  const offsetOf = characterOffsets(text);
  const found: ColumnMention[] = [];
  for (const statement of nodesOf(ast)) collect(statement, found, (point) => offsetOf(point) - SELECT.length);
  return found;
}

function collect(value: unknown, found: ColumnMention[], offsetOf: (point: number) => number): void {
  if (Array.isArray(value)) for (const item of value) collect(item, found, offsetOf);
  if (!isNode(value)) return;
  const column = value.column;
  if (isNode(column) && isNode(column.name) && isNode(column.name.span)) {
    const { start, end } = column.name.span as { start: number; end: number };
    found.push({ name: String((column.name as TreeNode).name), start: offsetOf(start), end: offsetOf(end) });
  }
  for (const child of Object.values(value)) collect(child, found, offsetOf);
}
