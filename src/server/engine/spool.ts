import { randomUUID } from "node:crypto";
import { closeSync, constants, existsSync, fstatSync, mkdirSync, openSync, read, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

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

/** The same file for the process that has it written. Its name is removed. */
export function openSpool(path: string): Spool {
  const descriptor = openSync(path, constants.O_RDWR);
  unlinkSync(path);
  return { path: `${DESCRIPTORS}/${descriptor}`, descriptor, close: () => closeSync(descriptor) };
}

export interface Following {
  /** Settles when all is written. When it fails, what is left is not read. */
  written: Promise<unknown>;
  /** Length of all pieces but the last. */
  pieceBytes: number;
  /** Memory for a piece. */
  memory(): Buffer;
}

/** How long to wait for more to be written, milliseconds. */
const PAUSE_MS = 4;
const reading = promisify(read);

/** What is in the file, from its beginning, while it grows. */
export async function* followed(
  descriptor: number,
  { written, pieceBytes, memory }: Following,
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
  for (let place = 0; !state.isBroken; ) {
    const isRest = state.isWhole;
    const length = Math.min(pieceBytes, fstatSync(descriptor).size - place);
    if (length === pieceBytes || (isRest && length > 0)) {
      const piece = memory();
      const { bytesRead } = await reading(descriptor, piece, 0, length, place);
      place += bytesRead;
      yield piece.subarray(0, bytesRead);
    } else if (isRest) return;
    else await Promise.race([over, delay(PAUSE_MS)]);
  }
}
