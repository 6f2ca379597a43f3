import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RUN_FOLDER = "TESSERA_TEST_FOLDER";

/** Once a run: a folder for what its workers keep from one test to the next. It is removed when the run ends. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tessera-run-"));
  process.env[RUN_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** The folder of the run. */
export function runFolder(): string {
  const folder = process.env[RUN_FOLDER];
  if (folder === undefined) throw new Error("no test run has begun");
  return folder;
}

/** A new folder in that of the run. */
export function keptFolder(name: string): string {
  return mkdtempSync(join(runFolder(), `${name}-`));
}
