import { type RawBuilder, sql } from "kysely";
import type { ObjectKind } from "../../model/audit.ts";
import type { App } from "../app.ts";

/** Rows of other tables that belong to an object, under the name that the API gives them. */
interface Members {
  readonly table: string;
  readonly own: string;
  readonly columns: readonly string[];
  readonly where?: RawBuilder<unknown>;
}

interface Tracked {
  readonly table: string;
  readonly name: string;
  /** The column that the API identifies the object by; default `id`. */
  readonly key?: string;
  readonly members?: Readonly<Record<string, Members>>;
}

/** Without those that the server keeps, such as the owners. */
const tagsOf = (type: string): Members => ({
  table: "tagged_objects",
  own: "object_id",
  columns: ["tag_id"],
  where: sql`and object_type = ${type} and tag_id in (select id from tags where type = 1)`,
});

const of = (table: string, own: string, ...columns: string[]): Members => ({ table, own, columns });

const TRACKED: Readonly<Partial<Record<ObjectKind, Tracked>>> = {
  chart: {
    table: "charts",
    name: "slice_name",
    members: {
      owners: of("chart_owners", "chart_id", "user_id"),
      dashboards: of("dashboard_charts", "chart_id", "dashboard_id"),
      tags: tagsOf("chart"),
    },
  },
  dashboard: {
    table: "dashboards",
    name: "dashboard_title",
    members: {
      owners: of("dashboard_owners", "dashboard_id", "user_id"),
      roles: of("dashboard_roles", "dashboard_id", "role_id"),
      charts: of("dashboard_charts", "dashboard_id", "chart_id"),
      tags: tagsOf("dashboard"),
    },
  },
  dataset: {
    table: "datasets",
    name: "table_name",
    members: {
      owners: of("dataset_owners", "dataset_id", "user_id"),
      columns: of(
        "dataset_columns",
        "dataset_id",
        ...["column_name", "type", "verbose_name", "description", "expression", "filterable", "groupby", "is_active"],
        ...["is_dttm", "python_date_format", "datetime_format", "advanced_data_type", "extra"],
      ),
      metrics: of(
        "dataset_metrics",
        "dataset_id",
        ...["metric_name", "metric_type", "expression", "verbose_name", "description", "d3format", "currency"],
        ...["warning_text", "extra"],
      ),
      tags: tagsOf("dataset"),
    },
  },
  database: { table: "databases", name: "database_name" },
  saved_query: { table: "saved_queries", name: "label", members: { tags: tagsOf("query") } },
  report: {
    table: "reports",
    name: "name",
    members: {
      owners: of("report_owners", "report_id", "user_id"),
      recipients: of("report_recipients", "report_id", "type", "recipient_config_json"),
    },
  },
  folder: {
    table: "folders",
    name: "name",
    members: {
      owners: of("folder_owners", "folder_id", "user_id"),
      editors: of("folder_editors", "folder_id", "user_id"),
      editor_roles: of("folder_editor_roles", "folder_id", "role_id"),
      viewer_roles: of("folder_viewer_roles", "folder_id", "role_id"),
    },
  },
  assertion: {
    table: "assertions",
    name: "name",
    members: { owners: of("assertion_owners", "assertion_id", "user_id") },
  },
  tag: {
    table: "tags",
    name: "name",
    members: { objects: of("tagged_objects", "tag_id", "object_type", "object_id") },
  },
  annotation_layer: { table: "annotation_layers", name: "name" },
  annotation: { table: "annotations", name: "short_descr" },
  css_template: { table: "css_templates", name: "template_name" },
  theme: { table: "themes", name: "theme_name" },
  user: {
    table: "users",
    name: "username",
    members: {
      roles: of("user_roles", "user_id", "role_id"),
      groups: of("user_groups", "user_id", "group_id"),
    },
  },
  role: {
    table: "roles",
    name: "name",
    members: {
      permissions: of("role_permissions", "role_id", "permission", "view"),
      users: of("user_roles", "role_id", "user_id"),
      groups: of("group_roles", "role_id", "group_id"),
    },
  },
  group: {
    table: "groups",
    name: "name",
    members: {
      roles: of("group_roles", "group_id", "role_id"),
      users: of("user_groups", "group_id", "user_id"),
    },
  },
  permission: { table: "permission_pairs", name: "view" },
  rule: {
    table: "row_level_security",
    name: "name",
    members: {
      tables: of("row_level_security_tables", "rule_id", "dataset_id"),
      bound_tables: of("row_level_security_places", "rule_id", "database_id", "catalog", "schema", "table_name"),
      roles: of("row_level_security_roles", "rule_id", "role_id"),
    },
  },
  api_key: { table: "api_keys", name: "name", key: "uuid" },
  public_link: { table: "public_links", name: "name" },
};

/** Columns that change on their own. */
const OWN_PACE = new Set([
  ...["id", "uuid", "created_on", "changed_on", "created_by_fk", "changed_by_fk", "last_saved_at", "last_saved_by_fk"],
  ...["credential_version", "login_count", "fail_login_count", "last_login", "parts_bytes", "invalidated_on"],
  ...["last_opened_on", "opens", "is_orphaned", "last_used_on"],
  ...["last_state", "last_value", "last_value_row_json", "last_eval_dttm", "last_scheduled_dttm", "last_success_dttm"],
  ...["last_error_mail_dttm", "rows", "last_run", "last_run_ms", "last_query_id"],
]);

/** Named as in the API. */
const API_NAMES: Readonly<Record<string, string>> = { password_hash: "password" };

export interface Snapshot {
  readonly id: number | string;
  readonly name: string | null;
  /** By field; compared, never shown or stored. */
  readonly fields: ReadonlyMap<string, string>;
}

/** By the id of the request. */
export type Snapshots = ReadonlyMap<string, Snapshot>;

type Reference = number | string;

interface Asked {
  readonly kind: ObjectKind;
  readonly references: readonly Reference[];
  /** Also what is needed to see which fields change. */
  readonly withFields?: boolean;
}

export const isTracked = (kind: ObjectKind | undefined): kind is ObjectKind =>
  kind !== undefined && TRACKED[kind] !== undefined;

const MAX_OBJECTS = 100;

export async function snapshotsOf(app: App, { kind, references, withFields = false }: Asked): Promise<Snapshots> {
  const tracked = TRACKED[kind];
  const found = new Map<string, Snapshot>();
  if (!tracked) return found;
  for (const reference of references.slice(0, MAX_OBJECTS)) {
    const column = columnFor(kind, tracked, reference);
    if (column === undefined) continue;
    const columns = withFields ? sql`*` : sql`${sql.ref(tracked.key ?? "id")}, ${sql.ref(tracked.name)}`;
    const { rows } = await sql<Record<string, unknown>>`select ${columns} from ${sql.table(tracked.table)}
      where ${sql.ref(column)} = ${reference}`.execute(app.db);
    const [row] = rows;
    if (!row) continue;
    const id = row[tracked.key ?? "id"] as Reference;
    const fields = withFields ? await fieldsOf(app, tracked, { id, row }) : new Map<string, string>();
    const name = row[tracked.name];
    found.set(String(reference), { id, name: typeof name === "string" ? name : null, fields });
  }
  return found;
}

const MAX_ID = 2 ** 31 - 1;

/** Dashboards are also found by slug, others by UUID. Undefined where nothing can have the reference. */
function columnFor(kind: ObjectKind, { key }: Tracked, reference: Reference): string | undefined {
  if (String(reference).includes("\0")) return undefined;
  const isText = typeof reference === "string" && !/^\d+$/.test(reference);
  if (isText) return key === "uuid" ? key : kind === "dashboard" ? "slug" : undefined;
  return key !== "uuid" && Number(reference) <= MAX_ID ? (key ?? "id") : undefined;
}

async function fieldsOf(
  app: App,
  { members = {} }: Tracked,
  { id, row }: { id: Reference; row: Record<string, unknown> },
): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  for (const [column, value] of Object.entries(row))
    if (!OWN_PACE.has(column)) fields.set(API_NAMES[column] ?? column, plainText(app, value));
  for (const [field, { table, own, columns, where }] of Object.entries(members)) {
    const { rows } = await sql<object>`select ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(table)} where ${sql.ref(own)} = ${id} ${where ?? sql``}`.execute(app.db);
    fields.set(field, JSON.stringify(rows.map((each) => JSON.stringify(each)).sort()));
  }
  return fields;
}

const SEALED = "sealed:";

/** The same secret is encrypted differently each time. */
function plainText(app: App, value: unknown): string {
  if (typeof value !== "string" || !value.startsWith(SEALED)) return JSON.stringify(value) ?? "";
  try {
    return app.secrets.open(value.slice(SEALED.length));
  } catch {
    return value;
  }
}

export function changedFields(before: Snapshot, after: Snapshot): string[] {
  const names = new Set([...before.fields.keys(), ...after.fields.keys()]);
  return [...names].filter((name) => before.fields.get(name) !== after.fields.get(name)).sort();
}
