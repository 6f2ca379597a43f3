import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { LITTLE_AHEAD } from "./reading.ts";

/** What the engine's process is started with. */
export interface ChildSettings {
  memoryLimit: string;
  threads: number;
  temporaryFolder: string;
  connectionsPerFile: number;
  connectionsKept: number;
}

type Options = Readonly<Record<string, string>>;

/** What sorting and joining beyond memory may take of the disk. */
const MAX_SPILL = "10GB";
/**
 * What a query has let go of goes back to the system a moment later, aside: by default hundreds of megabytes stay. Where
 * queries let go of it themselves (`allocator_bulk_deallocation_flush_threshold`), large groupings take a tenth longer.
 */
const LET_GO = { allocator_background_threads: "true" };

/** Settings of an instance that loads a file, and of one that only reads it. */
export function instanceOptions(settings: ChildSettings): { loading: Options; reading(file: string): Options } {
  const loading = {
    ...LET_GO,
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
