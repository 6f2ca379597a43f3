import { t } from "../../i18n/translate.ts";
import { forbidden } from "../../model/errors.ts";
import { permission } from "../../server/http/route.ts";
import type { User } from "../../server/user.ts";

const VIEW = "SQLLab";
export const OPEN = ["can_read", VIEW] as const;
export const READ = permission(...OPEN);
const RUN_SQL = ["can_execute_sql_query", VIEW] as const;
export const EXECUTE = permission(...RUN_SQL);

/** Statements outside of SQL Lab. */
export function assertCanRunSql(user: User): void {
  if (!user.can(...RUN_SQL)) throw forbidden(t("You need access to SQL Lab to run SQL."));
}

export const GET_RESULTS = permission("can_get_results", VIEW);
export const ESTIMATE = permission("can_estimate_query_cost", VIEW);
export const FORMAT = permission("can_format_sql", VIEW);
export const EXPORT = permission("can_export_csv", VIEW);
export const PERMALINK_READ = permission("can_read", "SqlLabPermalinkRestApi");
export const PERMALINK_WRITE = permission("can_write", "SqlLabPermalinkRestApi");
export const DATABASE_READ = permission("can_read", "Database");

/** Rows of a table outside of a dataset: for those who make datasets of it, or could read it in SQL Lab. */
export const canPreviewTables = (user: User, { expose_in_sqllab }: { expose_in_sqllab: boolean }): boolean =>
  user.can("can_write", "Dataset") || (expose_in_sqllab && user.can(...RUN_SQL));
