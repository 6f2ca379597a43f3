import type { PostProcessing } from "../../model/query-context.ts";
import { type PivotTableOptions, pivotTable } from "../../query/pivot-table.ts";
import type { Frame } from "../../query/post-processing/frame.ts";
import { postProcess } from "../../query/post-processing/post-process.ts";
import { serveTasks } from "../../server/threads/serve-tasks.ts";

export type PostProcessingTask =
  | { frame: Frame; steps: readonly PostProcessing[] }
  | { frame: Frame; pivotTable: PivotTableOptions };

serveTasks<PostProcessingTask>({
  prepare: async () => undefined,
  run: async (task) =>
    "steps" in task ? postProcess(task.frame, task.steps) : pivotTable(task.frame, task.pivotTable),
});
