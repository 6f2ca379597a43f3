import { sql } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import { badRequest, notFound } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { formatTimestamp } from "../../server/clock.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, labelOf, pick } from "../../server/http/resource-list.ts";
import { audited, LazyList, type Resource, route } from "../../server/http/route.ts";
import { DATABASE_PICKER } from "../database/index.ts";
import * as contract from "./contract.ts";
import { canSeeQuery, READ, VIEW, visibleTo } from "./policy.ts";
import { presentQueries, queryStates } from "./present.ts";
import { failLostQueries, stopQuery } from "./running.ts";
import {
  findQuery,
  findQueryByClientId,
  QUERY_TEXTS,
  type QueryRecord,
  queriesInPortions,
  queryIdsChangedSince,
} from "./store.ts";

const LIST: ListDefinition = {
  view: VIEW,
  title: msg("List Query"),
  table: "queries",
  permissions: ["can_read"],
  columns: [
    "id",
    "changed_on",
    "client_id",
    "database.id",
    "database.database_name",
    "executed_sql",
    "error_message",
    "limit",
    "limiting_factor",
    "progress",
    "rows",
    "schema",
    "select_as_cta",
    "sql",
    "sql_editor_id",
    "sql_tables",
    "status",
    "tab_name",
    "user.id",
    "user.first_name",
    "user.last_name",
    "start_time",
    "start_running_time",
    "end_time",
    "tmp_table_name",
    "tracking_url",
    "results_key",
  ],
  search: {
    changed_on: { type: "date", column: "queries.changed_on" },
    database: { type: "one", column: "queries.database_id" },
    sql: { type: "text", column: "queries.sql" },
    status: { type: "text", column: "queries.status" },
    user: { type: "one", column: "queries.user_id" },
    start_time: { type: "number", column: "queries.start_time" },
    sql_editor_id: { type: "text", column: "queries.sql_editor_id" },
  },
  order: {
    changed_on: "changed_on",
    "database.database_name": { via: "queries.database_id", table: "databases", name: "database_name" },
    duration: { by: sql`coalesce(queries.end_time, 0) - coalesce(queries.start_time, 0)` },
    rows: "rows",
    schema: { by: "schema", text: true },
    start_time: "start_time",
    sql: { by: "sql", text: true },
    tab_name: { by: "tab_name", text: true },
    "user.first_name": firstNameOf("queries.user_id"),
  },
  baseOrder: { column: "changed_on", direction: "desc" },
  visible: ({ user }) => visibleTo(user),
  present: (ctx, ids) => presentQueries(ctx.app, ids),
  texts: () => QUERY_TEXTS,
  related: {
    database: DATABASE_PICKER,
    user: { kind: "users" },
  },
  distinct: { status: "queries.status" },
};

const SHOWN = [...LIST.columns, "catalog", "select_as_cta_used", "select_sql", "tmp_schema_name", "extra"];

const show = route(contract.show, READ, async (ctx, { params, q }) => {
  const query = await findQuery(ctx.app.db, params.id);
  if (!query || !canSeeQuery(ctx.user, query)) throw notFound();
  const [row] = await presentQueries(ctx.app, [query.id]);
  const requested = q?.columns?.length ? SHOWN.filter((name) => q.columns?.includes(name)) : SHOWN;
  const described = {
    show_columns: requested,
    label_columns: Object.fromEntries(requested.map((name) => [name, labelOf(name)])),
    description_columns: {},
    show_title: t("Show Query"),
  };
  const retained = Object.entries(described).filter(([name]) => !q?.keys || q.keys.includes(name));
  return { id: query.id, result: pick(row ?? { id: query.id }, requested), ...Object.fromEntries(retained) };
});

const MAX_MS = 8.64e15;

const updatedSince = route(contract.updatedSince, READ, async ({ app, user }, { q }) => {
  const since = q.last_updated_ms;
  if (!Number.isFinite(since) || Math.abs(since) > MAX_MS) throw badRequest();
  await failLostQueries(app, user.id);
  // Four-digit years, so that text order is time order.
  const text = formatTimestamp(Math.min(Math.max(since, 0), app.clock.now() + 1));
  return { result: new LazyList(statesInPortions(app, await queryIdsChangedSince(app.db, user.id, text))) };
});

async function* statesInPortions(app: App, ids: readonly number[]) {
  const places = new Map(ids.map((id, i) => [id, i]));
  const placeOf = ({ id }: QueryRecord) => places.get(id) ?? 0;
  for await (const portion of queriesInPortions(app.db, ids))
    yield await queryStates(
      app,
      portion.sort((a, b) => placeOf(a) - placeOf(b)),
    );
}

const stop = route(
  contract.stop,
  audited(READ, { action: "QueryRestApi.stop_query", verb: "stop", kind: "query" }),
  async ({ app, user }, { body }) => {
    const query = await findQueryByClientId(app.db, body.client_id);
    if (!query || !canSeeQuery(user, query)) throw notFound(t("Query not found"));
    noteAction({ objects: [{ id: query.id, name: query.tab_name }] });
    await stopQuery(app, query);
    return { result: "OK" };
  },
);

export const queryResource: Resource = {
  name: "query",
  routes: [...collectionRoutes(contract, LIST), show, updatedSince, stop],
};
