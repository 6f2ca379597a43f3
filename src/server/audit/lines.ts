import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { App } from "../app.ts";

const MAX_WAITING = 10_000;
const FILE_MODE = 0o600;
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY;

export interface AuditLines {
  write(entries: readonly object[]): void;
}

/**
 * The action log as JSON lines. The file is opened for each batch, so that it can be rotated by renaming it, and
 * appended to, so that several servers can share it.
 */
export function auditLines(app: App): AuditLines | undefined {
  const target = app.config.auditLog;
  if (target === undefined) return undefined;
  if (target === "stdout") return { write: (entries) => void process.stdout.write(textOf(entries)) };
  const file = new LineFile(app, target);
  app.onClose(() => file.written);
  return { write: (entries) => file.append(entries) };
}

const textOf = (entries: readonly object[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");

class LineFile {
  readonly #app: App;
  readonly #path: string;
  #waiting: object[] = [];
  #lost = 0;
  #isWriting = false;
  written: Promise<void> = Promise.resolve();

  constructor(app: App, path: string) {
    this.#app = app;
    this.#path = path;
  }

  append(entries: readonly object[]): void {
    const room = Math.max(0, MAX_WAITING - this.#waiting.length);
    this.#waiting.push(...entries.slice(0, room));
    this.#lost += Math.max(0, entries.length - room);
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.written = this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const file = await open(this.#path, APPEND, FILE_MODE);
        try {
          await file.appendFile(textOf(batch));
        } finally {
          await file.close();
        }
      } catch (error) {
        this.#app.log.error("failed to write TESSERA_AUDIT_LOG", { lines: batch.length, error });
      }
    }
    if (this.#lost > 0) this.#app.log.error("lines of TESSERA_AUDIT_LOG were lost", { lines: this.#lost });
    this.#lost = 0;
    this.#isWriting = false;
  }
}
