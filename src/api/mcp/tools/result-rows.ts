import { GENERIC_TYPE } from "../../../model/query-context.ts";

export const MAX_ROWS = 1000;
const MAX_BYTES = 200_000;

interface Column {
  readonly name: string;
  readonly isTime?: boolean;
}

/** Rows as lists, within the limits of an agent. `truncated` says that there are more. */
export function limitedRows(
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, unknown>>[],
  limit: number,
) {
  const lists: unknown[][] = [];
  let bytes = 0;
  for (const row of rows.slice(0, limit)) {
    const list = columns.map(({ name, isTime }) => (isTime ? timeOf(row[name]) : row[name]));
    bytes += Buffer.byteLength(JSON.stringify(list));
    if (bytes > MAX_BYTES && lists.length > 0) break;
    lists.push(list);
  }
  return {
    columns: columns.map(({ name }) => name),
    rows: lists,
    row_count: lists.length,
    truncated: rows.length > lists.length,
  };
}

const MAX_TIME = 8.64e15;

const timeOf = (value: unknown) =>
  typeof value === "number" && Math.abs(value) <= MAX_TIME ? new Date(value).toISOString() : value;

interface ChartData {
  colnames?: readonly string[];
  coltypes?: readonly number[];
  data?: unknown;
}

export function chartRows({ colnames = [], coltypes = [], data }: ChartData, limit: number) {
  const columns = colnames.map((name, i) => ({ name, isTime: coltypes[i] === GENERIC_TYPE.TEMPORAL }));
  return limitedRows(columns, Array.isArray(data) ? data : [], limit);
}
