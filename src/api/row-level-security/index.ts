export { rowLevelSecurity } from "./routes.ts";
export { explainedRules, securityStamp } from "./rules.ts";
export { securedDataset, securedSql, securingClauses } from "./secure.ts";
