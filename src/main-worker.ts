import { enableCompileCache } from "node:module";
import { dirname } from "node:path";
import "./i18n/node.ts";

/** Starts a worker: it does the jobs that servers on the same Redis and the same store take, and answers no requests. */
enableCompileCache();
// Whatever is written, by child processes too, is for the user that runs this alone.
process.umask(0o077);
const { runWorker } = await import("./server/start/run-worker.ts");
await runWorker({
  root: dirname(import.meta.dirname),
  resources: async () => (await import("./api/index.ts")).RESOURCES,
});
