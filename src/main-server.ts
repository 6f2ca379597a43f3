import { enableCompileCache } from "node:module";
import { dirname } from "node:path";
import "./i18n/node.ts";

/** Starts the server. Its parts are imported after the compile cache is on, which makes the next start fast. */
enableCompileCache();
// Whatever is written, by child processes too, is for the user that runs this alone.
process.umask(0o077);
const { run } = await import("./server/start/run.ts");
await run({
  root: dirname(import.meta.dirname),
  resources: async () => (await import("./api/index.ts")).RESOURCES,
  loadExamples: async (app, progress) => (await import("./api/bundle/index.ts")).loadExamples(app, progress),
  makeUploadDatabase: async (app) => (await import("./api/upload/index.ts")).makeUploadDatabase(app),
});
