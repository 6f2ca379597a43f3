import { t } from "../../i18n/translate.ts";

/** Names of what permissions are on, where they differ from the view's own name. */
const NAMES: Readonly<Record<string, string>> = {
  Chart: t("Charts"),
  Dashboard: t("Dashboards"),
  Dataset: t("Datasets"),
  Database: t("Databases"),
  SavedQuery: t("Saved queries"),
  Query: t("Query history"),
  SQLLab: t("SQL Lab"),
  Tag: t("Tags"),
  Theme: t("Themes"),
  CssTemplate: t("CSS templates"),
  Annotation: t("Annotation layers"),
  ReportSchedule: t("Alerts & reports"),
  User: t("Users"),
  Role: t("Roles"),
  Group: t("Groups"),
  Log: t("Action log"),
  "Row Level Security": t("Row-level security"),
  AllowedLocation: t("Connection rules"),
};

const ACTIONS: Readonly<Record<string, (name: string) => string>> = {
  can_read: (name) => t("{name}: view", { name }),
  can_write: (name) => t("{name}: create, change and delete", { name }),
  can_export: (name) => t("{name}: export", { name }),
  menu_access: (name) => t("{name}: show in menus", { name }),
  all_datasource_access: () => t("Data: all datasets"),
  all_database_access: () => t("Data: all databases"),
  all_query_access: () => t("SQL Lab: queries of all users"),
};

/** `[a].[b](id:1)` -> `a`, `b`. */
const partsOf = (view: string): string[] =>
  [...view.replace(/\.?\(id:\d+\)$/, "").matchAll(/\[(.*?)\](?=\.\[|$)/g)].map(([, part = ""]) => part);

function dataText(permission: string, view: string): string | undefined {
  const [database = "", ...inside] = partsOf(view);
  const name = inside.join(".");
  switch (permission) {
    case "database_access":
      return t("Data: database {database}", { database });
    case "catalog_access":
      return t("Data: catalog {name} of {database}", { name, database });
    case "schema_access":
      return t("Data: schema {name} of {database}", { name, database });
    case "datasource_access":
      return t("Data: dataset {name} of {database}", { name, database });
    default:
      return undefined;
  }
}

/** `can_estimate_query_cost`, `DashboardPermalinkRestApi` -> words. */
const wordsOf = (name: string): string =>
  name
    .replace(/^can_|RestAPI$|RestApi$/g, "")
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .trim();

/** What a permission allows, in words. */
export function permissionText(permission: string, view: string): string {
  const name = NAMES[view] ?? wordsOf(view);
  return (
    dataText(permission, view) ??
    ACTIONS[permission]?.(name) ??
    t("{name}: {action}", { name, action: wordsOf(permission).toLowerCase() })
  );
}
