import { unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { createTaskPool } from "../../server/threads/task-pool.ts";

/** Writing YAML takes a second or two per megabyte: it is done in a thread. */
export type YamlWriter = (value: unknown) => Promise<string>;

export const yamlWriterOf = (app: App): YamlWriter => app.once(openYamlWriter);

function openYamlWriter(app: App): YamlWriter {
  const pool = createTaskPool({
    entry: new URL("./yaml-writer-thread.ts", import.meta.url),
    name: "yaml-writer",
    quickSize: 0,
    quickMs: 1000,
    slowMs: 120_000,
    loadMs: 30_000,
    penaltyMs: 10_000,
    memoryMb: 1024,
    quickIdleMs: 15_000,
    slowIdleMs: 15_000,
    tooSlow: (seconds) => unprocessable(`An object takes longer than ${seconds} seconds to export.`),
    tooBig: (megabytes) => unprocessable(`An object takes more than ${megabytes} MB of memory to export.`),
  });
  app.onClose(() => pool.close());
  return async (value) => (await pool.run(value, { size: 0 })) as string;
}
