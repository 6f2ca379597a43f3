import { fstatSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Worker } from "node:worker_threads";

/** A longer log is carried over into the database. Its file keeps that length: appending to it would take the disk longer. */
export const LONG_LOG_BYTES = 4 * 1024 * 1024;
/** A thread that had nothing to do for so long ends. */
const IDLE_MS = 30_000;

/**
 * The log that SQLite appends every change to. The disk may take a hundred milliseconds for a write; nobody but who
 * waits for that write should notice. So changes are synced here and not by SQLite: in the background, one sync for all
 * that were made until it begins. And a thread of its own carries the log over into the database.
 */
export class WriteAheadLog {
  readonly #file: string;
  readonly #emptied: () => Promise<boolean>;
  #handle: Promise<FileHandle> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #thread: Worker | undefined;
  #isBusy = false;
  #isClosing = false;
  /** Of a sync since which nothing was carried over: the system may have forgotten what it could not write. */
  #failure: unknown;
  #idle: NodeJS.Timeout | undefined;

  /**
   * Of the database in `file`, while a connection to it is open. `emptied` carries all of the log over into the database,
   * syncs that and empties the log; it answers whether it could.
   */
  constructor(file: string, emptied: () => Promise<boolean>) {
    this.#file = file;
    this.#emptied = emptied;
  }

  /** Resolves when everything that was committed until now is on the disk. Rejects when the disk fails. */
  synced(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#running) return this.#sync();
    const after = () => this.#sync();
    this.#next = this.#running.then(after, after);
    return this.#next;
  }

  /** Resolves when nobody waits for the disk. Nothing is carried over from then on; what is still committed is synced. */
  async settled(): Promise<void> {
    this.#isClosing = true;
    for (let last = this.#last(); last; last = this.#last()) await last.catch(() => {});
    await this.#endThread();
  }

  /** To be called when the connection is closed. */
  async close(): Promise<void> {
    await this.settled();
    await (await this.#handle)?.close();
  }

  #last(): Promise<void> | undefined {
    return this.#next ?? this.#running;
  }

  #sync(): Promise<void> {
    this.#next = undefined;
    const running = this.#write().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #write(): Promise<void> {
    // A later sync may succeed without what this one lost, and hides that: only a log begun anew can be trusted.
    if (this.#failure && !(await this.#emptied())) throw this.#failure;
    this.#failure = undefined;
    const handle = await this.#opened();
    try {
      await handle.datasync();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    if (fstatSync(handle.fd).size > LONG_LOG_BYTES) this.#carryOver();
  }

  async #opened(): Promise<FileHandle> {
    this.#handle ??= open(`${this.#file}-wal`, "r+");
    try {
      return await this.#handle;
    } catch (error) {
      this.#handle = undefined;
      throw error;
    }
  }

  #carryOver(): void {
    if (this.#isBusy || this.#isClosing) return;
    this.#isBusy = true;
    clearTimeout(this.#idle);
    this.#thread ??= this.#startThread();
    this.#thread.postMessage(undefined);
  }

  /** When it fails, the store itself carries over what has become too long. */
  #startThread(): Worker {
    const thread = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), {
      name: "checkpoint",
      env: {},
      workerData: this.#file,
    });
    thread.unref();
    thread.on("message", () => {
      this.#isBusy = false;
      this.#idle = setTimeout(() => void this.#endThread(), IDLE_MS).unref();
    });
    thread.on("error", () => void this.#endThread());
    return thread;
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    this.#isBusy = false;
    await thread?.terminate();
  }
}
