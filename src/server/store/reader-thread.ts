import { parentPort, workerData } from "node:worker_threads";
import { connectSqlite, NodeSqlite } from "./node-sqlite.ts";
import type { ReadReply, ReadRequest } from "./reader.ts";

/**
 * Read-only queries on the SQLite file in `workerData`, one at a time. The first reply says that the thread is ready.
 */
const database = new NodeSqlite(connectSqlite(workerData as string, { readOnly: true }));

function answer({ id, text, parameters }: ReadRequest): ReadReply {
  try {
    return { id, rows: database.prepare(text).all(parameters) };
  } catch {
    return { id, rows: undefined };
  }
}

parentPort?.on("message", (request: ReadRequest) => parentPort?.postMessage(answer(request)));
parentPort?.postMessage({ id: 0, rows: [] } satisfies ReadReply);
