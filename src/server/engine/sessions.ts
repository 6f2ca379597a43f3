import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { LITTLE_AHEAD } from "./reading.ts";

/**
 * What runs one statement at a time on a file. A setting cannot be changed once all are locked, so there is a session for
 * each kind of statement that wants another.
 */
export interface Sessions {
  usual: DuckDBConnection;
  /** For the first rows of a table as they come, which it reads straight. */
  firstRows: DuckDBConnection;
}

/**
 * Beyond 50 rows a limit without an order is computed by default as the numbers of the rows, joined with the table and
 * sorted by them, which takes five times as long as to read so many rows from the start. Up to this number it is not; but
 * sorted rows are then looked up so, which of few columns is dearer.
 */
const STRAIGHT = "SET SESSION late_materialization_max_rows = 1000000";

export async function openSessions(instance: DuckDBInstance): Promise<Sessions> {
  const usual = await instance.connect();
  const firstRows = await instance.connect();
  for (const session of [usual, firstRows]) await session.run(LITTLE_AHEAD);
  await firstRows.run(STRAIGHT);
  return { usual, firstRows };
}

export function closeSessions({ usual, firstRows }: Sessions): void {
  usual.closeSync();
  firstRows.closeSync();
}

const SORTS = /\bORDER\s+BY\b/i;
const LIMITS = /\bLIMIT\b/i;

/** Both give the same rows: SQL that only mentions these words loses nothing but time. */
export const sessionFor = ({ usual, firstRows }: Sessions, sql = "") =>
  LIMITS.test(sql) && !SORTS.test(sql) ? firstRows : usual;
