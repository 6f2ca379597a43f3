import { ADMIN_ROLE, PUBLIC_ROLE } from "../../model/built-in-roles.ts";
import type { Pair } from "../user.ts";

/**
 * The built-in roles and their permissions. Letters: A Admin, a Alpha, g Gamma, s sql_lab; P viewing dashboards only,
 * which Public gets only if configured. Permissions on single databases and datasets are granted separately and survive
 * changes to this table.
 */
const ROLE_LETTERS: Readonly<Record<string, string>> = { [ADMIN_ROLE]: "A", Alpha: "a", Gamma: "g", sql_lab: "s" };

export const BUILT_IN_ROLES: readonly string[] = [...Object.keys(ROLE_LETTERS), PUBLIC_ROLE];

export const OBJECT_PERMISSIONS: readonly string[] = [
  "database_access",
  "catalog_access",
  "schema_access",
  "datasource_access",
];

type Grant = readonly [view: string, permissions: string, letters: string];

const GRANTS: readonly Grant[] = [
  ["all_datasource_access", "all_datasource_access", "Aa"],
  ["all_database_access", "all_database_access", "Aa"],
  ["all_query_access", "all_query_access", "A"],
  ["Chart", "can_read", "AagP"],
  ["Chart", "can_write can_export can_tag", "Aag"],
  ["Chart", "can_warm_up_cache", "A"],
  ["Dashboard", "can_read", "AagP"],
  [
    "Dashboard",
    "can_write can_export can_tag can_drill can_view_query can_view_chart_as_table can_cache_dashboard_screenshot",
    "Aag",
  ],
  ["Dashboard", "can_put_chart_customizations can_export_as_example can_get_embedded can_delete_embedded", "Aag"],
  ["Dashboard", "can_set_embedded", "A"],
  ["Dataset", "can_read can_get_drill_info", "Aag"],
  ["Dataset", "can_write can_export can_duplicate can_get_or_create_dataset", "Aa"],
  ["Dataset", "can_warm_up_cache", "A"],
  ["Database", "can_read", "Aags"],
  ["Database", "can_upload", "Aa"],
  ["Database", "can_write can_export", "A"],
  ["Datasource", "can_get can_external_metadata", "AagP"],
  ["Datasource", "can_external_metadata_by_name", "Aag"],
  ["Datasource", "can_samples can_save can_get_column_values can_validate_expression", "Aa"],
  [
    "SQLLab",
    "can_read can_execute_sql_query can_get_results can_estimate_query_cost can_export_csv can_format_sql",
    "As",
  ],
  ["Query", "can_read", "As"],
  ["SavedQuery", "can_read can_write can_export", "As"],
  ["SqlLabPermalinkRestApi", "can_read can_write", "As"],
  ["TabStateView", "can_get can_post can_put can_delete can_activate can_migrate_query can_delete_query", "As"],
  ["TableSchemaView", "can_post can_delete can_expanded", "As"],
  ["Superset", "can_dashboard can_dashboard_permalink can_explore_json can_slice", "AagP"],
  [
    "Superset",
    "can_explore can_log can_fetch_datasource_metadata can_language_pack can_file_handler can_share_dashboard can_share_chart",
    "Aag",
  ],
  ["Superset", "can_read can_csv can_copy_clipboard", "Aags"],
  ["Superset", "can_export_data", "Aas"],
  ["Superset", "can_export_image", "Aa"],
  ["Superset", "can_sqllab can_sqllab_history", "As"],
  ["Superset", "can_warm_up_cache", "A"],
  ["Explore", "can_read", "Aag"],
  ["ExploreFormDataRestApi", "can_read can_write", "Aag"],
  ["ExplorePermalinkRestApi", "can_read", "AagP"],
  ["ExplorePermalinkRestApi", "can_write", "Aag"],
  ["DashboardPermalinkRestApi", "can_read", "AagP"],
  ["DashboardPermalinkRestApi", "can_write", "Aag"],
  ["DashboardFilterStateRestApi", "can_read can_write", "AagP"],
  ["Api", "can_query can_query_form_data", "Aag"],
  ["Api", "can_time_range", "AagP"],
  ["Tag", "can_read can_write can_bulk_create", "Aag"],
  ["Folder", "can_read can_write", "Aag"],
  ["Assertion", "can_read can_write", "Aag"],
  ["AdvancedDataType", "can_read", "Aag"],
  ["AvailableDomains", "can_read", "Aag"],
  ["AsyncEventsRestApi", "can_list", "Aag"],
  ["CacheRestApi", "can_invalidate", "Aag"],
  ["SecurityRestApi", "can_read", "Aag"],
  ["SecurityRestApi", "can_grant_guest_token", "A"],
  ["CurrentUserRestApi", "can_read", "AagP"],
  ["CurrentUserRestApi", "can_write", "Aag"],
  ["Theme", "can_read", "AagP"],
  ["Theme", "can_write can_export", "Aag"],
  ["Log", "can_recent_activity", "Aag"],
  ["Log", "can_read can_write", "A"],
  ["EmbeddedDashboard", "can_read", "AagP"],
  ["CssTemplate", "can_read", "AagP"],
  ["CssTemplate", "can_write", "Aa"],
  ["Annotation", "can_read", "AaP"],
  ["Annotation", "can_write", "Aa"],
  ["ReportSchedule", "can_read can_write", "Aa"],
  ["ImportExportRestApi", "can_export can_import_", "Aa"],
  ["DynamicPlugin", "can_read", "Aag"],
  ["DynamicPlugin", "can_write", "A"],
  ["Row Level Security", "can_read can_write", "A"],
  ["RoleRestAPI", "can_list_roles can_update_role", "A"],
  ["User", "can_read can_write", "A"],
  ["Role", "can_read can_write", "A"],
  ["Group", "can_read can_write", "A"],
  ["Permission", "can_read", "A"],
  ["ViewMenu", "can_read can_write", "A"],
  ["PermissionViewMenu", "can_read can_write", "A"],
  ["UserRegistrations", "can_read can_write", "A"],
  ["ApiKey", "can_read can_write", "Aag"],
  ["AllowedLocation", "can_read can_write", "A"],
  ["PublicLink", "can_read can_write", "Aag"],
  ["PublicLink", "can_manage", "A"],
  ...menus("Home|Data|Databases|Datasets|Charts|Dashboards|Tags|Themes", "Aag"),
  ...menus("Alerts & Report|Annotation Layers|CSS Templates|Import Dashboards|Manage", "Aa"),
  ...menus("SQL Lab|SQL Editor|Saved Queries|Query Search", "As"),
  ...menus("Security|List Users|List Roles|List Groups|Row Level Security|Action Log|User Registrations", "A"),
];

function menus(names: string, letters: string): Grant[] {
  return names.split("|").map((name) => [name, "menu_access", letters]);
}

export function pairsOf(role: string): Pair[] {
  const letter = ROLE_LETTERS[role];
  return letter === undefined ? [] : pairsWith(letter);
}

export function allPairs(): Pair[] {
  return pairsWith("A");
}

export function viewerPairs(): Pair[] {
  return pairsWith("P");
}

function pairsWith(letter: string): Pair[] {
  return GRANTS.filter(([, , letters]) => letters.includes(letter)).flatMap(([view, permissions]) =>
    permissions.split(" ").map((permission): Pair => [permission, view]),
  );
}

const CHANGES =
  /^can_(write|export|export_as_example|import_|bulk_create|tag|invalidate|duplicate|get_or_create_dataset|warm_up_cache|upload|save|(set|delete)_embedded|put_chart_customizations|execute_sql_query|grant_guest_token|post|put|delete)$/;
const GUEST_STATES = /^(DashboardFilterState|DashboardPermalink|ExploreFormData|ExplorePermalink)RestApi$/;
const SHOWN_PARTS =
  /^(Chart|Dashboard|Datasource|Superset|Api|CurrentUserRestApi|Theme|EmbeddedDashboard|CssTemplate|Annotation)$/;

/** Of the permissions of the guest role, those that guests get. */
export function isForGuests([permission, view]: Pair): boolean {
  if (GUEST_STATES.test(view) || OBJECT_PERMISSIONS.includes(permission)) return true;
  if (permission === "can_get_drill_info") return view === "Dataset";
  return SHOWN_PARTS.test(view) && !CHANGES.test(permission);
}
