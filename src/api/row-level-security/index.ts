export { assertClause } from "./clause.ts";
export { rowLevelSecurity } from "./routes.ts";
export { explainedRules, grantHidesRows, hidesRows, securityStamp, withoutHiddenValues } from "./rules.ts";
export { securedSql, securityFor } from "./secure.ts";
export { findRules, linksOfRules, rolesOfRules } from "./store.ts";
