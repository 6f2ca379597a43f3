import type { ColumnarResult } from "../../connectors/connector.ts";
import { TesseraError } from "../../model/errors.ts";
import { compareValues } from "../../query/frame.ts";
import type { Context } from "../../server/http/route.ts";
import { RowGrant } from "../../server/rights/row-grant.ts";
import { type OpenDatabase, readableTable, type TablePlace } from "../database/index.ts";
import { securityFor } from "../row-level-security/index.ts";

export async function tableExtraOf(ctx: Context, id: number, place: TablePlace) {
  const opened = await readableTable(ctx, id, place);
  const { name, schema, catalog } = place;
  const view = (await opened.connection.viewSql?.(name, schema, catalog)) ?? null;
  const partitions = await partitionsOf(ctx, { ...opened, id, place });
  return {
    ...(view === null && !partitions ? {} : { metadata: view === null ? {} : { view } }),
    ...(partitions ? { partitions } : {}),
  };
}

async function partitionsOf(ctx: Context, { id, place, connection, connector }: OpenDatabase & PartitionTable) {
  const { partitionRows } = connector.dialect;
  if (!partitionRows || (await securityFor(ctx.app, RowGrant.ofSql(ctx.user)).isFiltered(id, place))) return undefined;
  const partitionQuery = partitionRows(place);
  const found = await connection.run(partitionQuery, { signal: ctx.signal }).catch(ifNone);
  if (!found || found.columns.length === 0) return undefined;
  return { cols: found.columns.map(({ name }) => name), latest: latestOf(found), partitionQuery };
}

interface PartitionTable {
  id: number;
  place: TablePlace;
}

function ifNone(error: unknown): undefined {
  if (error instanceof TesseraError && error.status < 500) return undefined;
  throw error;
}

function latestOf({ columns, rows }: ColumnarResult): Record<string, unknown> {
  const values = (row: number) => columns.map((column) => column.values[row] ?? null);
  let latest: unknown[] | undefined;
  for (let row = 0; row < rows; row++) {
    const own = values(row);
    if (!latest || isLater(own, latest)) latest = own;
  }
  return latest ? Object.fromEntries(columns.map(({ name }, i) => [name, latest[i] ?? null])) : {};
}

function isLater(a: readonly unknown[], b: readonly unknown[]): boolean {
  for (const [i, value] of a.entries()) {
    if (value === null || b[i] === null) {
      if (value !== b[i]) return value !== null;
      continue;
    }
    const order = compareValues(value, b[i]);
    if (order !== 0) return order > 0;
  }
  return false;
}
