import { parentPort, workerData } from "node:worker_threads";
import { connectSqlite, NodeSqlite } from "./node-sqlite.ts";
import type { ReadReply, ReadRequest } from "./reader.ts";

/** Reads the store in the file `workerData`: one query at a time, an answer for each, and a first one when it is ready. */
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
