import type { ColumnStatements } from "../../query/column-groups.ts";
import type { ColumnarResult, Connection } from "../connector.ts";

const MIN_ROWS = 200_000;
/** More groups don't fit into the processor's cache, so that making them takes longer: docs/decisions/0022. */
const FEW_GROUPS = 10_000;
const MANY_GROUPS = 200_000;
const MIN_REPLACED_BY_MANY = 3;
const MIN_ROWS_PER_GROUP = 50;

/**
 * Whether grouping the rows of a table by the columns first is faster, by the table's statistics. Never of a view, whose
 * rows may take long.
 */
export async function isWorthGrouping(
  { of, columns, replaced }: Pick<ColumnStatements, "of" | "columns" | "replaced">,
  connection: Pick<Required<Connection>, "rowCounts">,
  run: (sql: string) => Promise<ColumnarResult>,
): Promise<boolean> {
  const tables = await connection.rowCounts(of.schema, of.catalog);
  const { rows = 0 } = tables.find(({ table }) => table === of.table_name) ?? {};
  if (rows < MIN_ROWS) return false;
  const statistics = columns.map((name) => `STATS(${name})`).join(", ");
  const found = await run(`SELECT ${statistics}\nFROM ${of.sql}\nLIMIT 1`);
  const groups = found.columns.reduce((product, { values }) => product * distinctOf(values[0]), 1);
  const mostGroups = replaced >= MIN_REPLACED_BY_MANY ? MANY_GROUPS : FEW_GROUPS;
  return groups <= mostGroups && groups * MIN_ROWS_PER_GROUP <= rows;
}

/** Of `[Min: 1, Max: 9][Has Null: false, Has No Null: true][Approx Unique: 9]`. */
function distinctOf(statistics: unknown): number {
  return Number(/\[Approx Unique: (\d+)\]$/.exec(String(statistics))?.[1] ?? Number.POSITIVE_INFINITY);
}
