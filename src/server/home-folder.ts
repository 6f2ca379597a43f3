import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes the home folder where there is none. Throws the system's error when it cannot be written. */
export function prepareHome(home: string): void {
  makeFolder(home);
  accessSync(home, constants.W_OK);
}

/** Node's own recursive form never returns where a parent exists but takes no folders. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
