import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import type { App } from "../app.ts";
import type { Limits } from "../config/config.ts";
import { createEngine, type Engine } from "./engine.ts";

const GIB = 1024 ** 3;
const CONNECTIONS_PER_FILE = 6;
const RESERVED_CONNECTIONS = 4;
const IDLE_MS = 10 * 60_000;

export function engineOf(app: App): Engine {
  return app.once(openEngine);
}

function openEngine(app: App): Engine {
  const engine = (app.createEngine ?? createEngineIn)(app.config.home, app.config.limits.queries);
  app.onClose(() => engine.close());
  return engine;
}

export function createEngineIn(home: string, queries?: Limits["queries"]): Engine {
  return createEngine({
    memoryLimit: `${engineGigabytes(totalmem(), process.constrainedMemory())}GB`,
    threads: availableParallelism(),
    temporaryFolder: join(home, "engine-spill"),
    connectionsPerFile: queries?.perDatabase ?? CONNECTIONS_PER_FILE,
    reservedConnections: RESERVED_CONNECTIONS,
    ...(queries?.perUser === undefined ? {} : { statementsPerUser: queries.perUser }),
    idleMs: IDLE_MS,
  });
}

/**
 * A quarter of the machine's or container's memory; `allowed` is 0 or larger than `total` without a container limit.
 */
export function engineGigabytes(total: number, allowed: number): number {
  const memory = allowed > 0 ? Math.min(total, allowed) : total;
  return Math.max(1, Math.min(8, Math.floor(memory / GIB / 4)));
}
