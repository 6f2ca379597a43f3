import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { CommandError } from "../../server/command-error.ts";

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

const Fields = z.record(z.string(), z.unknown());

const SyncedFile = z.object({
  kind: z.string(),
  key: z.string(),
  /** Of the file's text. */
  hash: z.string(),
  file: Fields,
  /** Of what was sent, with variables and secrets, and the state's own salt. */
  sent: z.string(),
  server: Fields,
  state: z.string(),
});
export type SyncedFile = z.infer<typeof SyncedFile>;

const SyncState = z.object({ salt: z.string(), files: z.record(z.string(), SyncedFile) });
export type SyncState = z.infer<typeof SyncState>;

/** What a file and its object were when they were last the same; one for each server. */
export function readState(folder: string, url: string): SyncState {
  const file = stateFile(folder, url);
  if (!existsSync(file)) return { salt: hashOf(`${Math.random()} ${Date.now()}`), files: {} };
  try {
    return SyncState.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new CommandError(`${file} can't be read. Delete it to start over.`);
  }
}

export function writeState(folder: string, url: string, state: SyncState): void {
  const own = join(folder, ".tessera");
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, ".gitignore"), "*\n");
  writeFileSync(stateFile(folder, url), JSON.stringify(state));
}

const stateFile = (folder: string, url: string) => join(folder, ".tessera", `${hashOf(url)}.json`);
