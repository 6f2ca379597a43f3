import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

const database = new DatabaseSync(workerData as string);
const carryOver = database.prepare("pragma wal_checkpoint(passive)");

parentPort?.on("message", () => {
  carryOver.all();
  parentPort?.postMessage(undefined);
});
