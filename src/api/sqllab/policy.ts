import { permission } from "../../server/http/route.ts";

const VIEW = "SQLLab";
export const OPEN = ["can_read", VIEW] as const;
export const READ = permission(...OPEN);
export const EXECUTE = permission("can_execute_sql_query", VIEW);
export const GET_RESULTS = permission("can_get_results", VIEW);
export const ESTIMATE = permission("can_estimate_query_cost", VIEW);
export const FORMAT = permission("can_format_sql", VIEW);
export const EXPORT = permission("can_export_csv", VIEW);
export const PERMALINK_READ = permission("can_read", "SqlLabPermalinkRestApi");
export const PERMALINK_WRITE = permission("can_write", "SqlLabPermalinkRestApi");
export const DATABASE_READ = permission("can_read", "Database");
