import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { LIMIT_READ_AHEAD } from "./reading.ts";

export interface DedicatedInstance {
  connection: DuckDBConnection;
  close(): void;
}

interface InstanceRequest {
  file: string;
  options: Readonly<Record<string, string>>;
  reachable: string | undefined;
  isUnwanted(): boolean;
}

/** Limited, because each instance has its own memory limit and a writer into a pipe blocks a thread. */
const MAX_INSTANCES = 4;
let open = 0;

let queue: { isUnwanted(): boolean; go(isTurn: boolean): void }[] = [];

function acquire(isUnwanted: () => boolean): Promise<boolean> {
  if (open >= MAX_INSTANCES) return new Promise((go) => queue.push({ isUnwanted, go }));
  open++;
  return Promise.resolve(true);
}

function releaseSlot(): void {
  const next = queue.shift();
  if (next) next.go(true);
  else open--;
}

export function dismissUnwanted(): void {
  const unwanted = queue.filter((one) => one.isUnwanted());
  queue = queue.filter((one) => !unwanted.includes(one));
  for (const one of unwanted) one.go(false);
}

/**
 * This optimizer looks up the first million rows by row number and sorts by it, which takes half of the time of a file.
 * Other queries benefit from it.
 */
const DISABLED_OPTIMIZER = "late_materialization";
const DEDICATED_SETTINGS = { disabled_optimizers: DISABLED_OPTIMIZER, external_threads: "0" };

export async function openDedicated({
  file,
  options,
  reachable,
  isUnwanted,
}: InstanceRequest): Promise<DedicatedInstance | undefined> {
  if (!(await acquire(isUnwanted))) return undefined;
  let close = releaseSlot;
  try {
    const instance = await DuckDBInstance.create(file, { ...options, ...DEDICATED_SETTINGS });
    const connection = await instance.connect();
    close = () => {
      connection.closeSync();
      instance.closeSync();
      releaseSlot();
    };
    await connection.run(LIMIT_READ_AHEAD);
    if (reachable !== undefined) await connection.run(`SET GLOBAL allowed_paths = ['${reachable}']`);
    await connection.run("SET GLOBAL enable_external_access = false");
    await connection.run("SET GLOBAL lock_configuration = true");
    return { connection, close };
  } catch (error) {
    close();
    throw error;
  }
}
