import type { Migration } from "../migrate.ts";

/** What lists are made of: who owns what, what is where, and what rows are ordered and filtered by. */
export const listIndexes: Migration = {
  name: "0018-list-indexes",
  statements: (dialect) => [...pairs, ...authors, ...(dialect === "sqlite" ? narrow : latestFirst)],
};

const pairs = [
  "drop index dataset_owners_by_user",
  "create index datasets_by_owner on dataset_owners (user_id, dataset_id)",
  "drop index chart_owners_by_user",
  "create index charts_by_owner on chart_owners (user_id, chart_id)",
  "drop index dashboard_owners_by_user",
  "create index dashboards_by_owner on dashboard_owners (user_id, dashboard_id)",
  "create index user_roles_by_role on user_roles (role_id, user_id)",
  "create index favorites_by_object on favorites (class_name, object_id)",
  "create index dashboards_by_chart on dashboard_charts (chart_id, dashboard_id)",
  "drop index dashboard_charts_by_chart",
];

const authors = [
  "create index charts_by_author on charts (created_by_fk)",
  "create index charts_by_editor on charts (changed_by_fk)",
  "create index dashboards_by_author on dashboards (created_by_fk)",
  "create index dashboards_by_editor on dashboards (changed_by_fk)",
  "create index saved_queries_by_change on saved_queries (created_by_fk, changed_on)",
  "create index queries_by_status on queries (status)",
];

/** PostgreSQL orders by an index only where it also agrees on the place of nulls. Long texts do not fit into one. */
const latestFirst = [
  `create index charts_latest_first on charts (changed_on desc nulls last, id desc)
    include (datasource_id, created_by_fk, changed_by_fk, last_saved_by_fk)`,
  "create index dashboards_latest_first on dashboards (changed_on desc nulls last, id desc)",
  "create index queries_latest_first on queries (start_time desc nulls last, id desc)",
  "create index logs_latest_first on logs (dttm desc nulls last, id desc)",
];

/** SQLite keeps the long texts of a row between its short columns; lists read these copies instead. */
const narrow = [
  "create index queries_by_start on queries (start_time)",
  "create index logs_by_time on logs (dttm)",
  `create index charts_in_lists on charts (changed_on, datasource_id, viz_type, slice_name, created_by_fk, changed_by_fk,
    last_saved_by_fk, datasource_type, datasource_name, certified_by, last_saved_at, description)`,
  "drop index charts_by_change",
  `create index dashboards_in_lists on dashboards (changed_on, published, dashboard_title, slug, created_by_fk,
    changed_by_fk, certified_by)`,
  "drop index dashboards_by_change",
];
