import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { App } from "../app.ts";
import { canReadMetrics } from "./access.ts";
import { metrics } from "./metrics.ts";

/** A worker's own metrics, on a port that serves nothing else. Closed with the app. */
export async function serveWorkerMetrics(app: App): Promise<void> {
  const { metrics: settings, host } = app.config;
  if (settings.workerPort === undefined) return;
  const server = createServer((request, response) => {
    answer(app, request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(settings.workerPort, host);
  await once(server, "listening");
  app.onClose(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

async function answer(app: App, { url, headers, socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  const reader = { authorization: headers.authorization, address: socket.remoteAddress ?? "" };
  if (url !== "/metrics" || !canReadMetrics(app.config.metrics, reader)) {
    response.writeHead(404).end();
    return;
  }
  const current = app.once(metrics);
  const text = await current.text();
  response.writeHead(200, { "content-type": current.contentType, "cache-control": "no-store" }).end(text);
}
