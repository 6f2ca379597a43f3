import { randomUUID } from "node:crypto";
import { closeSync, constants, existsSync, fstatSync, mkdirSync, openSync, read, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { RowFormat } from "../sheet/row-writer.ts";

/**
 * A file between the engine, which writes rows as fast as it computes them, and whoever reads these at his own pace. It
 * has a name only until both have opened it, so that nothing of it is left whatever ends.
 */
export interface Spool {
  readonly path: string;
  readonly descriptor: number;
  close(): void;
}

/** Where a process reaches its own open files by a path. */
const DESCRIPTORS = "/dev/fd";

/** Undefined where the system lets nobody write there, or reaches no open file by a path. */
export function createSpool(folder: string): Spool | undefined {
  if (!existsSync(DESCRIPTORS)) return undefined;
  const path = join(folder, `${randomUUID()}.rows`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    const close = () => {
      closeSync(descriptor);
      rmSync(path, { force: true });
    };
    return { path, descriptor, close };
  } catch {
    return undefined;
  }
}

/** Where rows lie on their way. */
export interface Spools {
  /** What DuckDB writes into: the file itself, or the rows of a sheet before they are compressed. */
  written?: Spool;
  /** What the server reads. */
  sent?: Spool;
}

/** Of a file whose reader made a spool at that path, which loses its name; without one there are none. */
export function openSpools({ spool, format }: { spool?: string; format: RowFormat }, folder: string): Spools {
  if (spool === undefined) return {};
  const sent = openSpool(spool);
  if (format === "csv") return { written: sent, sent };
  const own = createSpool(folder);
  return own ? { written: openSpool(own.path, own.descriptor), sent } : { sent };
}

/** A file for the process that has it written. Its name is removed. */
function openSpool(path: string, descriptor = openSync(path, constants.O_RDWR)): Spool {
  unlinkSync(path);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  return { path: `${DESCRIPTORS}/${descriptor}`, descriptor, close };
}

export interface Following {
  /** Settles when all is written. When it fails, what is left is not read. */
  written: Promise<unknown>;
  /** For a piece, each time. All pieces but the last are as long as it. */
  memory(): Buffer;
}

/** How long to wait for more to be written, milliseconds. */
const PAUSE_MS = 8;
const reading = promisify(read);

/** What is in the file, from its beginning, while it grows. */
export async function* followed(
  descriptor: number,
  { written, memory }: Following,
): AsyncGenerator<Buffer, void, undefined> {
  const state = { isWhole: false, isBroken: false };
  const over = written.then(
    () => {
      state.isWhole = true;
    },
    () => {
      state.isBroken = true;
    },
  );
  let piece = memory();
  for (let place = 0; !state.isBroken; ) {
    const isRest = state.isWhole;
    const length = Math.min(piece.length, fstatSync(descriptor).size - place);
    if (length === piece.length || (isRest && length > 0)) {
      const { bytesRead } = await reading(descriptor, piece, 0, length, place);
      place += bytesRead;
      yield piece.subarray(0, bytesRead);
      piece = memory();
    } else if (isRest) return;
    else await Promise.race([over, delay(PAUSE_MS)]);
  }
}
