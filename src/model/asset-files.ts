/** Folders of files by kind, and the field that tells objects apart: the UUID, or the name of kinds without one. */
const FOLDERS: Readonly<Record<string, { kind: string; key: string; name: string }>> = {
  databases: { kind: "database", key: "uuid", name: "database_name" },
  datasets: { kind: "dataset", key: "uuid", name: "table_name" },
  charts: { kind: "chart", key: "uuid", name: "slice_name" },
  dashboards: { kind: "dashboard", key: "uuid", name: "dashboard_title" },
  themes: { kind: "theme", key: "uuid", name: "theme_name" },
  queries: { kind: "saved_query", key: "uuid", name: "label" },
  reports: { kind: "report", key: "uuid", name: "name" },
  assertions: { kind: "assertion", key: "uuid", name: "name" },
  annotation_layers: { kind: "annotation_layer", key: "name", name: "name" },
  css_templates: { kind: "css_template", key: "template_name", name: "template_name" },
  row_level_security: { kind: "rule", key: "name", name: "name" },
  roles: { kind: "role", key: "name", name: "name" },
};

/** One file for many objects. */
const SINGLE: Readonly<Record<string, string>> = { "tags.yaml": "tags", "folders.yaml": "folders" };

export interface AssetIdentity {
  kind: string;
  key: string;
  name: string;
}

/** Undefined for files that aren't objects, and for those without a key. */
export function identityOf(path: string, value: Readonly<Record<string, unknown>>): AssetIdentity | undefined {
  const single = SINGLE[path];
  if (single) return { kind: single, key: single, name: single };
  const folder = FOLDERS[path.slice(0, path.indexOf("/"))];
  const key = folder && value[folder.key];
  if (!folder || typeof key !== "string" || key === "") return undefined;
  const name = value[folder.name];
  const plainKey = folder.key === "uuid" ? key.toLowerCase() : key;
  return { kind: folder.kind, key: plainKey, name: typeof name === "string" ? name : key };
}

/** Whether objects of files are expected there. */
export const isAssetPath = (path: string): boolean =>
  Object.hasOwn(SINGLE, path) || Object.hasOwn(FOLDERS, path.slice(0, path.indexOf("/")));

export const nameField = (kind: string): string | undefined =>
  Object.values(FOLDERS).find((folder) => folder.kind === kind)?.name;
