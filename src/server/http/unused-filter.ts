import { type SqlBool, sql } from "kysely";
import { isUnused, unusedSince } from "../store/lineage.ts";
import type { CustomFilter } from "./resource-list.ts";

/** Whether nobody has opened an item, or been sent it, for 90 days. Only for those who may read the usage itself. */
export const unusedFilter =
  (noun: keyof typeof isUnused): CustomFilter =>
  (value, { app, user }) => {
    if (user.isAnonymous || user.guest) return sql<SqlBool>`(1 = 0)`;
    const unused = isUnused[noun](unusedSince(app.clock));
    return value ? unused : sql<SqlBool>`not ${unused}`;
  };
