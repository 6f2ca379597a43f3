import type { Migration } from "../migrate.ts";

/** When somebody said that the rows of a dataset are other ones now. */
export const addCacheKey: Migration = {
  name: "0012-cache-key",
  statements: () => ["alter table datasets add column invalidated_on text"],
};
