import { serveTasks } from "../../server/threads/serve-tasks.ts";
import { type DbtTask, readTests } from "./dbt.ts";

serveTasks<DbtTask>({ prepare: async () => undefined, run: async (task) => readTests(task) });
