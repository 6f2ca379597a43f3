import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** Carries the log of the store in the file `workerData` over into it when told to; nobody who writes waits for it. */
const database = new DatabaseSync(workerData as string);
const carryOver = database.prepare("pragma wal_checkpoint(passive)");

parentPort?.on("message", () => {
  carryOver.all();
  parentPort?.postMessage(undefined);
});
