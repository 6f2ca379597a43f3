import { Kysely, sql } from "kysely";
import type { Store } from "./database.ts";
import { connectSqlite, NodeSqlite } from "./node-sqlite.ts";
import { OneConnectionDialect } from "./one-connection.ts";
import { Reader } from "./reader.ts";
import type { Tables } from "./tables.ts";
import { LONG_LOG_BYTES, WriteAheadLog } from "./write-ahead-log.ts";

/** 64 MB: then the connection itself carries over a log which the thread beside could not keep short. */
const TOO_LONG_LOG_PAGES = 16_384;

/**
 * The embedded store: one connection in this process, in write-ahead mode. A write is acknowledged when its commit is on
 * the disk, so that it survives the end of the machine at any instant; the sync is not SQLite's own, which would hold up
 * everybody, but the log's. Requests never see or join each other's transactions. Inside a transaction use the
 * transaction only: the store itself waits for its end, or reads what was committed before.
 */
export function openSqlite(file: string, image?: Uint8Array): Store {
  const database = connectSqlite(file);
  if (image) database.deserialize(image);
  const { journal_mode: mode } = database.prepare("pragma journal_mode = wal").get() as { journal_mode: string };
  const log = mode === "wal" ? new WriteAheadLog(file, () => emptiedLog(db)) : undefined;
  database.exec(`pragma synchronous = ${log ? "normal" : "full"}`);
  database.exec(`pragma journal_size_limit = ${LONG_LOG_BYTES}`);
  database.exec(`pragma wal_autocheckpoint = ${TOO_LONG_LOG_PAGES}`);
  database.exec("pragma foreign_keys = on");
  const synced = log && (() => log.synced());
  const db: Kysely<Tables> = new Kysely<Tables>({
    dialect: new OneConnectionDialect(new NodeSqlite(database), {
      synced,
      ...(log && { openReads: () => new NodeSqlite(connectSqlite(file, { readOnly: true })) }),
    }),
  });
  const reader = log && new Reader(file, db);
  const close = async () => {
    await reader?.close();
    await log?.settled();
    await db.destroy();
    await log?.close();
  };
  return { db, reads: reader?.db ?? db, dialect: "sqlite", close };
}

/** Takes its turn at the connection: the log is not emptied inside of a transaction, nor while somebody reads from it. */
async function emptiedLog(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}
