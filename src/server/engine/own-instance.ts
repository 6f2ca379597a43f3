import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { LITTLE_AHEAD } from "./reading.ts";

/** A connection of an instance that writes one file of rows, and goes with it. */
export interface OwnInstance {
  connection: DuckDBConnection;
  close(): void;
}

interface Wanted {
  file: string;
  /** Settings of the instance. */
  options: Readonly<Record<string, string>>;
  /** The only other path that it reaches; none unless given. */
  reachable?: string;
}

/** How many may be there: each has a memory limit of its own, and one that writes into a pipe holds a thread. */
const MOST = 4;
let open = 0;

/**
 * By it the first million rows of a table are looked up by their numbers and sorted by them, which is half of the work.
 * Other queries gain by it: pages far into a table, a few rows in order of many columns.
 */
const UNWANTED_STEP = "late_materialization";

/** Undefined where there are enough of them. */
export async function openOwn({ file, options, reachable }: Wanted): Promise<OwnInstance | undefined> {
  if (open >= MOST) return undefined;
  open++;
  let close = () => {
    open--;
  };
  try {
    const instance = await DuckDBInstance.create(file, { ...options, disabled_optimizers: UNWANTED_STEP });
    const connection = await instance.connect();
    close = () => {
      open--;
      connection.closeSync();
      instance.closeSync();
    };
    await connection.run(LITTLE_AHEAD);
    if (reachable !== undefined) await connection.run(`SET GLOBAL allowed_paths = ['${reachable}']`);
    await connection.run("SET GLOBAL enable_external_access = false");
    await connection.run("SET GLOBAL lock_configuration = true");
    return { connection, close };
  } catch (error) {
    close();
    throw error;
  }
}
