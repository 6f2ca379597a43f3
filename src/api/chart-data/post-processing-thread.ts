import type { PostProcessing } from "../../model/query-context.ts";
import type { Frame } from "../../query/post-processing/frame.ts";
import { postProcess } from "../../query/post-processing/post-process.ts";
import { serveTasks } from "../../server/threads/serve-tasks.ts";

export interface PostProcessingTask {
  frame: Frame;
  steps: readonly PostProcessing[];
}

serveTasks<PostProcessingTask>({
  prepare: async () => undefined,
  run: async ({ frame, steps }) => postProcess(frame, steps),
});
