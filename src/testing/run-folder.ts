import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RUN_FOLDER = "TESSERA_TEST_FOLDER";

/** Once per run: a folder for files that workers reuse between tests. Removed at the end. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tessera-run-"));
  process.env[RUN_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

export function runFolder(): string {
  const folder = process.env[RUN_FOLDER];
  if (folder === undefined) throw new Error("no test run has begun");
  return folder;
}

export function reusedFolder(name: string): string {
  return mkdtempSync(join(runFolder(), `${name}-`));
}
