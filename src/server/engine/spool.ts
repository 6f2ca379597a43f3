import { randomUUID } from "node:crypto";
import { closeSync, constants, existsSync, fstatSync, mkdirSync, openSync, read, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { RowFormat } from "../sheet/row-writer.ts";

/**
 * A temporary file between the engine, which writes rows at full speed, and a slower reader. It is unlinked once both
 * have opened it, so that nothing is left behind.
 */
export interface Spool {
  readonly path: string;
  readonly descriptor: number;
  close(): void;
}

const DESCRIPTORS = "/dev/fd";

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

export interface Spools {
  written?: Spool;
  sent?: Spool;
}

export function openSpools({ spool, format }: { spool?: string; format: RowFormat }, folder: string): Spools {
  if (spool === undefined) return {};
  const sent = openSpool(spool);
  if (format === "csv") return { written: sent, sent };
  const own = createSpool(folder);
  return own ? { written: openSpool(own.path, own.descriptor), sent } : { sent };
}

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
  /** Settles when writing ends. After a failure, the rest isn't read. */
  written: Promise<unknown>;
  /** Called per piece; all pieces but the last fill it. */
  memory(): Buffer;
}

const PAUSE_MS = 8;
const readAsync = promisify(read);

export async function* readGrowing(
  descriptor: number,
  { written, memory }: Following,
): AsyncGenerator<Buffer, void, undefined> {
  const status = { isWhole: false, isBroken: false };
  const over = written.then(
    () => {
      status.isWhole = true;
    },
    () => {
      status.isBroken = true;
    },
  );
  let piece = memory();
  for (let place = 0; !status.isBroken; ) {
    const isRest = status.isWhole;
    const length = Math.min(piece.length, fstatSync(descriptor).size - place);
    if (length === piece.length || (isRest && length > 0)) {
      const { bytesRead } = await readAsync(descriptor, piece, 0, length, place);
      place += bytesRead;
      yield piece.subarray(0, bytesRead);
      piece = memory();
    } else if (isRest) return;
    else await Promise.race([over, delay(PAUSE_MS)]);
  }
}
