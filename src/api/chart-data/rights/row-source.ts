import type { SourceColumn } from "../../../connectors/connector.ts";
import { msg, t } from "../../../i18n/translate.ts";
import { parseDashboardMetadata } from "../../../model/dashboard-metadata.ts";
import { badRequest, notFound, typedError } from "../../../model/errors.ts";
import { readJson } from "../../../model/json-text.ts";
import type { Datasource, QueryContext, QueryObject } from "../../../model/query-context.ts";
import type { App } from "../../../server/app.ts";
import { wallTime } from "../../../server/clock.ts";
import { RowGrant } from "../../../server/rights/row-grant.ts";
import { grantThroughDashboard } from "../../../server/rights/through-dashboard.ts";
import type { Actor } from "../../../server/store/stamp.ts";
import type { User } from "../../../server/user.ts";
import {
  canReadPlace,
  canSeeDatabase,
  connectionOf,
  type DatabaseRecord,
  databaseForbidden,
  findDatabase,
} from "../../database/index.ts";
import {
  assertSqlAccess,
  bareStatement,
  commonSchemaOf,
  type DatasetRecord,
  datasetForQuery,
  type EditorSql,
  isEditorRecord,
  placedSql,
  recordOfSql,
  refusalOf,
  renderFor,
  type Security,
} from "../../dataset/index.ts";
import { canSeeQuery, findQuery, type QueryRecord, queryForbidden } from "../../query/index.ts";
import { securityFor } from "../../row-level-security/index.ts";
import { ownSavedQuery } from "../../saved-query/index.ts";
import { canSeeRows, chartQueries, isSavedPayload } from "./guest-payload.ts";

/**
 * The user's own access to the dataset, or that of a dashboard they can open. Through a dashboard they may query what
 * is saved on it, and with the drill and samples permissions the underlying rows. Throws a typed 403 otherwise.
 */
async function rowGrantOf(
  app: App,
  user: User,
  { dataset, context }: { dataset: DatasetRecord; context: QueryContext },
): Promise<RowGrant> {
  const own = RowGrant.ofDataset(user, dataset);
  if (own) return own;
  const grant = await grantThroughDashboard(app, user, { dataset, formData: context.form_data ?? null });
  if (!grant) throw await refusalOf(app, user, dataset);
  if ((await isPlainDetail(app, user, context)) || (await isSavedPayload(app, user, { dataset, context })))
    return grant;
  throw typedError("DASHBOARD_SECURITY_ACCESS_ERROR", t(user.guest ? OF_GUESTS : OF_MEMBERS), {
    status: 403,
    level: "warning",
  });
}

const OF_GUESTS = msg("Guest user cannot modify chart payload");
const OF_MEMBERS = msg("You can only view this data as the dashboard's saved chart shows it.");

export interface RowSource {
  dataset: DatasetRecord;
  security: Security;
  /** Access through a dashboard only: its SQL and its database's errors are hidden. */
  isThroughDashboard: boolean;
  /** In which time zone the relative ranges of a reader in `own` start and end. */
  zoneFor(own: string | undefined): string | undefined;
}

const ownZone: RowSource["zoneFor"] = (own) => own;

/** Readers can't move a dashboard's ranges beyond what places on Earth differ: offsets such as `-23:59` are ignored. */
async function dashboardZone(app: App, { form_data }: QueryContext): Promise<RowSource["zoneFor"]> {
  const row = await app.db
    .selectFrom("dashboards")
    .select("json_metadata")
    .where("id", "=", Number(form_data?.dashboardId))
    .executeTakeFirst();
  const { time_zone } = parseDashboardMetadata(row?.json_metadata);
  return (own) => time_zone ?? (own !== undefined && /^[a-z]/i.test(own) ? own : undefined);
}

/**
 * SQL Lab queries and saved queries act as virtual datasets. Throws 404 if missing, 403 without access; for ad-hoc SQL,
 * access is the permission to run it in SQL Lab.
 */
export async function rowSourceOf(actor: Actor, context: QueryContext): Promise<RowSource> {
  const { app, user } = actor;
  const { type, id } = context.datasource;
  if (type === "table" || type === "dataset") {
    const dataset = await datasetForQuery(app, id);
    const grant = await rowGrantOf(app, user, { dataset, context });
    const { isThroughDashboard } = grant;
    const zoneFor = isThroughDashboard ? await dashboardZone(app, context) : ownZone;
    return { dataset, security: securityFor(app, grant), isThroughDashboard, zoneFor };
  }
  const found = await editorSqlOf(actor, context.datasource);
  const database = await findDatabase(app.db, found.databaseId);
  if (!database) throw typedError("DATABASE_NOT_FOUND_ERROR", t("The database was not found."), { status: 404 });
  const security = securityFor(app, RowGrant.ofSql(user));
  return editorRows({ ...actor, security }, { ...found, database });
}

interface FoundSql {
  source: EditorSql;
  databaseId: number;
  columns: SourceColumn[] | null;
}

async function editorSqlOf(actor: Actor, { type, id }: Datasource): Promise<FoundSql> {
  if (type !== "query" && type !== "saved_query")
    throw typedError("UNKNOWN_DATASOURCE_TYPE_ERROR", t("Datasource type is not supported: {type}", { type }), {
      extra: { type },
    });
  const number = Number(id);
  if (!Number.isInteger(number) || number <= 0) throw notFound();
  return type === "query" ? ranSql(actor, number) : savedSql(actor, number);
}

async function ranSql({ app, user }: Actor, id: number): Promise<FoundSql> {
  const query = await findQuery(app.db, id);
  if (!query) throw notFound();
  if (!canSeeQuery(user, query)) throw queryForbidden();
  const tableSql = query.select_as_cta_used ? query.select_sql : null;
  const source: EditorSql = {
    type: "query",
    id,
    name: query.tab_name || t("query {id}", { id: String(id) }),
    sql: tableSql ?? query.sql ?? "",
    catalog: query.catalog,
    schema: query.schema,
    template_params: query.template_params,
    version: query.changed_on,
  };
  return { source, databaseId: query.database_id, columns: tableSql ? null : columnsOf(query) };
}

function columnsOf({ extra_json }: QueryRecord): SourceColumn[] | null {
  const { columns } = (extra_json ? readJson(extra_json) : {}) as { columns?: { name: string; type: string }[] };
  return columns?.length ? columns.map(({ name, type }) => ({ name, type })) : null;
}

async function savedSql({ app, user }: Actor, id: number): Promise<FoundSql> {
  const saved = await ownSavedQuery(app, user, id);
  if (!saved || saved.database_id === null) throw notFound();
  const source: EditorSql = {
    type: "saved_query",
    id,
    name: saved.label || t("saved query {id}", { id: String(id) }),
    sql: saved.sql ?? "",
    catalog: saved.catalog,
    schema: saved.schema,
    template_params: saved.template_parameters,
    version: saved.changed_on ?? "",
  };
  return { source, databaseId: saved.database_id, columns: null };
}

type EditorRequest = Actor & { security: Security };

async function editorRows(request: EditorRequest, found: FoundSql & { database: DatabaseRecord }): Promise<RowSource> {
  const { app } = request;
  const { source, database, columns } = found;
  if (!source.sql.trim()) throw badRequest(t("Virtual dataset query cannot be empty"));
  const { connection, connector } = await connectionOf(app, database.id);
  const emptyRecord = recordOfSql(app, { source, database, columns: [] });
  const scope = { dataset: { ...emptyRecord, id: undefined }, dialect: connector.dialect, now: wallTime(app.clock) };
  const rendered = await renderFor({ ...request, urlParams: {} }, source.sql, scope);
  const readable = await checkedSql(request, { database, source, sql: rendered });
  const dataset = recordOfSql(app, { source, database, columns: columns ?? (await connection.describe(readable)) });
  return {
    dataset,
    security: editorSecurity(request, { source, database }),
    isThroughDashboard: false,
    zoneFor: ownZone,
  };
}

interface Place {
  source: EditorSql;
  database: DatabaseRecord;
}

/**
 * The rendered SQL with qualified names. Typed 403 unless the user can read all of its tables, 400 unless it is one
 * read-only statement.
 */
async function checkedSql(
  { app, user }: Actor,
  { sql: written, source, database }: Place & { sql: string },
): Promise<string> {
  const { catalog, schema } = source;
  const sql = await bareStatement(app, written, { databaseId: database.id });
  if (!canSeeDatabase(user, database)) throw databaseForbidden();
  const { connection } = await connectionOf(app, database.id);
  await connection.sql.checkStatement(sql);
  await assertSqlAccess(app, user, { database, catalog, schema, sql });
  const isOpen = canReadPlace(user, { databaseId: database.id, databaseName: database.database_name });
  const { reads } = await connection.sql.inspect(sql);
  const home = schema || (isOpen ? null : await commonSchemaOf(app, database.id, reads));
  const qualified = await placedSql(app, sql, { databaseId: database.id, catalog, schema: home });
  if (qualified !== sql) await connection.sql.checkStatement(qualified);
  return qualified;
}

/** Templates may turn filters into other SQL, so the rendered SQL is checked before rules are applied. */
function editorSecurity(request: EditorRequest, place: Place): Security {
  const { security } = request;
  return {
    ...security,
    secured: async (dataset, render) => {
      if (!isEditorRecord(dataset) || !dataset.sql) return security.secured(dataset, render);
      return security.secured({ ...dataset, sql: await checkedSql(request, { ...place, sql: dataset.sql }) }, render);
    },
  };
}

const OWN = new Set([
  "filters",
  "granularity",
  "time_range",
  "row_limit",
  "row_offset",
  "result_type",
  "is_rowcount",
  "url_params",
]);

/**
 * Whether a guest with the drill permission requests only plain rows of a dataset, or their count. They can't send SQL
 * or columns of their own, except a saved filter of the chart in `slice_id`, which is known to be on their dashboard.
 */
async function isPlainDetail(app: App, user: User, context: QueryContext): Promise<boolean> {
  if (!canSeeRows(user)) return false;
  const { form_data, queries, result_type } = context;
  if (form_data?.type !== undefined || form_data?.slice_id === 0) return false;
  const asksRows = queries.every((query) => {
    const type = query.result_type ?? result_type ?? "full";
    return type === "drill_detail" || type === "samples" || (type === "full" && query.is_rowcount === true);
  });
  if (!asksRows) return false;
  const hasOwnSql = queries.some(({ extras }) => !isEmptySetting(extras?.where));
  const saved = hasOwnSql && form_data ? await chartQueries(app, form_data) : [];
  const savedSql = new Set(saved.map(({ extras }) => extras?.where));
  return queries.every(({ extras, ...query }) => {
    const { where, ...rest } = extras ?? {};
    return isPlain({ ...query, extras: rest }) && (isEmptySetting(where) || savedSql.has(where));
  });
}

function isPlain(query: QueryObject): boolean {
  const settings = Object.entries(query).filter(([, value]) => !isEmptySetting(value));
  return settings.every(([name]) => OWN.has(name)) && (query.filters ?? []).every(({ col }) => typeof col === "string");
}

function isEmptySetting(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true;
  return typeof value === "object" && Object.values(value).every(isEmptySetting);
}
