import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import type { App } from "../app.ts";
import { createEngine, type Engine } from "./engine.ts";

const GIB = 1024 ** 3;
const CONNECTIONS_PER_FILE = 6;
const CONNECTIONS_KEPT = 4;
const IDLE_MS = 10 * 60_000;

/** The server's one engine, started at its first query and ended with the server. */
export function engineOf(app: App): Engine {
  return app.once(openEngine);
}

function openEngine(app: App): Engine {
  const engine = createEngine({
    memoryLimit: `${Math.max(1, Math.min(8, Math.floor(totalmem() / GIB / 4)))}GB`,
    threads: availableParallelism(),
    temporaryFolder: join(app.config.home, "engine-spill"),
    connectionsPerFile: CONNECTIONS_PER_FILE,
    connectionsKept: CONNECTIONS_KEPT,
    idleMs: IDLE_MS,
  });
  app.onClose(() => engine.close());
  return engine;
}
