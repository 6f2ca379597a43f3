import { typedError } from "../../model/errors.ts";
import type { PostProcessing } from "../../model/query-context.ts";
import { type PivotTableOptions, pivotTable } from "../../query/pivot-table.ts";
import type { Frame } from "../../query/post-processing/frame.ts";
import { type ProcessSteps, postProcess } from "../../query/post-processing/post-process.ts";
import type { App } from "../../server/app.ts";
import { createTaskPool } from "../../server/threads/task-pool.ts";
import type { PostProcessingTask } from "./post-processing-thread.ts";

/** Rows of a frame that is processed inline. A pivot makes up to their square of cells. */
const INLINE_ROWS = 500;
/** Rows times columns times steps. */
const INLINE_WORK = 20_000;
/** Each cell looks at the rows of its line. */
const INLINE_PIVOT_ROWS = 100;

/** Works on frames; in a thread where that may take more than some milliseconds. */
export interface PostProcessor {
  process: ProcessSteps;
  pivotTable(frame: Frame, options: PivotTableOptions): Promise<Frame>;
}

export const postProcessorOf = (app: App): PostProcessor => app.once(openPostProcessor);

function openPostProcessor(app: App): PostProcessor {
  const pool = createTaskPool({
    entry: new URL("./post-processing-thread.ts", import.meta.url),
    name: "post-processing",
    quickSize: Number.POSITIVE_INFINITY,
    quickMs: 500,
    slowMs: 60_000,
    loadMs: 30_000,
    penaltyMs: 10_000,
    memoryMb: 2048,
    quickIdleMs: 600_000,
    slowIdleMs: 15_000,
    tooSlow: (seconds) => tooMuch(`took longer than ${seconds} seconds`),
    tooBig: (megabytes) => tooMuch(`took more than ${megabytes} MB of memory`),
  });
  app.onClose(() => pool.close());
  const run = async (task: PostProcessingTask) => (await pool.run(task, { size: 0 })) as Frame;
  return {
    process: async (frame, steps) => (isQuick(frame, steps) ? postProcess(frame, steps) : run({ frame, steps })),
    pivotTable: async (frame, options) =>
      frame.rows <= INLINE_PIVOT_ROWS ? pivotTable(frame, options) : run({ frame, pivotTable: options }),
  };
}

function isQuick({ rows, columns }: Frame, steps: readonly PostProcessing[]): boolean {
  const isFew = rows <= INLINE_ROWS && rows * columns.length * steps.length <= INLINE_WORK;
  // They make rows, and columns as many as they name.
  return isFew && !steps.some(({ operation }) => operation === "resample") && JSON.stringify(steps).length < 10_000;
}

const tooMuch = (what: string) =>
  typedError("BACKEND_TIMEOUT_ERROR", `Post-processing ${what}. Ask for fewer rows, columns or steps.`, {
    status: 400,
  });
