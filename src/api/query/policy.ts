import { type SqlBool, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { permission } from "../../server/http/route.ts";
import type { User } from "../../server/user.ts";
import type { QueryRecord } from "./store.ts";

export const VIEW = "Query";
export const READ = permission("can_read", VIEW);

const canSeeAll = (user: User) => user.can("all_query_access", "all_query_access");

export const isOwn = (user: User, query: QueryRecord) => user.id > 0 && query.user_id === user.id;

export const canSeeQuery = (user: User, query: QueryRecord) => isOwn(user, query) || canSeeAll(user);

export const queryForbidden = () =>
  typedError("QUERY_SECURITY_ACCESS_ERROR", t("You don't have access to this query."), {
    status: 403,
    level: "warning",
  });

export const visibleTo = (user: User) => (canSeeAll(user) ? undefined : sql<SqlBool>`queries.user_id = ${user.id}`);
