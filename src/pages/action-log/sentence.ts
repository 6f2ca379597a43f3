import { t } from "../../i18n/translate.ts";
import type { ObjectKind, Verb } from "../../model/audit.ts";
import type { LogRow } from "./log-row.ts";

/** Who did what, to what. Undefined for events of the browser. */
export function sentenceOf(row: LogRow): string | undefined {
  const verb = row.verb ? VERBS[row.verb] : undefined;
  return verb?.({ user: userText(row), object: objectText(row), did: row.result === "ok" ? "yes" : "no" });
}

interface Parts {
  user: string;
  object: string;
  did: "yes" | "no";
}

export function userText({ user, username, action }: LogRow): string {
  if (user) return `${user.first_name} ${user.last_name}`.trim() || user.username;
  if (username) return username;
  return /^(report_|log_|trash_|tessera )/.test(action) ? t("The server") : t("A visitor");
}

/** Objects in the accusative, as they follow a verb. */
const KINDS: Readonly<Record<ObjectKind, (name: string) => string>> = {
  chart: (name) => t("the chart {name}##object", { name }),
  dashboard: (name) => t("the dashboard {name}##object", { name }),
  dataset: (name) => t("the dataset {name}##object", { name }),
  database: (name) => t("the database {name}##object", { name }),
  saved_query: (name) => t("the saved query {name}##object", { name }),
  query: (name) => t("the query {name}##object", { name }),
  report: (name) => t("the alert or report {name}##object", { name }),
  folder: (name) => t("the folder {name}##object", { name }),
  assertion: (name) => t("the assertion {name}##object", { name }),
  tag: (name) => t("the tag {name}##object", { name }),
  comment: (name) => t("a comment {name}##object", { name }),
  annotation_layer: (name) => t("the annotation layer {name}##object", { name }),
  annotation: (name) => t("the annotation {name}##object", { name }),
  css_template: (name) => t("the CSS template {name}##object", { name }),
  theme: (name) => t("the theme {name}##object", { name }),
  user: (name) => t("the user {name}##object", { name }),
  role: (name) => t("the role {name}##object", { name }),
  group: (name) => t("the group {name}##object", { name }),
  permission: (name) => t("the permission {name}##object", { name }),
  rule: (name) => t("the row-level security rule {name}##object", { name }),
  connected_app: (name) => t("the connected app {name}##object", { name }),
  api_key: (name) => t("the API key {name}##object", { name }),
  guest_token: (name) => t("a guest token {name}##object", { name }),
  public_link: (name) => t("the public link {name}##object", { name }),
  embedding: (name) => t("the embedding of {name}##object", { name }),
  location: (name) => t("the allowed connection {name}##object", { name }),
  setting: (name) => t("the public link settings {name}##object", { name }),
  bundle: (name) => t("the export file {name}##object", { name }),
  cache: (name) => t("cached data {name}##object", { name }),
  log: (name) => t("the action log {name}##object", { name }),
  trash: (name) => t("the trash {name}##object", { name }),
};

export function objectText(row: LogRow): string {
  const { object_kind: kind, object_name: name, object_id: id } = row;
  if (!kind) return "";
  const known = name || row.slice_name || row.dashboard_title || (id ? `#${id}` : "");
  return KINDS[kind](known).trim();
}

const ADDRESSES: Readonly<Partial<Record<ObjectKind, (id: string) => string>>> = {
  chart: (id) => `/explore/?slice_id=${id}`,
  dashboard: (id) => `/superset/dashboard/${id}/`,
  embedding: (id) => `/superset/dashboard/${id}/`,
  dataset: (id) => `/explore/?datasource_type=table&datasource_id=${id}`,
  database: () => "/databaseview/list/",
  saved_query: (id) => `/sqllab?savedQueryId=${id}`,
  query: () => "/sqllab/history/",
  report: (id) => `/report/${id}/log/`,
  folder: (id) => `/dashboard/list/?folder=${id}`,
  tag: (id) => `/superset/all_entities/?id=${id}`,
  annotation_layer: (id) => `/annotationlayer/${id}/annotation/`,
  user: (id) => `/users/?edit=${id}`,
  role: () => "/roles/",
  group: () => "/list_groups/",
  rule: () => "/rowlevelsecurity/list/",
  theme: () => "/theme/list/",
  css_template: () => "/csstemplatemodelview/list/",
  public_link: () => "/public-links/",
  location: () => "/connection-rules/",
};

/** What was deleted, or never was there, has none. */
export function addressOf(row: LogRow): string | undefined {
  const { object_kind: kind, object_id: id, verb, result, status } = row;
  if (!kind || kind === "comment") return placeOf(row);
  const isGone = status === 404 || (verb === "delete" && result === "ok" && kind !== "embedding");
  return isGone || !id ? undefined : ADDRESSES[kind]?.(id);
}

function placeOf({ dashboard_id, slice_id }: LogRow): string | undefined {
  if (slice_id) return `/explore/?slice_id=${slice_id}`;
  return dashboard_id ? `/superset/dashboard/${dashboard_id}/` : undefined;
}

const VERBS: Readonly<Record<Verb, (parts: Parts) => string>> = {
  create: (parts) => t("{user} {did, select, yes {created} other {couldn't create}} {object}", parts),
  change: (parts) => t("{user} {did, select, yes {changed} other {couldn't change}} {object}", parts),
  delete: (parts) => t("{user} {did, select, yes {deleted} other {couldn't delete}} {object}", parts),
  restore: (parts) => t("{user} {did, select, yes {restored} other {couldn't restore}} {object}", parts),
  restore_version: (parts) =>
    t("{user} {did, select, yes {reset} other {couldn't reset}} {object} to an earlier version", parts),
  export: (parts) => t("{user} {did, select, yes {exported} other {couldn't export}} {object}", parts),
  import: (parts) => t("{user} {did, select, yes {imported} other {couldn't import}} {object}", parts),
  download: (parts) => t("{user} {did, select, yes {downloaded} other {couldn't download}} {object}", parts),
  view_connection: (parts) =>
    t("{user} {did, select, yes {viewed} other {couldn't view}} a connection: {object}", parts),
  preview: (parts) => t("{user} {did, select, yes {previewed} other {couldn't preview}} data: {object}", parts),
  test: (parts) => t("{user} {did, select, yes {tested} other {couldn't test}} a connection: {object}", parts),
  run_sql: (parts) => t("{user} {did, select, yes {queried} other {couldn't query}} {object}", parts),
  stop: (parts) => t("{user} {did, select, yes {stopped} other {couldn't stop}} {object}", parts),
  upload: (parts) => t("{user} {did, select, yes {uploaded} other {couldn't upload}} a file: {object}", parts),
  run: (parts) => t("{user} {did, select, yes {started} other {couldn't start}} {object}", parts),
  send: (parts) => t("{user} {did, select, yes {sent} other {couldn't send}} {object}", parts),
  share: (parts) => t("{user} {did, select, yes {shared} other {couldn't share}} {object}", parts),
  open: (parts) => t("{user} {did, select, yes {opened} other {couldn't open}} {object}", parts),
  move: (parts) => t("{user} {did, select, yes {moved} other {couldn't move}} items between folders: {object}", parts),
  favorite: (parts) => t("{user} {did, select, yes {added} other {couldn't add}} {object} to the favorites", parts),
  unfavorite: (parts) =>
    t("{user} {did, select, yes {removed} other {couldn't remove}} {object} from the favorites", parts),
  clear: (parts) => t("{user} {did, select, yes {cleaned} other {couldn't clean}} {object}", parts),
  use_tool: (parts) => t("{user} {did, select, yes {used} other {couldn't use}} an agent tool: {object}", parts),
  sign_in: ({ user, did }) => t("{user} {did, select, yes {signed in} other {couldn't sign in}}", { user, did }),
  sign_out: ({ user, did }) => t("{user} {did, select, yes {signed out} other {couldn't sign out}}", { user, did }),
};
