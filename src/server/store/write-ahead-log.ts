import { fstatSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Worker } from "node:worker_threads";

/** Above this size the log is checkpointed. The file keeps that size, because appending is slower. */
export const LONG_LOG_BYTES = 4 * 1024 * 1024;
const IDLE_MS = 30_000;

/**
 * Syncs SQLite's log in the background, one sync for all changes up to its start, because a slow disk (100 ms per
 * write) must only delay the request that writes. A thread checkpoints the log.
 */
export class WriteAheadLog {
  readonly #file: string;
  readonly #reset: () => Promise<boolean>;
  #handle: Promise<FileHandle> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #thread: Worker | undefined;
  #isBusy = false;
  #isClosing = false;
  #failure: unknown;
  #idle: NodeJS.Timeout | undefined;

  /** `reset` checkpoints and resets the log, and returns whether it succeeded. */
  constructor(file: string, reset: () => Promise<boolean>) {
    this.#file = file;
    this.#reset = reset;
  }

  /** Resolves when everything committed so far is on disk. Rejects when the disk fails. */
  waitForDisk(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#running) return this.#sync();
    const after = () => this.#sync();
    this.#next = this.#running.then(after, after);
    return this.#next;
  }

  /** Resolves when no write is pending. No checkpoints run after that, but commits are still synced. */
  async waitUntilIdle(): Promise<void> {
    this.#isClosing = true;
    for (let last = this.#last(); last; last = this.#last()) await last.catch(() => {});
    await this.#endThread();
  }

  /** Call it after closing the connection. */
  async close(): Promise<void> {
    await this.waitUntilIdle();
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
    // A later sync may succeed although data was lost, so only a reset log can be trusted.
    if (this.#failure && !(await this.#reset())) throw this.#failure;
    this.#failure = undefined;
    const handle = await this.#opened();
    try {
      await handle.datasync();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    if (fstatSync(handle.fd).size > LONG_LOG_BYTES) this.#checkpoint();
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

  #checkpoint(): void {
    if (this.#isBusy || this.#isClosing) return;
    this.#isBusy = true;
    clearTimeout(this.#idle);
    this.#thread ??= this.#startThread();
    this.#thread.postMessage(undefined);
  }

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
