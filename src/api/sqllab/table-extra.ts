import type { ColumnarResult } from "../../connectors/connector.ts";
import { TesseraError } from "../../model/errors.ts";
import { compareValues } from "../../query/post-processing/frame.ts";
import type { Context } from "../../server/http/route.ts";
import { readableTable, type TablePlace } from "../database/index.ts";
import { securityFor } from "../row-level-security/index.ts";

/**
 * What an engine tells of a table beside its columns: its partitions, where it has any and tells them, unless a rule may
 * hide rows of it. Throws the typed 403 for a place the caller may not read, the typed 404 for a table that is not there.
 */
export async function tableExtraOf(ctx: Context, id: number, place: TablePlace) {
  const { connection, connector } = await readableTable(ctx, id, place);
  const { partitionRows } = connector.dialect;
  if (!partitionRows) return {};
  if (await securityFor(ctx.app, ctx.user).isFiltered(id, place)) return {};
  const partitionQuery = partitionRows(place);
  const found = await connection.run(partitionQuery, { signal: ctx.signal }).catch(ifNone);
  if (!found || found.columns.length === 0) return {};
  return {
    metadata: {},
    partitions: { cols: found.columns.map(({ name }) => name), latest: latestOf(found), partitionQuery },
  };
}

/** A table without partitions is one whose partitions cannot be asked for. */
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
