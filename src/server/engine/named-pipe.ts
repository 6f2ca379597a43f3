import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { close, constants, mkdirSync, open, readdirSync, rm, rmSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

/** A way for bytes from another process, which opens it by its path and removes that. */
export interface NamedPipe {
  path: string;
  /** What is written into it, until nobody has it open for writing. The writer must have opened it before. */
  read(): AsyncIterable<Buffer>;
  close(): void;
}

const run = promisify(execFile);
const opened = promisify(open);

/** What a server leaves that is killed before the writer has come. */
const LEFT = /\.(?:pipe|spare)$/;
const LEFT_MS = 60_000;
let isSwept = false;

function sweep(folder: string): void {
  if (isSwept) return;
  isSwept = true;
  for (const name of readdirSync(folder).filter((entry) => LEFT.test(entry))) {
    const path = join(folder, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > LEFT_MS) rmSync(path);
  }
}

/** What is read ahead of whoever takes it, so that the writer, for whom a pipe keeps 64 kB, need not wait for each taking. */
const AHEAD_BYTES = 1 << 18;

const readingAhead = (fd: number) => ({ fd, readable: true, writable: false, readableHighWaterMark: AHEAD_BYTES });

/** To start the program that makes them holds everybody up for some milliseconds, however many it makes. */
const MADE_AT_ONCE = 8;
const sparesOf = new Map<string, string[]>();

async function makePipe(path: string, folder: string): Promise<void> {
  const spares = sparesOf.get(folder) ?? [];
  sparesOf.set(folder, spares);
  const spare = spares.pop();
  if (spare !== undefined && (await isMoved(spare, path))) return;
  const more = Array.from({ length: MADE_AT_ONCE - 1 }, () => join(folder, `${randomUUID()}.spare`));
  await run("mkfifo", ["-m", "600", path, ...more]);
  spares.push(...more);
}

const isMoved = (from: string, to: string) =>
  rename(from, to).then(
    () => true,
    () => false,
  );

/** Undefined where the system has none. */
export async function openPipe(folder: string): Promise<NamedPipe | undefined> {
  const path = join(folder, `${randomUUID()}.pipe`);
  let descriptor: number;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    sweep(folder);
    await makePipe(path, folder);
    descriptor = await opened(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  let socket: Socket | undefined;
  return {
    path,
    read: () => {
      socket = new Socket(readingAhead(descriptor));
      return socket;
    },
    close: () => {
      if (socket) socket.destroy();
      else close(descriptor);
      rm(path, { force: true }, () => undefined);
    },
  };
}
