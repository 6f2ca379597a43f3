import { parentPort, workerData } from "node:worker_threads";
import { KeptIds } from "./kept-ids.ts";
import { connectSqlite, NodeSqlite } from "./node-sqlite.ts";
import type { ReadReply, ReadRequest } from "./reader.ts";

/** Reads the store in the file `workerData`: one query at a time, an answer for each, and a first one when it is ready. */
const connection = connectSqlite(workerData as string, { readOnly: true });
const database = new NodeSqlite(connection);
const kept = new KeptIds(connection);

function answer({ id, seen, ...query }: ReadRequest): ReadReply {
  try {
    return { id, rows: seen ? kept.rows(seen, query) : database.prepare(query.text).all(query.parameters) };
  } catch {
    return { id, rows: undefined };
  }
}

parentPort?.on("message", (request: ReadRequest) => parentPort?.postMessage(answer(request)));
parentPort?.postMessage({ id: 0, rows: [] } satisfies ReadReply);
