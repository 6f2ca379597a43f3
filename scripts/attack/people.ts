import { randomBytes } from "node:crypto";
import { type Client, idOf, listAt } from "./client.ts";

/** Permission pair IDs by `permission view`. */
export type Pairs = ReadonlyMap<string, number>;

const PAGE = 100;
const MAX_PAGES = 50;

export async function readPairs(admin: Client): Promise<Pairs> {
  const pairs = new Map<string, number>();
  for (let page = 0; page < MAX_PAGES; page++) {
    const path = `/api/v1/security/permissions-resources/?q=(page:${page},page_size:${PAGE})`;
    const rows = listAt(await admin.get(path), "result");
    for (const { id: pairId, permission, view_menu } of rows) {
      pairs.set(`${nameOf(permission)} ${nameOf(view_menu)}`, Number(pairId));
    }
    if (rows.length < PAGE) break;
  }
  return pairs;
}

const nameOf = (value: unknown) => (value as { name?: string } | undefined)?.name ?? "";

export async function addRole(
  admin: Client,
  name: string,
  { pairs, granted }: { pairs: Pairs; granted: readonly string[] },
): Promise<number> {
  const roleId = idOf(await admin.post("/api/v1/security/roles/", { name }));
  const permission_view_menu_ids = granted.flatMap((pair) => pairs.get(pair) ?? []);
  await admin.post(`/api/v1/security/roles/${roleId}/permissions`, { permission_view_menu_ids });
  return roleId;
}

export async function addUser(admin: Client, username: string, roles: readonly number[]) {
  const password = randomBytes(18).toString("base64url");
  const names = { username, first_name: "Attack", last_name: "Run", email: `${username}@example.org` };
  const answer = await admin.post("/api/v1/security/users/", { ...names, password, active: true, roles });
  return { id: idOf(answer), username, password };
}

const of = (view: string, permissions: string) => permissions.split(" ").map((permission) => `${permission} ${view}`);

export const SQL_PAIRS = [
  ...of(
    "SQLLab",
    "can_read can_execute_sql_query can_get_results can_estimate_query_cost can_export_csv can_format_sql",
  ),
  ...of("Query", "can_read"),
  ...of("SavedQuery", "can_read can_write can_export"),
  ...of("SqlLabPermalinkRestApi", "can_read can_write"),
  ...of("TabStateView", "can_get can_post can_put can_delete can_activate can_migrate_query can_delete_query"),
  ...of("Superset", "can_sqllab can_sqllab_history"),
];

/** Everything needed to build dashboards, without access to any data. */
export const WRITER_PAIRS = [
  ...SQL_PAIRS,
  ...of("Chart", "can_read can_write can_export can_tag can_warm_up_cache"),
  ...of("Dashboard", "can_read can_write can_export can_tag can_drill can_view_query can_put_chart_customizations"),
  ...of("Dashboard", "can_view_chart_as_table can_get_embedded can_set_embedded can_export_as_example"),
  ...of("Dataset", "can_read can_get_drill_info can_write can_export can_duplicate can_get_or_create_dataset"),
  ...of("Database", "can_read"),
  ...of(
    "Datasource",
    "can_get can_external_metadata can_samples can_save can_get_column_values can_validate_expression",
  ),
  ...of("Superset", "can_dashboard can_explore_json can_slice can_explore can_fetch_datasource_metadata can_csv"),
  ...of("Superset", "can_log can_dashboard_permalink"),
  ...of("Explore", "can_read"),
  ...of("ExploreFormDataRestApi", "can_read can_write"),
  ...of("ExplorePermalinkRestApi", "can_read can_write"),
  ...of("DashboardPermalinkRestApi", "can_read can_write"),
  ...of("DashboardFilterStateRestApi", "can_read can_write"),
  ...of("Api", "can_query can_query_form_data can_time_range"),
  ...of("Tag", "can_read can_write can_bulk_create"),
  ...of("ReportSchedule", "can_read can_write"),
  ...of("CssTemplate", "can_read can_write"),
];
