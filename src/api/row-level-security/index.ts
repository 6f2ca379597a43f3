export { rowLevelSecurity } from "./routes.ts";
export { securityStamp } from "./rules.ts";
export { securedDataset, securedSql } from "./secure.ts";
