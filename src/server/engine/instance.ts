import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { LIMIT_READ_AHEAD } from "./reading.ts";

export interface ChildSettings {
  memoryLimit: string;
  threads: number;
  temporaryFolder: string;
  connectionsPerFile: number;
  reservedConnections: number;
}

type Options = Readonly<Record<string, string>>;

const MAX_SPILL = "10GB";
/**
 * Returns freed memory to the system in the background; by default hundreds of megabytes stay. Flushing in the query
 * itself (`allocator_bulk_deallocation_flush_threshold`) makes large groupings 10% slower.
 */
const BACKGROUND_FREE = { allocator_background_threads: "true" };

export function instanceOptions(settings: ChildSettings): { loading: Options; reading(file: string): Options } {
  const loading = {
    ...BACKGROUND_FREE,
    memory_limit: settings.memoryLimit,
    threads: String(settings.threads),
    temp_directory: settings.temporaryFolder,
    max_temp_directory_size: MAX_SPILL,
    autoinstall_known_extensions: "false",
  };
  const reading = (file: string) => ({
    ...loading,
    ...(file === ":memory:" ? {} : { access_mode: "READ_ONLY" }),
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
  });
  return { loading, reading };
}

export interface Sessions {
  usual: DuckDBConnection;
  firstRows: DuckDBConnection;
}

/**
 * Above 50 rows, DuckDB computes an unordered limit through row numbers and a join, which is five times slower than
 * reading from the start. This raises the threshold; sorted queries on few columns would get slower.
 */
const READ_DIRECTLY = "SET SESSION late_materialization_max_rows = 1000000";

export async function openSessions(instance: DuckDBInstance): Promise<Sessions> {
  const usual = await instance.connect();
  const firstRows = await instance.connect();
  for (const session of [usual, firstRows]) await session.run(LIMIT_READ_AHEAD);
  await firstRows.run(READ_DIRECTLY);
  return { usual, firstRows };
}

export function closeSessions({ usual, firstRows }: Sessions): void {
  usual.closeSync();
  firstRows.closeSync();
}

const SORTS = /\bORDER\s+BY\b/i;
const LIMITS = /\bLIMIT\b/i;

/** Both sessions give the same rows: SQL that only mentions these words just runs slower. */
export const sessionFor = ({ usual, firstRows }: Sessions, sql = "") =>
  LIMITS.test(sql) && !SORTS.test(sql) ? firstRows : usual;
