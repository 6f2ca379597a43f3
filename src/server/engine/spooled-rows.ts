import { closeSync, fstatSync, openSync, statfsSync, write } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { DuckDBConnection, DuckDBResult } from "@duckdb/node-api";
import duckdb, { type PendingResult } from "@duckdb/node-bindings";
import { type Deflation, deflated, joined, NOTHING } from "../sheet/deflated.ts";
import { followed, type Spool } from "./spool.ts";

/** A file that takes more than what it leaves free is given up: the disk is others' too. */
const LOOK_MS = 100;

const TOO_LARGE = "The file would take more than half of the space that is left on the disk.";

/** The engine names what it writes into, which says nothing to whoever asked for the file. */
const withoutPath = (error: unknown) =>
  error instanceof Error && error.message.includes("No space left on device")
    ? new Error("IO Error: The disk of the server is full.", { cause: error })
    : error;

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
    const [[rows] = []] = await (await runAside(connection, copy, leftInMemory(spool))).getRows();
    return Number(rows);
  } catch (error) {
    throw isTooLarge ? new Error(`IO Error: ${TOO_LARGE}`) : withoutPath(error);
  } finally {
    clearInterval(look);
  }
}

/**
 * Linux's ext4 writes a file that was emptied when it was opened to the disk when it is closed, all of it at once. It does
 * so only once: closed here while it is short, what comes after stays where its reader finds it soonest.
 */
function leftInMemory({ path, descriptor }: Spool): () => void {
  let isDone = false;
  return () => {
    if (isDone || fstatSync(descriptor).size === 0) return;
    closeSync(openSync(path, "r"));
    isDone = true;
  };
}

const WORKING = duckdb.PendingState.NO_TASKS_AVAILABLE;
/** How long to wait before asking whether a statement has ended, milliseconds. */
const PAUSE_MS = 4;

/**
 * Runs a statement on the instance's own threads alone. The driver's `run` takes part in the work, and where there is none
 * for it asks for some all the time: the rows of a limit come from one thread, and the other processor is not its own.
 */
async function runAside(connection: DuckDBConnection, sql: string, onPause: () => void): Promise<DuckDBResult> {
  const prepared = await connection.prepare(sql);
  try {
    const pending = prepared.start();
    const handle: PendingResult = Reflect.get(pending, "pending_result");
    while (duckdb.pending_execute_check_state(handle) === WORKING) {
      onPause();
      await delay(PAUSE_MS);
    }
    // What the driver raises for it begins with words of its own, and takes these with it.
    const failure = duckdb.pending_error(handle);
    return await pending.getResult().catch((error) => {
      throw failure ? new Error(failure, { cause: error }) : error;
    });
  } finally {
    prepared.destroySync();
  }
}

/** Pieces of a sheet that are compressed at a time, each on a thread. */
const AT_ONCE = 2;
/** Each goes to another thread three times, which for shorter ones is felt. */
const PIECE_BYTES = 1 << 20;

/**
 * Compresses what is written into a spool while it grows, into another, and answers what it was. Nothing is written into
 * the first any more when it ends.
 */
export async function compressInto(
  to: Spool,
  from: { spool: Spool; written: Promise<unknown>; isUnwanted(): boolean },
): Promise<Deflation> {
  try {
    return await compressPieces(to, from);
  } finally {
    await Promise.allSettled([from.written]);
  }
}

async function compressPieces(
  to: Spool,
  { spool, written, isUnwanted }: Parameters<typeof compressInto>[1],
): Promise<Deflation> {
  const free: Buffer[] = [];
  const memory = () => free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  const pending: ReturnType<typeof deflated>[] = [];
  let whole = NOTHING;
  const writeNext = async () => {
    const piece = await pending.shift();
    if (!piece) return;
    await writing(to.descriptor, piece.bytes);
    whole = joined(whole, piece.deflation);
  };
  for await (const piece of followed(spool.descriptor, { written, memory })) {
    if (isUnwanted()) break;
    pending.push(
      deflated(piece).then((done) => {
        free.push(Buffer.from(piece.buffer, 0, PIECE_BYTES));
        return done;
      }),
    );
    if (pending.length > AT_ONCE) await writeNext();
  }
  while (pending.length > 0) await writeNext();
  await written;
  return whole;
}

const writing = promisify(writeAll);

/** All of the bytes, where the last ones ended. */
function writeAll(descriptor: number, bytes: Buffer, done: (error: Error | null) => void): void {
  write(descriptor, bytes, (error, count) => {
    if (error || count === bytes.length) done(error);
    else writeAll(descriptor, bytes.subarray(count), done);
  });
}
