import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { parentPort, workerData } from "node:worker_threads";

/** Polls /health from its own thread, so that the run's own work doesn't count as waiting. */

const EVERY_MS = 20;
const url = new URL("/health", workerData as string);
const isSecure = url.protocol === "https:";
const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
let longestMs = 0;
let startedAt = 0;

function ask(): Promise<void> {
  return new Promise((resolve) => {
    const open = isSecure ? requestHttps : requestHttp;
    const sent = open(url, { agent, timeout: 60_000 }, (response) => {
      response.resume();
      response.on("end", resolve);
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve());
    sent.end();
  });
}

// The answer that is waited for counts too.
parentPort?.on("message", () => {
  const waiting = startedAt === 0 ? 0 : performance.now() - startedAt;
  parentPort?.postMessage(Math.max(longestMs, waiting));
  longestMs = 0;
});

for (;;) {
  startedAt = performance.now();
  await ask();
  longestMs = Math.max(longestMs, performance.now() - startedAt);
  startedAt = 0;
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
