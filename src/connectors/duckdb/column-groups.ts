import type { ColumnStatements } from "../../query/column-groups.ts";
import type { ColumnarResult } from "../connector.ts";

const MIN_ROWS = 200_000;
/** More groups don't fit into the processor's cache, so that making them takes longer: docs/decisions/0022. */
const FEW_GROUPS = 10_000;
const MANY_GROUPS = 200_000;
const MIN_REPLACED_BY_MANY = 3;
const MIN_ROWS_PER_GROUP = 50;

/** Whether grouping the rows by the columns first is faster, by the statistics of the table. */
export async function isWorthGrouping(
  { source, columns, replaced }: Pick<ColumnStatements, "source" | "columns" | "replaced">,
  run: (sql: string) => Promise<ColumnarResult>,
): Promise<boolean> {
  const statistics = columns.map((name) => `STATS(${name})`).join(", ");
  const found = await run(`SELECT (SELECT COUNT(*)\n${source}), ${statistics}\n${source}\nLIMIT 1`);
  const [rows, ...texts] = found.columns.map(({ values }) => values[0]);
  const groups = texts.reduce<number>((product, text) => product * distinctOf(text), 1);
  const mostGroups = replaced >= MIN_REPLACED_BY_MANY ? MANY_GROUPS : FEW_GROUPS;
  return groups <= mostGroups && Number(rows) >= Math.max(MIN_ROWS, groups * MIN_ROWS_PER_GROUP);
}

/** Of `[Min: 1, Max: 9][Has Null: false, Has No Null: true][Approx Unique: 9]`. */
function distinctOf(statistics: unknown): number {
  return Number(/\[Approx Unique: (\d+)\]$/.exec(String(statistics))?.[1] ?? Number.POSITIVE_INFINITY);
}
