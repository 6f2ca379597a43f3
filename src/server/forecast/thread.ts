import { parentPort } from "node:worker_threads";
import type { ForecastReply, ForecastRequest } from "./fit.ts";
import { fitAll } from "./fit.ts";

parentPort?.on("message", async ({ id, request }: { id: number; request: ForecastRequest }) => {
  let reply: ForecastReply;
  try {
    reply = { id, predictions: await fitAll(request) };
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply);
});
