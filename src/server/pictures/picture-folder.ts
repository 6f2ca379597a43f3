import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

const NAME = /^[\w-]{1,150}$/;

export interface FolderLimits {
  bytes: number;
  ageMs: number;
  lastAgeMs: number;
}

const LAST = "-last";

export class PictureFolder {
  readonly #folder: string;
  readonly #limits: FolderLimits;

  constructor(folder: string, limits: FolderLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  async takenAt(name: string): Promise<number | undefined> {
    if (!NAME.test(name)) return undefined;
    const found = await stat(this.#path(name)).catch(() => undefined);
    const isNew = found && Math.abs(Date.now() - found.mtimeMs) < this.#limits.ageMs;
    return isNew ? found.mtimeMs : undefined;
  }

  async read(name: string): Promise<Buffer | undefined> {
    if ((await this.takenAt(name)) === undefined) return undefined;
    return readFile(this.#path(name)).catch(() => undefined);
  }

  async readLast(name: string): Promise<Buffer | undefined> {
    return NAME.test(name) ? readFile(this.#path(name + LAST)).catch(() => undefined) : undefined;
  }

  writeLast(name: string, png: Uint8Array): Promise<void> {
    return this.write(name + LAST, png);
  }

  async write(name: string, png: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = `${this.#path(name)}.part`;
    await writeFile(part, png, { mode: 0o600 });
    await rename(part, this.#path(name));
    await this.#prune();
  }

  async expire(name: string): Promise<void> {
    if (NAME.test(name)) await utimes(this.#path(name), 0, 0).catch(() => undefined);
  }

  async #prune(): Promise<void> {
    const names = await readdir(this.#folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const found = await stat(join(this.#folder, name)).catch(() => undefined);
        return { name, bytes: found?.size ?? 0, takenAt: found?.mtimeMs ?? 0 };
      }),
    );
    let storedBytes = 0;
    for (const file of files.sort((a, b) => b.takenAt - a.takenAt)) {
      storedBytes += file.bytes;
      const age = file.name.endsWith(`${LAST}.png`) ? this.#limits.lastAgeMs : this.#limits.ageMs;
      const isOld = Date.now() - file.takenAt > age;
      if (storedBytes > this.#limits.bytes || isOld) await rm(join(this.#folder, file.name), { force: true });
    }
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.png`);
  }
}
