import { enableCompileCache } from "node:module";
import { dirname } from "node:path";
import "./i18n/node.ts";

enableCompileCache();
// Files that this process and its children write are readable by their owner only.
process.umask(0o077);
const { applyProcessMemory } = await import("./server/config/process-memory.ts");
applyProcessMemory(import.meta.filename);
const { runWorker } = await import("./server/start/run-worker.ts");
await runWorker({
  root: dirname(import.meta.dirname),
  resources: async () => (await import("./api/index.ts")).RESOURCES,
});
