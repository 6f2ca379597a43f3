import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { App } from "../app.ts";
import type { Config } from "../config/config.ts";
import { readMemory } from "../config/memory.ts";
import { createEngine, type Engine } from "./engine.ts";

const CONNECTIONS_PER_FILE = 6;
const RESERVED_CONNECTIONS = 4;
/** The next query takes about a second longer to start a process; an idle one keeps 200 MB of what it has read. */
const IDLE_MS = 3 * 60_000;

export function engineOf(app: App): Engine {
  return app.once(openEngine);
}

function openEngine(app: App): Engine {
  const engine = (app.createEngine ?? createEngineIn)(app.config.home, app.config);
  app.onClose(() => engine.close());
  return engine;
}

export function createEngineIn(home: string, config?: Pick<Config, "limits" | "memory">): Engine {
  const queries = config?.limits.queries;
  const { engineMb } = config?.memory ?? readMemory(undefined);
  return createEngine({
    memoryLimit: `${engineMb}MiB`,
    threads: availableParallelism(),
    temporaryFolder: join(home, "engine-spill"),
    connectionsPerFile: queries?.perDatabase ?? CONNECTIONS_PER_FILE,
    reservedConnections: RESERVED_CONNECTIONS,
    ...(queries?.perUser === undefined ? {} : { statementsPerUser: queries.perUser }),
    idleMs: IDLE_MS,
  });
}
