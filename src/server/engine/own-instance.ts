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
  reachable: string | undefined;
  /** Nobody waits for it any more. */
  isUnwanted(): boolean;
}

/** How many may be there: each has a memory limit of its own, and one that writes into a pipe holds a thread. */
const MOST = 4;
let open = 0;

/** Those who wait for one, in the order of their coming. */
let line: { isUnwanted(): boolean; go(isTurn: boolean): void }[] = [];

function turn(isUnwanted: () => boolean): Promise<boolean> {
  if (open >= MOST) return new Promise((go) => line.push({ isUnwanted, go }));
  open++;
  return Promise.resolve(true);
}

function passOn(): void {
  const next = line.shift();
  if (next) next.go(true);
  else open--;
}

/** Whoever waits for an instance in vain need not wait any more. */
export function dismissUnwanted(): void {
  const unwanted = line.filter((one) => one.isUnwanted());
  line = line.filter((one) => !unwanted.includes(one));
  for (const one of unwanted) one.go(false);
}

/**
 * By it the first million rows of a table are looked up by their numbers and sorted by them, which is half of the work.
 * Other queries gain by it: pages far into a table, a few rows in order of many columns.
 */
const UNWANTED_STEP = "late_materialization";
/** Its threads are all its own: nobody who waits for a statement takes part. */
const OWN = { disabled_optimizers: UNWANTED_STEP, external_threads: "0" };

/** Waits while there are enough of them; undefined for one that was dismissed meanwhile. */
export async function openOwn({ file, options, reachable, isUnwanted }: Wanted): Promise<OwnInstance | undefined> {
  if (!(await turn(isUnwanted))) return undefined;
  let close = passOn;
  try {
    const instance = await DuckDBInstance.create(file, { ...options, ...OWN });
    const connection = await instance.connect();
    close = () => {
      connection.closeSync();
      instance.closeSync();
      passOn();
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
