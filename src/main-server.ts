import { enableCompileCache } from "node:module";
import { dirname } from "node:path";
import "./i18n/node.ts";

/** Modules are imported after the compile cache is on, so that the next start is fast. */
enableCompileCache();
// Files that this process and its children write are readable by their owner only.
process.umask(0o077);
const { applyProcessMemory } = await import("./server/config/process-memory.ts");
applyProcessMemory(import.meta.filename);
const { run } = await import("./server/start/run.ts");
await run({
  root: dirname(import.meta.dirname),
  resources: async () => (await import("./api/index.ts")).RESOURCES,
  loadExamples: async (app, progress) => (await import("./api/bundle/index.ts")).loadExamples(app, progress),
  createUploadDatabase: async (app) => (await import("./api/upload/index.ts")).makeUploadDatabase(app),
});
