export { hidesRows, withoutHiddenValues } from "./hidden-values.ts";
export { rowLevelSecurity } from "./routes.ts";
export { explainedRules, securityStamp } from "./rules.ts";
export { securedSql, securityFor } from "./secure.ts";
