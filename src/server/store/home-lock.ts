import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export class HomeInUseError extends Error {
  override readonly name = "HomeInUseError";
}

const SQLITE_BUSY = 5;

/**
 * The operating system releases the lock when the process ends, however it ends. Throws HomeInUseError when another
 * process has it. Returns an unlock function.
 */
export function lockHome(home: string): () => void {
  const owner = join(home, "server.pid");
  const lock = new DatabaseSync(join(home, "server.lock"));
  try {
    lock.exec("pragma busy_timeout = 0");
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new HomeInUseError(`Another Tessera server${ownerText(owner)} is using ${home}.`);
  }
  writeFileSync(owner, `${process.pid}\n`);
  return () => lock.close();
}

function ownerText(file: string): string {
  try {
    return ` (process ${readFileSync(file, "utf8").trim()})`;
  } catch {
    return "";
  }
}
