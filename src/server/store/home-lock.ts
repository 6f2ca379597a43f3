import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another server uses the home folder; the message says so in one line. */
export class HomeInUseError extends Error {
  override readonly name = "HomeInUseError";
}

const SQLITE_BUSY = 5;

/**
 * Takes the home folder for this process, by a lock that the operating system gives back when the process ends in
 * whatever way. Throws HomeInUseError when another one has it. Answers how to give it back.
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
    throw new HomeInUseError(`Another Tessera${ownerText(owner)} is running on ${home}.`);
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
