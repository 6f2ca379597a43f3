import { loadTypedForm } from "../../chart-types/index.ts";
import type { ChartValues } from "../chart/index.ts";
import type { DatabaseValues } from "../database/index.ts";
import type { ColumnValues, DatasetRow, DatasetValues, MetricValues } from "../dataset/index.ts";
import type { ChartFile, ColumnFile, DatabaseFile, DatasetFile, MetricFile } from "./files.ts";
import { isObject, type Json, objectOf, textOfJson } from "./json-values.ts";

export function databaseValues(file: DatabaseFile, password: string | undefined): DatabaseValues {
  const secret = password ?? file.password;
  return {
    ...flagsOf(file),
    database_name: file.database_name,
    sqlalchemy_uri: secret ? withPassword(file.sqlalchemy_uri, secret) : file.sqlalchemy_uri,
    cache_timeout: file.cache_timeout ?? null,
    configuration_method: file.configuration_method ?? "sqlalchemy_form",
    extra: textOfJson(file.extra),
  };
}

function flagsOf(file: DatabaseFile) {
  return {
    expose_in_sqllab: file.expose_in_sqllab ?? true,
    allow_run_async: file.allow_run_async ?? false,
    allow_ctas: file.allow_ctas ?? false,
    allow_cvas: file.allow_cvas ?? false,
    allow_dml: file.allow_dml ?? false,
    allow_file_upload: file.allow_file_upload ?? file.allow_csv_upload ?? false,
    impersonate_user: file.impersonate_user ?? false,
  };
}

function withPassword(address: string, password: string): string {
  return address.replaceAll(/X{10}/g, () => encodeURIComponent(password));
}

export function datasetValues(file: DatasetFile): Omit<DatasetValues, "database_id"> {
  const flags = {
    filter_select_enabled: file.filter_select_enabled ?? true,
    normalize_columns: file.normalize_columns ?? false,
    always_filter_main_dttm: file.always_filter_main_dttm ?? false,
  };
  return {
    ...textsOf(file),
    ...flags,
    table_name: file.table_name,
    offset: file.offset ?? 0,
    cache_timeout: file.cache_timeout ?? null,
    params: textOfJson(file.params),
    template_params: textOfJson(file.template_params),
    extra: textOfJson(file.extra),
    folders: file.folders ? JSON.stringify(file.folders) : null,
  };
}

const TEXTS = [
  "main_dttm_col",
  "currency_code_column",
  "description",
  "default_endpoint",
  "catalog",
  "schema",
  "sql",
  "fetch_values_predicate",
] as const;

function textsOf(file: DatasetFile): Record<(typeof TEXTS)[number], string | null> {
  const entries = TEXTS.map((name) => [name, file[name] ?? null]);
  return Object.fromEntries(entries) as Record<(typeof TEXTS)[number], string | null>;
}

export function columnValues(file: ColumnFile): ColumnValues {
  return {
    column_name: file.column_name,
    verbose_name: file.verbose_name ?? null,
    is_dttm: file.is_dttm ?? false,
    is_active: file.is_active ?? true,
    type: file.type ?? null,
    advanced_data_type: file.advanced_data_type ?? null,
    groupby: file.groupby ?? true,
    filterable: file.filterable ?? true,
    expression: file.expression ?? null,
    description: file.description ?? null,
    python_date_format: file.python_date_format ?? null,
    datetime_format: file.datetime_format ?? null,
    extra: textOfJson(file.extra),
  };
}

export function metricValues(file: MetricFile): MetricValues {
  return {
    metric_name: file.metric_name,
    verbose_name: file.verbose_name ?? null,
    metric_type: file.metric_type ?? null,
    expression: file.expression,
    description: file.description ?? null,
    d3format: file.d3format ?? null,
    currency: currencyOf(file.currency),
    warning_text: file.warning_text ?? null,
    extra: textOfJson(file.extra),
  };
}

export function currencyOf(value: MetricFile["currency"]): MetricValues["currency"] {
  const currency = typeof value === "string" ? objectOf(value) : value;
  return currency && typeof currency.symbol === "string" ? (currency as MetricValues["currency"]) : null;
}

export async function chartValues(
  file: ChartFile,
  dataset: DatasetRow | undefined,
): Promise<Omit<ChartValues, "uuid">> {
  const { params, vizType } = await migratedForm(jsonOf(file.params), file.viz_type);
  const isMigrated = vizType !== file.viz_type;
  const place = dataset ? { datasource: `${dataset.id}__table` } : {};
  const name = dataset?.schema ? `${dataset.schema}.${dataset.table_name}` : dataset?.table_name;
  return {
    slice_name: file.slice_name,
    description: file.description ?? null,
    certified_by: file.certified_by ?? null,
    certification_details: file.certification_details ?? null,
    viz_type: vizType,
    params: JSON.stringify({ ...params, ...place, viz_type: vizType }),
    query_context: isMigrated ? null : queryContextFor(file.query_context, dataset?.id),
    cache_timeout: file.cache_timeout ?? null,
    datasource_id: dataset?.id ?? null,
    datasource_type: "table",
    datasource_name: name ?? null,
  };
}

const RENAMED: Readonly<Record<string, string>> = {
  treemap: "treemap_v2",
  pivot_table: "pivot_table_v2",
  dual_line: "mixed_timeseries",
  sunburst: "sunburst_v2",
  line: "echarts_timeseries_line",
  area: "echarts_area",
  bar: "echarts_timeseries_bar",
  dist_bar: "echarts_timeseries_bar",
  bubble: "bubble_v2",
  heatmap: "heatmap_v2",
  histogram: "histogram_v2",
  sankey: "sankey_v2",
  mapbox: "point_cluster_map",
};

async function migratedForm(
  { slice_id: _, ...params }: Record<string, unknown>,
  vizType: string,
): Promise<{ params: Record<string, unknown>; vizType: string }> {
  if (!Object.hasOwn(RENAMED, vizType)) return { params, vizType };
  const typed = await loadTypedForm({ datasource: "", ...params, viz_type: vizType });
  if (!typed) return { params, vizType: RENAMED[vizType] ?? vizType };
  const { datasource, ...form } = typed.formData;
  return { params: datasource ? { ...form, datasource } : form, vizType: typed.type.key };
}

function queryContextFor(text: string | null | undefined, datasetId: number | undefined): string | null {
  const context = text ? jsonOf(text) : {};
  if (Object.keys(context).length === 0) return null;
  const form = context.form_data;
  const { slice_id: _, ...formData } = isObject(form) ? form : {};
  const place = datasetId === undefined ? {} : { datasource: `${datasetId}__table` };
  return JSON.stringify({
    ...context,
    ...(datasetId === undefined ? {} : { datasource: { id: datasetId, type: "table" } }),
    ...(isObject(form) ? { form_data: { ...formData, ...place } } : {}),
  });
}

function jsonOf(value: string | Json | null | undefined): Json {
  return typeof value === "string" ? objectOf(value) : (value ?? {});
}
