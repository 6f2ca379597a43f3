import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** What the product itself writes into a home folder, which may hold other files too. */
const OWN_ENTRY = /^(tessera\.db|server\.(lock|pid)|secret\.key|(examples|examples\.loading|uploads)\.duckdb)/;
const OWN_FOLDER = /^(pictures|engine-spill)$/;

/**
 * Makes the home folder where there is none, and makes what the product wrote into it unreadable for other users of the
 * machine, whatever mode the folder has. Throws the system's error when it cannot be written.
 */
export function prepareHome(home: string): void {
  makeFolder(home);
  accessSync(home, constants.W_OK);
  for (const name of readdirSync(home)) {
    if (OWN_ENTRY.test(name)) restrict(join(home, name), 0o600);
    else if (OWN_FOLDER.test(name)) restrict(join(home, name), 0o700);
  }
}

/** A folder of mode 700 protects what is in it. Where the file is another user's, its mode is that user's choice. */
function restrict(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || found.isDirectory() !== (mode === 0o700)) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

/** Node's own recursive form never returns where a parent exists but takes no folders. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
