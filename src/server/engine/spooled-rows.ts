import { fstatSync, statfsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { DuckDBConnection, DuckDBResult } from "@duckdb/node-api";
import duckdb, { type PendingResult } from "@duckdb/node-bindings";
import { deflated, NOTHING } from "../sheet/deflated.ts";
import type { FileSink } from "./file-rows.ts";
import { followed, type Spool } from "./spool.ts";

/** A file that takes more than what it leaves free is given up: the disk is others' too. */
const LOOK_MS = 100;

/** Runs a COPY into the spool, in that folder, and answers the number of rows. */
export async function copyInto(
  connection: DuckDBConnection,
  copy: string,
  { spool, folder }: { spool: Spool; folder: string },
): Promise<number> {
  let isTooLarge = false;
  const look = setInterval(() => {
    const { bavail, bsize } = statfsSync(folder);
    isTooLarge ||= fstatSync(spool.descriptor).size > bavail * bsize;
    if (isTooLarge) connection.interrupt();
  }, LOOK_MS);
  try {
    const [[rows] = []] = await (await runAside(connection, copy)).getRows();
    return Number(rows);
  } catch (error) {
    throw isTooLarge
      ? new Error("IO Error: The file would take more than half of the space that is left on the disk.")
      : error;
  } finally {
    clearInterval(look);
  }
}

const WORKING = duckdb.PendingState.NO_TASKS_AVAILABLE;
/** How long to wait before asking whether a statement has ended, milliseconds. */
const PAUSE_MS = 2;

/**
 * Runs a statement on the instance's own threads alone. The driver's `run` takes part in the work, and where there is none
 * for it asks for some all the time: the rows of a limit come from one thread, and the other processor is not its own.
 */
async function runAside(connection: DuckDBConnection, sql: string): Promise<DuckDBResult> {
  const prepared = await connection.prepare(sql);
  try {
    const pending = prepared.start();
    const handle: PendingResult = Reflect.get(pending, "pending_result");
    while (duckdb.pending_execute_check_state(handle) === WORKING) await delay(PAUSE_MS);
    return await pending.getResult();
  } finally {
    prepared.destroySync();
  }
}

/** Pieces of a sheet that are compressed at a time, each on a thread. */
const AT_ONCE = 2;
const PIECE_BYTES = 400_000;
const NO_BYTES = Buffer.alloc(0);

/** What is being written into a spool. */
export interface SpooledRows {
  spool: Spool;
  /** How many they are. */
  rows: Promise<number>;
  isUnwanted(): boolean;
}

/**
 * Sends it as it grows, compressed, unless nobody wants it, and in the end how many rows it was. Nothing is written into
 * the spool any more when it ends.
 */
export async function sendSheet(sheet: SpooledRows, sink: FileSink): Promise<void> {
  try {
    await sendPieces(sheet, sink);
  } finally {
    await Promise.allSettled([sheet.rows]);
  }
}

async function sendPieces({ spool, rows, isUnwanted }: SpooledRows, sink: FileSink): Promise<void> {
  const free: Buffer[] = [];
  const memory = () => free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  const pending: ReturnType<typeof deflated>[] = [];
  const sendNext = async () => {
    const piece = await pending.shift();
    if (piece) sink.onPart({ rows: 0, deflation: piece.deflation }, piece.bytes);
  };
  for await (const piece of followed(spool.descriptor, { written: rows, pieceBytes: PIECE_BYTES, memory })) {
    pending.push(
      deflated(piece).then((done) => {
        free.push(Buffer.from(piece.buffer, 0, PIECE_BYTES));
        return done;
      }),
    );
    if (pending.length <= AT_ONCE) continue;
    await sendNext();
    await sink.onReady();
    if (isUnwanted()) return;
  }
  while (pending.length > 0) await sendNext();
  if ((await rows) > 0) sink.onPart({ rows: await rows, deflation: NOTHING }, NO_BYTES);
}
