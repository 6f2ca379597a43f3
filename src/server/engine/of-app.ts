import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import type { App } from "../app.ts";
import type { Limits } from "../config/config.ts";
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
  const engine = (app.createEngine ?? createEngineIn)(app.config.home, app.config.limits.queries);
  app.onClose(() => engine.close());
  return engine;
}

/** An engine with the settings of a server, which spills into the home folder. */
export function createEngineIn(home: string, queries?: Limits["queries"]): Engine {
  return createEngine({
    memoryLimit: `${engineGigabytes(totalmem(), process.constrainedMemory())}GB`,
    threads: availableParallelism(),
    temporaryFolder: join(home, "engine-spill"),
    connectionsPerFile: queries?.perDatabase ?? CONNECTIONS_PER_FILE,
    connectionsKept: CONNECTIONS_KEPT,
    ...(queries?.perUser === undefined ? {} : { statementsPerPerson: queries.perUser }),
    idleMs: IDLE_MS,
  });
}

/** A quarter of the memory that the machine has, or that its container may have; none is 0 there, or more than there is. */
export function engineGigabytes(total: number, allowed: number): number {
  const memory = allowed > 0 ? Math.min(total, allowed) : total;
  return Math.max(1, Math.min(8, Math.floor(memory / GIB / 4)));
}
