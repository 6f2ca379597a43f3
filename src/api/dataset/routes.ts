import { sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { notFound } from "../../model/errors.ts";
import { parseDatasource } from "../../model/form-data.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { ifMatch, setETag } from "../../server/http/etag.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, pick } from "../../server/http/resource-list.ts";
import { audited, type Context, type Resource, route, withLargeBody, withOptions } from "../../server/http/route.ts";
import { unusedFilter } from "../../server/http/unused-filter.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { listedDashboardRules } from "../../server/rights/dashboards.ts";
import { datasetRules, readableDatasets } from "../../server/rights/datasets.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { assertOwner } from "../../server/rights/owners.ts";
import { allowedAmong, anyOfInList } from "../../server/rights/rule.ts";
import { inFolder } from "../../server/store/folders.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { moveToTrash } from "../../server/store/trash.ts";
import { connectionOf, DATABASE_PICKER } from "../database/index.ts";
import { createDatasets } from "./batch.ts";
import * as contract from "./contract.ts";
import { PART_ROUTES } from "./parts.ts";
import { assertDatasetAccess, canAccessDataset, FETCH_METADATA, GET_OR_CREATE, READ, VIEW, WRITE } from "./policy.ts";
import { presentDataset, presentDatasets } from "./present.ts";
import { type DatasetRecord, datasourceOf } from "./record.ts";
import { datasetForQuery } from "./records.ts";
import { changeDataset, createDataset, refreshDataset } from "./save.ts";
import { datasetOfTable } from "./search-path.ts";
import { chartsUsing, DATASET_TEXTS, type DatasetRow, dashboardsUsing, datasetsByIds, findDataset } from "./store.ts";
import { withRenderedSql } from "./templates.ts";

async function renderedOf({ app, user }: Context, dataset: DatasetRecord) {
  const { connector } = await connectionOf(app, dataset.databaseId);
  const render = (text: string) =>
    withRenderedSql({ app, user }, { text, dataset, dialect: connector.dialect }, async (sql) => sql);
  const rendered = <T extends { expression?: string | null | undefined }>(items: readonly T[]) =>
    Promise.all(
      items.map(async (item) =>
        item.expression ? { ...item, rendered_expression: await render(item.expression) } : item,
      ),
    );
  return {
    rendered_sql: dataset.sql?.trim() ? await render(dataset.sql) : "",
    columns: await rendered(dataset.columns),
    metrics: await rendered(dataset.metrics),
  };
}

const FIRST_OWNER = sql`coalesce((select min(lower(users.first_name)) from dataset_owners
  join users on users.id = dataset_owners.user_id where dataset_owners.dataset_id = datasets.id), '')`;

const LIST: ListDefinition = {
  view: VIEW,
  title: "List Sqla Table",
  table: "datasets",
  permissions: [
    "can_read",
    "can_write",
    "can_export",
    "can_duplicate",
    "can_get_or_create_dataset",
    "can_warm_up_cache",
    "can_get_drill_info",
  ],
  columns: [
    "id",
    "uuid",
    "table_name",
    "kind",
    "datasource_type",
    "catalog",
    "schema",
    "sql",
    "description",
    "extra",
    "default_endpoint",
    "explore_url",
    "is_managed_externally",
    "external_url",
    "database.id",
    "database.uuid",
    "database.database_name",
    "changed_by_name",
    "changed_by.id",
    "changed_by.first_name",
    "changed_by.last_name",
    "changed_on_utc",
    "changed_on_delta_humanized",
    "owners.id",
    "owners.first_name",
    "owners.last_name",
    "folder.id",
    "folder.name",
    "assertions.failed",
    "assertions.errors",
    "assertions.total",
  ],
  search: {
    id: { type: "number", column: "datasets.id" },
    uuid: { type: "uuid", column: "datasets.uuid" },
    database: { type: "one", column: "datasets.database_id" },
    owners: { type: "many", table: "dataset_owners", own: "dataset_id", column: "datasets.id", other: "user_id" },
    catalog: { type: "text", column: "datasets.catalog" },
    schema: { type: "text", column: "datasets.schema" },
    sql: { type: "text", column: "datasets.sql" },
    table_name: { type: "text", column: "datasets.table_name" },
    created_by: { type: "one", column: "datasets.created_by_fk" },
    changed_by: { type: "one", column: "datasets.changed_by_fk" },
  },
  filters: {
    "sql:dataset_is_null_or_empty": (value) =>
      value ? sql`(datasets.sql is null or datasets.sql = '')` : sql`(datasets.sql is not null and datasets.sql <> '')`,
    "id:dataset_is_certified": (value) =>
      value
        ? sql`coalesce(datasets.extra like '%certification%', false)`
        : sql`(datasets.extra is null or datasets.extra not like '%certification%')`,
    "id:dataset_in_folder": inFolder("dataset"),
    "id:dataset_is_unused": unusedFilter("dataset"),
  },
  order: {
    table_name: { by: "table_name", text: true },
    catalog: { by: "catalog", text: true },
    schema: { by: "schema", text: true },
    "changed_by.first_name": firstNameOf("datasets.changed_by_fk"),
    changed_on_delta_humanized: "changed_on",
    "database.database_name": { via: "datasets.database_id", table: "databases", name: "database_name" },
    kind: { by: sql`case when coalesce(datasets.sql, '') = '' then 'physical' else 'virtual' end` },
    "owners.first_name": { by: FIRST_OWNER, text: true },
  },
  visible: (ctx) => readableDatasets(ctx.user, "datasets.id"),
  present: presentDatasets,
  texts: () => DATASET_TEXTS,
  related: {
    database: DATABASE_PICKER,
    owners: { kind: "users", withEmail: true },
    created_by: { kind: "users" },
    changed_by: { kind: "users" },
  },
  distinct: { catalog: "datasets.catalog", schema: "datasets.schema" },
  createBody: contract.CreateDataset,
  updateBody: contract.UpdateDataset,
};

async function visibleDataset(ctx: Context, id: number): Promise<DatasetRow> {
  const row = id < 2 ** 31 ? await findDataset(ctx.app.db, id) : undefined;
  if (!row || !canAccessDataset(ctx.user, await datasetForQuery(ctx.app, row.id))) throw notFound();
  return row;
}

async function ownDataset(ctx: Context, id: number): Promise<DatasetRow> {
  const row = await visibleDataset(ctx, id);
  await assertOwner(ctx.app.db, ctx.user, { noun: "dataset", ids: [row.id] });
  return row;
}

const show = route(contract.show, READ, async (ctx, { params, query, q }) => {
  const record = await datasetForQuery(ctx.app, params.id);
  const row = await visibleDataset(ctx, record.id);
  const rendered = query.include_rendered_sql ? await renderedOf(ctx, record) : {};
  const result = { ...(await presentDataset(ctx.app, record, row)), ...rendered };
  setETag(ctx, row.changed_on);
  const chosen = q?.columns?.filter((name) => Object.hasOwn(result, name.split(".")[0] ?? ""));
  return { id: row.id, result: chosen && chosen.length > 0 ? (pick(result, chosen) as typeof result) : result };
});

const create = route(
  contract.create,
  audited(WRITE, { action: "DatasetRestApi.post", verb: "create", kind: "dataset" }),
  async (ctx, { body }) => {
    const id = await createDataset(ctx.app, ctx.user, body);
    const result = { normalize_columns: false, always_filter_main_dttm: false, ...body };
    return { id, result, data: datasourceOf(await datasetForQuery(ctx.app, id)) };
  },
);

const createMany = route(
  contract.createMany,
  audited(WRITE, { action: "DatasetRestApi.post", verb: "create", kind: "dataset" }),
  async (ctx, { body }) => {
    const result = await createDatasets(ctx, body);
    noteAction({
      objects: result.flatMap((each) =>
        "id" in each && typeof each.id === "number" ? [{ id: each.id, name: each.table_name }] : [],
      ),
    });
    return { result };
  },
);

const update = route(
  contract.update,
  audited(WRITE, { action: "DatasetRestApi.put", verb: "change", kind: "dataset" }),
  async (ctx, { params, query, body }) => {
    const row = await ownDataset(ctx, params.id);
    await assertUnmanaged(ctx.app.db, { noun: "dataset", ids: [row.id] }, body);
    const overrideColumns = query.override_columns ?? false;
    setETag(ctx, await changeDataset(ctx, row, { body, overrideColumns, basedOn: ifMatch(ctx) }));
    return { id: row.id, result: body };
  },
);

const refresh = route(
  contract.refresh,
  audited(WRITE, { action: "DatasetRestApi.refresh", verb: "change", kind: "dataset" }),
  async (ctx, { params }) => {
    const row = await ownDataset(ctx, params.id);
    await assertUnmanaged(ctx.app.db, { noun: "dataset", ids: [row.id] });
    await refreshDataset(ctx.app, ctx.user, row);
    return { message: "OK" };
  },
);

const remove = route(
  contract.remove,
  audited(WRITE, { action: "DatasetRestApi.delete", verb: "delete", kind: "dataset" }),
  async (ctx, { params }) => {
    const row = await ownDataset(ctx, params.id);
    await assertUnmanaged(ctx.app.db, { noun: "dataset", ids: [row.id] });
    await moveToTrash(ctx.app, { noun: "dataset", ids: [row.id], stamp: stampOf(ctx.app, ctx.user) });
    return { message: "OK" };
  },
);

const removeMany = route(
  contract.removeMany,
  audited(WRITE, { action: "DatasetRestApi.bulk_delete", verb: "delete", kind: "dataset" }),
  async (ctx, { q }) => {
    const visible = await allowedAmong(ctx.app.db, { table: "datasets", rules: datasetRules(ctx.user) }, q);
    const rows = await datasetsByIds(ctx.app.db, [...visible]);
    if (rows.length === 0 || rows.length < new Set(q).size) throw notFound();
    const ids = rows.map((row) => row.id);
    await assertOwner(ctx.app.db, ctx.user, { noun: "dataset", ids });
    await assertUnmanaged(ctx.app.db, { noun: "dataset", ids });
    await moveToTrash(ctx.app, { noun: "dataset", ids, stamp: stampOf(ctx.app, ctx.user) });
    return { message: t("Deleted {count, plural, one {# dataset} other {# datasets}}", { count: ids.length }) };
  },
);

const getOrCreate = route(
  contract.getOrCreate,
  audited(GET_OR_CREATE, {
    action: "DatasetRestApi.get_or_create_dataset",
    verb: "create",
    kind: "dataset",
    recorded: "noted",
  }),
  async (ctx, { body }) => {
    const { database_id, table_name, catalog = null, schema = null, ...rest } = body;
    const table = { databaseId: database_id, catalog, schema, name: table_name };
    const known = async () => {
      const found = await datasetOfTable(ctx.app, table);
      if (found) assertDatasetAccess(ctx.user, await datasetForQuery(ctx.app, found.id));
      return found?.id;
    };
    const make = () =>
      createDataset(ctx.app, ctx.user, { database: database_id, table_name, catalog, schema, ...rest }).catch(
        // Another request may have created it in the meantime.
        async (error: unknown) => {
          const id = await known();
          if (id === undefined) throw error;
          return id;
        },
      );
    return { result: { table_id: (await known()) ?? (await make()) } };
  },
);

const relatedObjects = route(contract.relatedObjects, READ, async (ctx, { params }) => {
  const row = await visibleDataset(ctx, (await datasetForQuery(ctx.app, params.id)).id);
  const charts = await chartsUsing(ctx.app.db, row.id, anyOfInList("charts", chartRules(ctx.user)));
  const dashboards = await dashboardsUsing(
    ctx.app.db,
    row.id,
    anyOfInList("dashboards", listedDashboardRules(ctx.user)),
  );
  return {
    charts: { count: charts.length, result: charts },
    dashboards: { count: dashboards.length, result: dashboards },
  };
});

const fetchMetadata = route(contract.fetchMetadata, FETCH_METADATA, async (ctx, { query }) => {
  const record = await datasetForQuery(ctx.app, parseDatasource(query.datasourceKey).id);
  assertDatasetAccess(ctx.user, record);
  return datasourceOf(record);
});

export const datasetResource: Resource = {
  name: "dataset",
  routes: [
    ...collectionRoutes(contract, LIST),
    withLargeBody(getOrCreate),
    show,
    withLargeBody(create),
    withOptions(createMany, { invalidStatus: 422 }),
    withLargeBody(withOptions(update, { invalidStatus: 422 })),
    refresh,
    remove,
    removeMany,
    relatedObjects,
    fetchMetadata,
    ...PART_ROUTES,
  ],
};
