import { withPartUuids } from "../../model/dataset-folder.ts";
import type { App } from "../../server/app.ts";
import { yieldToEventLoop } from "../../server/event-loop.ts";
import type { BriefChart, ChartRecord } from "../chart/index.ts";
import { type DashboardRecord, mapCharts } from "../dashboard/index.ts";
import { type DatabaseRecord, maskedAddress, maskedSecrets, maskedTunnel, secretPartsOf } from "../database/index.ts";
import { columnsOf, type DatasetRow, metricsOf } from "../dataset/index.ts";
import type { SavedQueryRecord } from "../saved-query/index.ts";
import type { ThemeRecord } from "../theme/index.ts";
import { withBundleNumbers } from "./chart-references.ts";
import { VERSION } from "./files.ts";
import { type BundleIds, partUuid } from "./ids.ts";
import { isObject, type Json, objectOf, parseObjectOrText } from "./json-values.ts";
import { remapMetadata, withAllCharts } from "./remap.ts";

export interface Numbers {
  charts: ReadonlyMap<number, number>;
  layers: ReadonlyMap<number, number>;
  datasets: BundleIds;
  datasetUuids: ReadonlyMap<number, string>;
  themeUuids: ReadonlyMap<number, string>;
}

export function databaseFile(app: App, database: DatabaseRecord, isPrimary: boolean): Json {
  const upload = isPrimary
    ? { allow_csv_upload: database.allow_file_upload }
    : { allow_file_upload: database.allow_file_upload };
  return {
    database_name: database.database_name,
    sqlalchemy_uri: maskedAddress(app.secrets, database),
    cache_timeout: database.cache_timeout,
    expose_in_sqllab: database.expose_in_sqllab,
    allow_run_async: database.allow_run_async,
    allow_ctas: database.allow_ctas,
    allow_cvas: database.allow_cvas,
    allow_dml: database.allow_dml,
    ...upload,
    extra: objectOf(database.extra),
    impersonate_user: database.impersonate_user,
    configuration_method: database.configuration_method,
    ...(database.encrypted_extra ? { masked_encrypted_extra: objectOf(maskedSecrets(app, database)) } : {}),
    ...(database.ssh_tunnel ? { ssh_tunnel: maskedTunnel(secretPartsOf(app.secrets, database).tunnel) } : {}),
    uuid: database.uuid,
    version: VERSION,
  };
}

export async function datasetFile(app: App, dataset: DatasetRow, extra: Json): Promise<Json> {
  const metrics = await metricsOf(app.db, dataset.id);
  const columns = await columnsOf(app.db, dataset.id);
  const parts = new Map([
    ...columns.map(({ uuid, column_name }) => [uuid, partUuid(dataset.uuid, "column", column_name)] as const),
    ...metrics.map(({ uuid, metric_name }) => [uuid, partUuid(dataset.uuid, "metric", metric_name)] as const),
  ]);
  return {
    table_name: dataset.table_name,
    main_dttm_col: dataset.main_dttm_col,
    currency_code_column: dataset.currency_code_column,
    description: dataset.description,
    default_endpoint: dataset.default_endpoint,
    offset: dataset.offset,
    cache_timeout: dataset.cache_timeout,
    catalog: dataset.catalog,
    schema: dataset.schema,
    sql: dataset.sql,
    params: parseObjectOrText(dataset.params),
    template_params: parseObjectOrText(dataset.template_params),
    filter_select_enabled: dataset.filter_select_enabled,
    fetch_values_predicate: dataset.fetch_values_predicate,
    extra: parseObjectOrText(dataset.extra),
    normalize_columns: dataset.normalize_columns,
    always_filter_main_dttm: dataset.always_filter_main_dttm,
    folders: dataset.folders ? withPartUuids(JSON.parse(dataset.folders), parts) : null,
    uuid: dataset.uuid,
    metrics: metrics.map((metric) => ({ ...metricFile(metric), ...extraOf(extra, "metrics", metric.metric_name) })),
    columns: columns.map((column) => ({ ...columnFile(column), ...extraOf(extra, "columns", column.column_name) })),
    version: VERSION,
  };
}

function extraOf(extra: Json, list: "columns" | "metrics", name: string): Json {
  const named = extra[list];
  const own = isObject(named) && Object.hasOwn(named, name) ? named[name] : undefined;
  return isObject(own) ? own : {};
}

function metricFile(metric: Awaited<ReturnType<typeof metricsOf>>[number]): Json {
  return {
    metric_name: metric.metric_name,
    verbose_name: metric.verbose_name,
    metric_type: metric.metric_type,
    expression: metric.expression,
    description: metric.description,
    d3format: metric.d3format,
    currency: parseObjectOrText(metric.currency),
    extra: parseObjectOrText(metric.extra),
    warning_text: metric.warning_text,
  };
}

function columnFile(column: Awaited<ReturnType<typeof columnsOf>>[number]): Json {
  return {
    column_name: column.column_name,
    verbose_name: column.verbose_name,
    is_dttm: column.is_dttm,
    is_active: column.is_active,
    type: column.type,
    advanced_data_type: column.advanced_data_type,
    groupby: column.groupby,
    filterable: column.filterable,
    expression: column.expression,
    description: column.description,
    python_date_format: column.python_date_format,
    datetime_format: column.datetime_format,
    extra: parseObjectOrText(column.extra),
  };
}

export async function chartFile(chart: ChartRecord, numbers: Numbers): Promise<Json> {
  const uuid = chart.datasource_id === null ? undefined : numbers.datasetUuids.get(chart.datasource_id);
  const dataset = uuid === undefined ? undefined : numbers.datasets.get(uuid);
  const params = paramsOver(objectOf(chart.params), { dataset, vizType: chart.viz_type ?? "", numbers });
  await yieldToEventLoop();
  return {
    slice_name: chart.slice_name,
    description: chart.description,
    certified_by: chart.certified_by,
    certification_details: chart.certification_details,
    viz_type: chart.viz_type ?? "",
    params,
    query_context: contextOver(chart.query_context, { dataset, numbers }),
    cache_timeout: chart.cache_timeout,
    uuid: chart.uuid,
    version: VERSION,
    dataset_uuid: uuid ?? null,
  };
}

function paramsOver(
  { slice_id: _, ...params }: Json,
  { dataset, vizType, numbers }: { dataset: number | undefined; vizType?: string; numbers: Numbers },
): Json {
  const place = dataset === undefined ? {} : { datasource: `${dataset}__table` };
  return withBundleNumbers({ ...params, ...place, ...(vizType === undefined ? {} : { viz_type: vizType }) }, numbers);
}

function contextOver(
  text: string | null,
  { dataset, numbers }: { dataset: number | undefined; numbers: Numbers },
): string | null {
  const context = objectOf(text);
  if (Object.keys(context).length === 0) return null;
  const { form_data } = context;
  const queries = Array.isArray(context.queries)
    ? { queries: context.queries.map((query) => (isObject(query) ? withBundleNumbers(query, numbers) : query)) }
    : {};
  const form = isObject(form_data) ? { form_data: paramsOver(form_data, { dataset, numbers }) } : {};
  const datasource = dataset === undefined ? {} : { datasource: { id: dataset, type: "table" } };
  return JSON.stringify({ ...context, ...datasource, ...queries, ...form });
}

export async function dashboardFile(
  dashboard: DashboardRecord,
  charts: readonly ChartRecord[],
  numbers: Numbers,
): Promise<Json> {
  const title = dashboard.dashboard_title ?? "";
  const metadata = remapMetadata(objectOf(dashboard.json_metadata), {
    chartId: (id) => (typeof id === "number" ? numbers.charts.get(id) : undefined),
    target: ({ datasetId, ...target }) => {
      const datasetUuid = typeof datasetId === "number" ? numbers.datasetUuids.get(datasetId) : undefined;
      return datasetUuid === undefined ? target : { datasetUuid, ...target };
    },
  });
  await yieldToEventLoop();
  const theme = dashboard.theme_id === null ? undefined : numbers.themeUuids.get(dashboard.theme_id);
  return {
    dashboard_title: title,
    description: dashboard.description,
    css: dashboard.css,
    slug: dashboard.slug,
    certified_by: dashboard.certified_by,
    certification_details: dashboard.certification_details,
    published: dashboard.published,
    uuid: dashboard.uuid,
    position: dashboardPosition(dashboard, charts, (id) => numbers.charts.get(id) ?? id),
    metadata,
    ...(theme === undefined ? {} : { theme_uuid: theme }),
    version: VERSION,
  };
}

export function dashboardPosition(
  { position_json, dashboard_title }: DashboardRecord,
  charts: readonly BriefChart[],
  numberOf: (id: number) => number,
): Json {
  const numbered = charts.map((chart) => ({ ...chart, id: numberOf(chart.id) }));
  const byId = new Map(charts.map((chart, i) => [chart.id, numbered[i]]));
  const byUuid = new Map(numbered.map((chart) => [chart.uuid, chart]));
  const layout = mapCharts(objectOf(position_json), (meta) => {
    const chart = byId.get(Number(meta.chartId)) ?? byUuid.get(String(meta.uuid));
    if (chart) return { ...meta, chartId: chart.id, uuid: chart.uuid };
    const { chartId: _, ...unknown } = meta;
    // Never another chart's id. Superset can't import tiles without an id.
    return { ...unknown, chartId: 0 };
  });
  return withAllCharts(position_json ? layout : null, dashboard_title ?? "", numbered);
}

export function themeFile({ theme_name, json_data, uuid }: ThemeRecord): Json {
  return { theme_name, json_data: objectOf(json_data), uuid, version: VERSION };
}

export function savedQueryFile({ catalog, schema, label, description, sql, uuid }: SavedQueryRecord): Json {
  return { catalog, schema, label, description, sql, uuid, version: VERSION };
}
