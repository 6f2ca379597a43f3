import { t } from "../../i18n/translate.ts";
import type { ObjectKind, Verb } from "../../model/audit.ts";
import { humanized } from "../../web/control-words/plain-words.ts";
import type { LogRow } from "./log-row.ts";

const ACTIONS: Readonly<Record<string, string>> = {
  mount_dashboard: t("Opened a dashboard"),
  mount_explorer: t("Opened a chart in Explore"),
  load_dashboard: t("Loaded a dashboard"),
  load_chart: t("Loaded a chart"),
  table_preview: t("Previewed a table"),
  email_sent: t("Sent an email"),
  email_failed: t("Failed to send an email"),
  comment_added: t("Added a comment"),
  comment_changed: t("Changed a comment"),
  comment_deleted: t("Deleted a comment"),
  comment_resolved: t("Resolved a comment"),
  comment_reopened: t("Reopened a comment"),
  "folder.create": t("Created a folder"),
  "folder.update": t("Changed a folder"),
  "folder.delete": t("Deleted a folder"),
  "folder.move": t("Moved items to a folder"),
  public_link_created: t("Created a public link"),
  public_link_revoked: t("Revoked a public link"),
  public_link_opened: t("Opened a public link"),
  public_link_settings_changed: t("Changed the public link settings"),
  allowed_location_added: t("Allowed a connection"),
  allowed_location_removed: t("Removed an allowed connection"),
};

/** What was done, without who and to what. */
export const VERB_TEXTS: Readonly<Record<Verb, string>> = {
  create: t("Create"),
  change: t("Change"),
  delete: t("Delete"),
  restore: t("Restore"),
  restore_version: t("Restore a version"),
  export: t("Export"),
  import: t("Import"),
  download: t("Download"),
  view_connection: t("View a connection"),
  preview: t("Preview data"),
  test: t("Test a connection"),
  run_sql: t("Run SQL"),
  stop: t("Stop"),
  upload: t("Upload"),
  run: t("Run a report"),
  send: t("Send"),
  share: t("Share"),
  open: t("Open a public link"),
  move: t("Move to a folder"),
  favorite: t("Add to favorites"),
  unfavorite: t("Remove from favorites"),
  clear: t("Clean up"),
  use_tool: t("Agent: use a tool"),
  sign_in: t("Sign in"),
  sign_out: t("Sign out"),
};

export const KIND_TEXTS: Readonly<Record<ObjectKind, string>> = {
  chart: t("Chart"),
  dashboard: t("Dashboard"),
  dataset: t("Dataset"),
  database: t("Database"),
  saved_query: t("Saved query"),
  query: t("Query"),
  report: t("Alert or report"),
  folder: t("Folder"),
  assertion: t("Assertion"),
  tag: t("Tag"),
  comment: t("Comment"),
  annotation_layer: t("Annotation layer"),
  annotation: t("Annotation"),
  css_template: t("CSS template"),
  theme: t("Theme"),
  user: t("User"),
  role: t("Role"),
  group: t("Group"),
  permission: t("Permission"),
  rule: t("Row-level security rule"),
  api_key: t("API key"),
  connected_app: t("Connected app"),
  guest_token: t("Guest token"),
  public_link: t("Public link"),
  embedding: t("Embedding"),
  location: t("Allowed connection"),
  setting: t("Setting"),
  bundle: t("Export file"),
  cache: t("Cache"),
  log: t("Action log"),
  trash: t("Trash"),
};

export function actionText({ action, json, verb, object_kind: kind }: LogRow): string {
  if (verb)
    return kind ? t("{action}: {kind}", { action: VERB_TEXTS[verb], kind: KIND_TEXTS[kind] }) : VERB_TEXTS[verb];
  const event = /"event_name":"(\w+)"/.exec(json ?? "")?.[1] ?? action;
  return ACTIONS[event] ?? ACTIONS[action] ?? humanized(event);
}
