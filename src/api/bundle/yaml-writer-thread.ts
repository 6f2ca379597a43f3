import { serveTasks } from "../../server/threads/serve-tasks.ts";
import { toYaml } from "./yaml.ts";

serveTasks<unknown>({ prepare: async () => undefined, run: async (value) => toYaml(value) });
