import { loadPivotFiles, type PivotForm } from "../../../chart-types/pivot-files.ts";
import { t } from "../../../i18n/translate.ts";
import { typedError } from "../../../model/errors.ts";
import type { PostProcessing } from "../../../model/query-context.ts";
import { type Frame, labelOf } from "../../../query/frame.ts";
import { PivotOptions } from "../../../query/post-processing/pivot.ts";
import { type ProcessSteps, postProcess } from "../../../query/post-processing/post-process.ts";
import type { App } from "../../../server/app.ts";
import { openRowsPool } from "../../../server/threads/rows-pool.ts";
import type { PostProcessingTask } from "./post-processing-thread.ts";

const INLINE_ROWS = 500;
const INLINE_CELLS = 20_000;
const INLINE_STEPS = 10;
/** The main thread serializes the frame for the worker: 50 ms for a million values. */
const MAX_VALUES = 2_000_000;
/** Characters. Steps can name any number of computed columns. */
const INLINE_OPTIONS = 10_000;
const INLINE_PIVOT_ROWS = 100;

export interface PostProcessor {
  process: ProcessSteps;
  pivotTable(frames: readonly Frame[], form: PivotForm): Promise<Frame>;
}

export const postProcessorOf = (app: App): PostProcessor => app.once(openPostProcessor);

function openPostProcessor(app: App): PostProcessor {
  const pool = openRowsPool(app, {
    entry: new URL("./post-processing-thread.ts", import.meta.url),
    name: "post-processing",
    idleMs: 600_000,
    tooSlow: (seconds) =>
      tooLargeError(
        t(
          "Post-processing took longer than {seconds, number} seconds. Request fewer rows or columns, or remove some steps.",
          {
            seconds,
          },
        ),
      ),
    tooBig: (megabytes) =>
      tooLargeError(
        t(
          "Post-processing took more than {megabytes, number} MB of memory. Request fewer rows or columns, or remove some steps.",
          {
            megabytes,
          },
        ),
      ),
  });
  const run = async (task: PostProcessingTask) => {
    const values = ("frames" in task ? task.frames : [task.frame]).map(valuesOf);
    if (values.reduce((sum, one) => sum + one, 0) > MAX_VALUES)
      throw tooLargeError(
        t(
          "Post-processing is limited to {limit, number} values. Request fewer rows or columns, or remove some steps.",
          {
            limit: MAX_VALUES,
          },
        ),
      );
    return (await pool.run(task, { size: 0 })) as Frame;
  };
  return {
    process: async (frame, steps) => {
      if (steps.length > INLINE_STEPS || JSON.stringify(steps).length > INLINE_OPTIONS) return run({ frame, steps });
      let current = frame;
      for (const [at, step] of steps.entries()) {
        if (!isQuick(current, step)) return run({ frame: current, steps: steps.slice(at) });
        current = postProcess(current, [step]);
      }
      return current;
    },
    pivotTable: async (frames, form) => {
      const rows = frames.reduce((sum, frame) => sum + frame.rows, 0);
      return rows <= INLINE_PIVOT_ROWS ? pivotTable(frames, form) : run({ frames, form });
    },
  };
}

const valuesOf = ({ rows, columns, index }: Frame) => rows * (columns.length + index.length);

function isQuick(frame: Frame, { operation, options }: PostProcessing): boolean {
  if (frame.rows > INLINE_ROWS || valuesOf(frame) > INLINE_CELLS) return false;
  // Their time depends on options, not on rows.
  if (operation === "resample" || operation === "rolling") return false;
  const pivoted = operation === "pivot" ? PivotOptions.safeParse(options) : undefined;
  return !pivoted?.success || pivotCells(frame, pivoted.data) <= INLINE_CELLS;
}

function pivotCells({ rows, columns }: Frame, { index, columns: spread, aggregates }: PivotOptions): number {
  const distinct = (names: readonly string[]) =>
    names.reduce((count, name) => {
      const found = columns.find((column) => labelOf(column) === name);
      return Math.min(rows, count * new Set(found?.values).size);
    }, 1);
  return distinct(index) * distinct(spread ?? []) * Object.keys(aggregates).length;
}

async function pivotTable(frames: readonly Frame[], form: PivotForm): Promise<Frame> {
  const { pivotFrame } = await loadPivotFiles();
  return pivotFrame(form, frames);
}

const tooLargeError = (message: string) => typedError("BACKEND_TIMEOUT_ERROR", message, { status: 400 });
