import { closeSync, constants, openSync, unlinkSync } from "node:fs";
import { type DuckDBConnection, DuckDBInstance, type DuckDBType, StatementType } from "@duckdb/node-api";
import { csvCopy } from "./csv-copy.ts";

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

/** How many may be under way: each holds a thread for as long as its reader takes. */
const MOST = 4;
let open = 0;

/** Undefined where the rows must be written otherwise. `connection` tells what the statement gives. */
export async function openPipedFile(wanted: Wanted, connection: DuckDBConnection): Promise<PipedFile | undefined> {
  const { file, sql, pipe, options } = wanted;
  const end = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    unlinkSync(pipe);
    const target = `/dev/fd/${end}`;
    const copy = open < MOST ? csvCopy(sql, await typesOf(connection, sql), target) : undefined;
    if (copy !== undefined) return await openInstance({ file, options, target, copy }, () => closeSync(end));
  } catch (error) {
    closeSync(end);
    throw error;
  }
  closeSync(end);
  return undefined;
}

/** Of the columns of a statement, which must be one and a query: none otherwise. */
async function typesOf(connection: DuckDBConnection, sql: string): Promise<readonly DuckDBType[]> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) return [];
  const prepared = await statements.prepare(0);
  try {
    if (prepared.statementType !== StatementType.SELECT) return [];
    return Array.from({ length: prepared.columnCount }, (_, i) => prepared.columnType(i));
  } finally {
    prepared.destroySync();
  }
}

interface Writing {
  file: string;
  options: Readonly<Record<string, string>>;
  target: string;
  copy: string;
}

/** By it the first million rows of a table are looked up by their numbers and sorted by them, which is half of the work. */
const UNWANTED_STEP = "late_materialization";

async function openInstance({ file, options, target, copy }: Writing, onClose: () => void): Promise<PipedFile> {
  const instance = await DuckDBInstance.create(file, { ...options, disabled_optimizers: UNWANTED_STEP });
  const connection = await instance.connect();
  open++;
  const release = () => {
    open--;
    connection.closeSync();
    instance.closeSync();
  };
  try {
    await connection.run(`SET GLOBAL allowed_paths = ['${target}']`);
    await connection.run("SET GLOBAL enable_external_access = false");
    await connection.run("SET GLOBAL lock_configuration = true");
  } catch (error) {
    release();
    throw error;
  }
  return {
    connection,
    write: async () => {
      const [[rows] = []] = await (await connection.run(copy)).getRows();
      return Number(rows);
    },
    close: () => {
      release();
      onClose();
    },
  };
}
