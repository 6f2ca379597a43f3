import { closeSync, fstatSync, openSync, statfsSync, write } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { DuckDBConnection, DuckDBResult } from "@duckdb/node-api";
import duckdb, { type PendingResult } from "@duckdb/node-bindings";
import { combineDeflations, type Deflation, deflatePiece, NOTHING } from "../sheet/deflate.ts";
import { EngineError } from "./protocol.ts";
import { readGrowing, type Spool } from "./spool.ts";

/** Stops files that would take more than half of the remaining space. */
const CHECK_MS = 100;

const withoutPath = (error: unknown) =>
  error instanceof Error && error.message.includes("No space left on device")
    ? new EngineError("diskFull", { cause: error })
    : error;

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
  }, CHECK_MS);
  try {
    const [[rows] = []] = await (await runOnOwnThreads(connection, copy, keepInMemory(spool))).getRows();
    return Number(rows);
  } catch (error) {
    throw isTooLarge ? new EngineError("fileTooLarge") : withoutPath(error);
  } finally {
    clearInterval(look);
  }
}

/**
 * ext4 flushes a file that was truncated on open when it is closed, but only once: closing it here while it is short
 * keeps the rest in memory for the reader.
 */
function keepInMemory({ path, descriptor }: Spool): () => void {
  let isDone = false;
  return () => {
    if (isDone || fstatSync(descriptor).size === 0) return;
    closeSync(openSync(path, "r"));
    isDone = true;
  };
}

const RUNNING = duckdb.PendingState.NO_TASKS_AVAILABLE;
const PAUSE_MS = 4;

/**
 * Runs on the instance's own threads. The driver's `run` joins the work and busy-waits when there is none, which takes
 * a processor from the server.
 */
async function runOnOwnThreads(connection: DuckDBConnection, sql: string, onPause: () => void): Promise<DuckDBResult> {
  const prepared = await connection.prepare(sql);
  try {
    const pending = prepared.start();
    const handle: PendingResult = Reflect.get(pending, "pending_result");
    while (duckdb.pending_execute_check_state(handle) === RUNNING) {
      onPause();
      await delay(PAUSE_MS);
    }
    // The driver's own error hides the message.
    const failure = duckdb.pending_error(handle);
    return await pending.getResult().catch((error) => {
      throw failure ? new Error(failure, { cause: error }) : error;
    });
  } finally {
    prepared.destroySync();
  }
}

const CONCURRENT_PIECES = 2;
/** Smaller pieces would spend too much time switching threads. */
const PIECE_BYTES = 1 << 20;

/** Compresses a growing spool into another. The first isn't written any more when this settles. */
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
  const pending: ReturnType<typeof deflatePiece>[] = [];
  let whole = NOTHING;
  const writeNext = async () => {
    const piece = await pending.shift();
    if (!piece) return;
    await writeAsync(to.descriptor, piece.bytes);
    whole = combineDeflations(whole, piece.deflation);
  };
  for await (const piece of readGrowing(spool.descriptor, { written, memory })) {
    if (isUnwanted()) break;
    pending.push(
      deflatePiece(piece).then((done) => {
        free.push(Buffer.from(piece.buffer, 0, PIECE_BYTES));
        return done;
      }),
    );
    if (pending.length > CONCURRENT_PIECES) await writeNext();
  }
  while (pending.length > 0) await writeNext();
  await written;
  return whole;
}

const writeAsync = promisify(writeAll);

function writeAll(descriptor: number, bytes: Buffer, done: (error: Error | null) => void): void {
  write(descriptor, bytes, (error, count) => {
    if (error || count === bytes.length) done(error);
    else writeAll(descriptor, bytes.subarray(count), done);
  });
}
