import { toYaml } from "../../model/yaml.ts";
import { serveTasks } from "../../server/threads/serve-tasks.ts";

serveTasks<unknown>({ prepare: async () => undefined, run: async (value) => toYaml(value) });
