import { Kysely, sql } from "kysely";
import type { Store } from "./database.ts";
import { connectSqlite, NodeSqlite } from "./node-sqlite.ts";
import { OneConnectionDialect } from "./one-connection.ts";
import { Reader } from "./reader.ts";
import type { Tables } from "./tables.ts";
import { LONG_LOG_BYTES, WriteAheadLog } from "./write-ahead-log.ts";

/** 64 MB: above this SQLite checkpoints on the connection itself. */
const MAX_LOG_PAGES = 16_384;

/**
 * One connection in WAL mode. A write is acknowledged when its commit is on disk; the log is synced in the background,
 * because SQLite's own sync would block every request. Inside a transaction use only the transaction: the store waits
 * for its end, or reads what was committed before.
 */
export function openSqlite(file: string, image?: Uint8Array): Store {
  const database = connectSqlite(file);
  if (image) database.deserialize(image);
  const { journal_mode: mode } = database.prepare("pragma journal_mode = wal").get() as { journal_mode: string };
  const log = mode === "wal" ? new WriteAheadLog(file, () => resetLog(db)) : undefined;
  database.exec(`pragma synchronous = ${log ? "normal" : "full"}`);
  database.exec(`pragma journal_size_limit = ${LONG_LOG_BYTES}`);
  database.exec(`pragma wal_autocheckpoint = ${MAX_LOG_PAGES}`);
  database.exec("pragma foreign_keys = on");
  const waitForDisk = log && (() => log.waitForDisk());
  const db: Kysely<Tables> = new Kysely<Tables>({
    dialect: new OneConnectionDialect(new NodeSqlite(database), {
      waitForDisk,
      ...(log && { openReads: () => new NodeSqlite(connectSqlite(file, { readOnly: true })) }),
    }),
  });
  const reader = log && new Reader(file, db);
  const close = async () => {
    await reader?.close();
    await log?.waitUntilIdle();
    await db.destroy();
    await log?.close();
  };
  return { db, reads: reader?.db ?? db, dialect: "sqlite", close };
}

/** Queued for the connection, so that the log isn't reset inside a transaction or while it is read. */
async function resetLog(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}
