/** What the action log says was done, and to what. Stored, so names never change. */
export const VERBS = [
  "create",
  "change",
  "delete",
  "restore",
  "restore_version",
  "export",
  "import",
  "download",
  "view_connection",
  "preview",
  "test",
  "run_sql",
  "stop",
  "upload",
  "run",
  "send",
  "share",
  "open",
  "move",
  "favorite",
  "unfavorite",
  "clear",
  "use_tool",
  "sign_in",
  "sign_out",
] as const;

export type Verb = (typeof VERBS)[number];

export const OBJECT_KINDS = [
  "chart",
  "dashboard",
  "dataset",
  "database",
  "saved_query",
  "query",
  "report",
  "folder",
  "assertion",
  "tag",
  "comment",
  "annotation_layer",
  "annotation",
  "css_template",
  "theme",
  "user",
  "role",
  "group",
  "permission",
  "rule",
  "api_key",
  "connected_app",
  "guest_token",
  "public_link",
  "embedding",
  "location",
  "setting",
  "bundle",
  "cache",
  "log",
  "trash",
] as const;

export type ObjectKind = (typeof OBJECT_KINDS)[number];

export const RESULTS = ["ok", "refused", "failed"] as const;

export type AuditResult = (typeof RESULTS)[number];
