export { rowLevelSecurity } from "./routes.ts";
export { securityStamp } from "./rules.ts";
export { securedDataset, securedSql, securingClauses } from "./secure.ts";
