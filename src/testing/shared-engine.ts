import { createEngineIn } from "../server/engine/app-engine.ts";
import type { Engine } from "../server/engine/engine.ts";
import { reusedFolder } from "./run-folder.ts";

let shared: Engine | undefined;

/**
 * One engine process for all servers of a worker, as starting one is slow. When a server ends, its files are released
 * and its queries canceled.
 */
export function shareEngine(): Engine {
  shared ??= createEngineIn(reusedFolder("engine"));
  const engine = shared;
  const files = new Set<string>();
  const end = new AbortController();
  const own = <R extends { file: string; signal?: AbortSignal }>(request: R): R => {
    files.add(request.file);
    return { ...request, signal: request.signal ? AbortSignal.any([request.signal, end.signal]) : end.signal };
  };
  return {
    get pid() {
      return engine.pid;
    },
    get pids() {
      return engine.pids;
    },
    endForMemory: engine.endForMemory,
    queueStatus: engine.queueStatus,
    warm: engine.warm,
    query: (request) => engine.query(own(request)),
    shared: (request) => engine.shared(own(request)),
    stream: (request) => engine.stream(own(request)),
    rows: (request) => engine.rows(own(request)),
    load: (request) => engine.load(own(request)),
    release: (file) => engine.release(file),
    close: async () => {
      end.abort();
      await Promise.all([...files].map((file) => engine.release(file)));
    },
  };
}
