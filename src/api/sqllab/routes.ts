import { t } from "../../i18n/translate.ts";
import { badRequest, forbidden, missingAuthorization } from "../../model/errors.ts";
import { appearanceOf } from "../../server/http/appearance.ts";
import { pageWith } from "../../server/http/page-stream.ts";
import { asksForPage, shellPage } from "../../server/http/pages.ts";
import { pick } from "../../server/http/resource-list.ts";
import {
  audited,
  type Context,
  PUBLIC,
  RawReply,
  type Resource,
  route,
  unaudited,
  withLargeBody,
  withOptions,
} from "../../server/http/route.ts";
import { RowGrant } from "../../server/rights/row-grant.ts";
import { keyValuesOf } from "../../server/store/key-values.ts";
import {
  allDatabases,
  canReadPlace,
  canSeeDatabase,
  connectionOf,
  presentDatabases,
  tableOfPath,
  tableOfQuery,
  visibleDatabase,
} from "../database/index.ts";
import { securityFor } from "../row-level-security/index.ts";
import { savedQueriesByIds } from "../saved-query/index.ts";
import { presentTab, type TabRecord, tabsOf } from "../tab-state/index.ts";
import { cachedAnswer } from "./cached-result.ts";
import * as contract from "./contract.ts";
import { executeSql } from "./execute.ts";
import { exportedRows } from "./export.ts";
import { sqlJob } from "./job.ts";
import * as policy from "./policy.ts";
import { tableExtraOf } from "./table-extra.ts";
import { tablePreview } from "./table-preview.ts";
import { estimatedCost, formattedSql } from "./tools.ts";
import { faultsOf } from "./validate.ts";

async function rowCountsOf(ctx: Context, id: number, place: { schema: string | null; catalog: string | null }) {
  const record = await visibleDatabase(ctx, id);
  const { schema, catalog } = place;
  if (!canReadPlace(ctx.user, { databaseId: id, databaseName: record.database_name, schema, catalog })) return [];
  const { connection } = await connectionOf(ctx.app, id);
  const counts = (await connection.rowCounts?.(schema, catalog)) ?? [];
  const security = securityFor(ctx.app, RowGrant.ofSql(ctx.user));
  const isHidden = await Promise.all(
    counts.map(({ table }) => security.isFiltered(id, { name: table, schema, catalog })),
  );
  return counts.filter((_, i) => !isHidden[i]).map(({ table, rows, isExact }) => ({ table, rows, is_exact: isExact }));
}

const PERMALINKS = keyValuesOf<contract.Permalink>("sqllab_permalink", null);

const SHOWN = [
  "allow_file_upload",
  "allow_ctas",
  "allow_cvas",
  "allow_dml",
  "allow_run_async",
  "allows_cost_estimate",
  "allows_subquery",
  "allows_virtual_table_explore",
  "backend",
  "database_name",
  "expose_in_sqllab",
  "force_ctas_schema",
  "id",
  "disable_data_preview",
  "disable_drill_to_detail",
  "allow_multi_catalog",
];

async function initialState({ app, user }: Context) {
  const tabs = await tabsOf(app.db, user.id);
  const active = tabs.find((tab) => tab.active) ?? tabs.at(-1);
  const visible = (await allDatabases(app.db)).filter((database) => canSeeDatabase(user, database));
  const databases = await presentDatabases(
    app,
    visible.map(({ id }) => id),
  );
  return {
    result: {
      tab_state_ids: tabs.map(({ id, label }): [number, string | null] => [id, label]),
      unsaved_tab_ids: await unsavedOf(app, tabs),
      active_tab: active ? await presentTab(app, active) : null,
      databases: Object.fromEntries(databases.map((database) => [String(database.id), pick(database, SHOWN)])),
      conf: {
        SQL_MAX_ROW: app.config.limits.maxRows,
        SCHEDULED_QUERIES: app.config.scheduledQueries,
      },
    },
  };
}

async function unsavedOf({ db }: Context["app"], tabs: readonly TabRecord[]): Promise<number[]> {
  const ids = tabs.flatMap(({ saved_query_id }) => saved_query_id ?? []);
  const stored = new Map((await savedQueriesByIds(db, ids)).map(({ id, sql }) => [id, sql]));
  const isSaved = ({ sql, saved_query_id }: TabRecord) =>
    !sql?.trim() || (saved_query_id !== null && stored.get(saved_query_id) === sql);
  return tabs.filter((tab) => !isSaved(tab)).map(({ id }) => id);
}

async function openPageWith({ app, user, request }: Context, posted = "{}"): Promise<RawReply> {
  if (!user.can(...policy.OPEN)) {
    if (!user.isAnonymous) throw forbidden();
    if (!asksForPage(request)) throw missingAuthorization();
  }
  const page = await shellPage(app, appearanceOf(request));
  if (page.status !== 200) return page;
  const headers = { ...page.headers, "cache-control": "no-store" };
  return new RawReply(pageWith(String(page.body), contract.openPage.path, requestOf(posted)), headers);
}

function requestOf(posted: string): object {
  try {
    const value: unknown = JSON.parse(posted);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw badRequest(t("form_data is not a JSON object"));
}

export const sqlLabResource: Resource = {
  name: "sqllab",
  jobs: [sqlJob],
  routes: [
    withLargeBody(
      route(
        contract.execute,
        audited(policy.EXECUTE, { action: "SqlLabRestApi.execute_sql_query", verb: "run_sql", kind: "database" }),
        (ctx, { body }) => executeSql(ctx, body),
      ),
    ),
    route(contract.results, policy.GET_RESULTS, (ctx, { q }) => cachedAnswer(ctx, q)),
    withLargeBody(
      route(
        contract.estimate,
        unaudited(policy.ESTIMATE, "asks for the cost of a query without running it"),
        async (ctx, { body }) => ({ result: await estimatedCost(ctx, body) }),
      ),
    ),
    withLargeBody(
      route(contract.formatSql, unaudited(policy.FORMAT, "formats a text"), async (ctx, { body }) => ({
        result: await formattedSql(ctx, body),
      })),
    ),
    route(
      contract.exportCsv,
      audited(policy.EXPORT, { action: "SqlLabRestApi.export_csv", verb: "download", kind: "query" }),
      (ctx, { params }) => exportedRows(ctx, { clientId: params.client_id }),
    ),
    withOptions(
      route(
        contract.exportStreaming,
        audited(policy.EXPORT, { action: "SqlLabRestApi.export_streaming_csv", verb: "download", kind: "query" }),
        (ctx, { body }) => exportedRows(ctx, { clientId: body.client_id, filename: body.filename }),
      ),
      { acceptsForm: true },
    ),
    withLargeBody(
      route(
        contract.validateSql,
        unaudited(policy.DATABASE_READ, "checks SQL without running it"),
        async (ctx, { params, body }) => ({
          result: await faultsOf(ctx, params.id, body),
        }),
      ),
    ),
    route(contract.tableExtra, policy.DATABASE_READ, (ctx, { params, query }) =>
      tableExtraOf(ctx, params.id, tableOfQuery(query)),
    ),
    route(contract.tableExtraByPath, policy.DATABASE_READ, (ctx, { params }) =>
      tableExtraOf(ctx, params.id, tableOfPath(params)),
    ),
    route(
      contract.tablePreview,
      audited(policy.DATABASE_READ, {
        action: "table_preview",
        verb: "preview",
        kind: "database",
        recorded: "by-handler",
      }),
      (ctx, { params, query }) => tablePreview(ctx, params.id, tableOfQuery(query)),
    ),
    route(contract.rowCounts, policy.DATABASE_READ, async (ctx, { params, q }) => ({
      result: await rowCountsOf(ctx, params.id, { schema: q?.schema_name ?? null, catalog: q?.catalog_name ?? null }),
    })),
    route(contract.bootstrap, policy.READ, initialState),
    withOptions(
      route(contract.openPage, unaudited(PUBLIC, "shows a page"), (ctx, { body }) => openPageWith(ctx, body.form_data)),
      { acceptsForm: true },
    ),
    withLargeBody(
      route(
        contract.createPermalink,
        audited(policy.PERMALINK_WRITE, { action: "SqlLabPermalinkRestApi.post", verb: "share", kind: "query" }),
        async (ctx, { body }) => {
          const key = await PERMALINKS.create(ctx, body);
          return { key, url: `${ctx.request.protocol}://${ctx.request.host}/sqllab/p/${key}` };
        },
      ),
    ),
    route(contract.showPermalink, policy.PERMALINK_READ, (ctx, { params }) => PERMALINKS.read(ctx.app, params.key)),
  ],
};
