export { rowLevelSecurity } from "./routes.ts";
export { explainedRules, hidesRows, securityStamp, withoutHiddenValues } from "./rules.ts";
export { securedSql, securityFor } from "./secure.ts";
