import type { ColumnStatements } from "../../query/column-groups.ts";
import type { ColumnarResult, Connection } from "../connector.ts";

const MIN_ROWS = 200_000;
/** More groups don't fit into the processor's cache, so that making them takes longer: docs/decisions/0022. */
const FEW_GROUPS = 10_000;
const MANY_GROUPS = 200_000;
const MIN_REPLACED_BY_MANY = 3;
const MIN_ROWS_PER_GROUP = 50;

/**
 * The scales of the statements' averages if grouping the rows of a table by the columns first is faster, by the table's
 * statistics; otherwise undefined. Never of a view, whose rows may take long.
 */
export async function scalesIfWorth(
  { from, place, columns, averages, replaced }: Omit<ColumnStatements, "base" | "table" | "parts">,
  connection: Pick<Required<Connection>, "rowCounts">,
  run: (sql: string) => Promise<ColumnarResult>,
): Promise<(number | null)[] | undefined> {
  const tables = await connection.rowCounts(place.schema, place.catalog);
  const { rows = 0 } = tables.find(({ table }) => table === place.table_name) ?? {};
  if (rows < MIN_ROWS) return undefined;
  const found = await run(factsSql(from, columns, averages));
  const texts = found.columns.map(({ values }) => String(values[0]));
  const groups = texts.slice(0, columns.length).reduce((product, text) => product * distinctOf(text), 1);
  const mostGroups = replaced >= MIN_REPLACED_BY_MANY ? MANY_GROUPS : FEW_GROUPS;
  const isWorth = groups <= mostGroups && groups * MIN_ROWS_PER_GROUP <= rows;
  return isWorth ? texts.slice(columns.length, columns.length + averages.length).map(scaleOf) : undefined;
}

/** Statistics of the columns, and types of the averages' sums. Fails for an average that the engine doesn't know. */
function factsSql(from: string, columns: readonly string[], averages: readonly string[]): string {
  const statistics = columns.map((name, i) => `STATS(${name}) AS s${i}`).join(", ");
  const facts = [`(SELECT ${statistics} FROM ${from} LIMIT 1) AS statistics`];
  if (averages.length > 0) {
    const sums = averages.map((sql, i) => `SUM(${sql}\n) AS t${i}, AVG(${sql}\n) AS a${i}`).join(", ");
    const types = averages.map((_, i) => `TYPEOF(ANY_VALUE(t${i})) AS t${i}`).join(", ");
    facts.push(`(SELECT ${types} FROM (SELECT ${sums} FROM ${from} LIMIT 0) AS sums) AS types`);
  }
  return `SELECT *\nFROM ${facts.join(",\n  ")}`;
}

function scaleOf(type: string): number | null {
  if (type === "HUGEINT") return 0;
  const scale = /^DECIMAL\(\d+, ?(\d+)\)$/.exec(type)?.[1];
  return scale === undefined ? null : Number(scale);
}

/** Of `[Min: 1, Max: 9][Has Null: false, Has No Null: true][Approx Unique: 9]`. */
function distinctOf(statistics: unknown): number {
  return Number(/\[Approx Unique: (\d+)\]$/.exec(String(statistics))?.[1] ?? Number.POSITIVE_INFINITY);
}
