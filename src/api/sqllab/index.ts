export { assertCanRunSql } from "./policy.ts";
export { sqlLabResource } from "./routes.ts";
export { prepareScript, type Script } from "./script.ts";
