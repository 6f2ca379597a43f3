import { closeSync, constants, openSync, unlinkSync } from "node:fs";
import type { DuckDBConnection } from "@duckdb/node-api";
import { csvCopy } from "./csv-copy.ts";
import { openOwn } from "./own-instance.ts";
import { typesOf } from "./reading.ts";

/** A file that the engine itself writes into a named pipe, from an instance that can reach nothing else. */
export interface PipedFile {
  /** To be interrupted. */
  readonly connection: DuckDBConnection;
  /** Writes it all; answers the number of rows. */
  write(): Promise<number>;
  /** Ends the pipe too. */
  close(): void;
}

interface Wanted {
  file: string;
  sql: string;
  /** Path of the pipe, whose reader is there already. It is removed. */
  pipe: string;
  /** Settings of the instance. */
  options: Readonly<Record<string, string>>;
}

/** Undefined where the rows must be written otherwise. `connection` tells what the statement gives. */
export async function openPipedFile(wanted: Wanted, connection: DuckDBConnection): Promise<PipedFile | undefined> {
  const { file, sql, pipe, options } = wanted;
  const end = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    unlinkSync(pipe);
    const target = `/dev/fd/${end}`;
    const copy = csvCopy(sql, await typesOf(connection, sql), target);
    const own = copy === undefined ? undefined : await openOwn({ file, options, reachable: target });
    if (own && copy !== undefined) {
      return {
        connection: own.connection,
        write: async () => {
          const [[rows] = []] = await (await own.connection.run(copy)).getRows();
          return Number(rows);
        },
        close: () => {
          own.close();
          closeSync(end);
        },
      };
    }
  } catch (error) {
    closeSync(end);
    throw error;
  }
  closeSync(end);
  return undefined;
}
