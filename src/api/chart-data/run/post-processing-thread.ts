import { loadPivotFiles, type PivotForm } from "../../../chart-types/pivot-files.ts";
import type { PostProcessing } from "../../../model/query-context.ts";
import type { Frame } from "../../../query/frame.ts";
import { postProcess } from "../../../query/post-processing/post-process.ts";
import { serveTasks } from "../../../server/threads/serve-tasks.ts";

export type PostProcessingTask =
  | { frame: Frame; steps: readonly PostProcessing[] }
  | { frames: readonly Frame[]; form: PivotForm };

serveTasks<PostProcessingTask>({
  prepare: async () => undefined,
  run: async (task) => {
    if ("steps" in task) return postProcess(task.frame, task.steps);
    const { pivotFrame } = await loadPivotFiles();
    return pivotFrame(task.form, task.frames);
  },
});
