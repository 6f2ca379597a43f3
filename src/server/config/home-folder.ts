import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** The product's own files; the folder may hold other files too. */
const OWN_ENTRY = /^(tessera\.db|server\.(lock|pid)|secret\.key|(examples|examples\.loading|uploads)\.duckdb)/;
const OWN_FOLDER = /^(pictures|engine-spill)$/;

/**
 * Creates the folder and restricts the product's files to their owner, whatever the folder's mode. Throws the system's
 * error when it isn't writable.
 */
export function prepareHome(home: string): void {
  createFolder(home);
  accessSync(home, constants.W_OK);
  for (const name of readdirSync(home)) {
    if (OWN_ENTRY.test(name)) restrict(join(home, name), 0o600);
    else if (OWN_FOLDER.test(name)) restrict(join(home, name), 0o700);
  }
}

/** Files of uploads that a server didn't end, as it was killed. Only for the one that has locked the home folder. */
export function removeAbandonedUploads(home: string): void {
  const spill = join(home, "engine-spill");
  if (!existsSync(spill)) return;
  for (const name of readdirSync(spill))
    if (name.startsWith("upload-")) rmSync(join(spill, name), { recursive: true, force: true });
}

function restrict(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || found.isDirectory() !== (mode === 0o700)) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

/** Node's `mkdirSync({ recursive: true })` never returns when a parent exists but can't hold folders. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) createFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
