import type { z } from "zod";
import type { ChartValues } from "../chart/index.ts";
import type { DatabaseValues } from "../database/index.ts";
import type { ColumnValues, DatasetRow, DatasetValues, MetricValues } from "../dataset/index.ts";
import type { ChartFile, ColumnFile, DatabaseFile, DatasetFile, MetricFile } from "./files.ts";

/** What the files of a bundle say, as the stores save it. */

export function databaseValues(file: DatabaseFile, password: string | undefined): DatabaseValues {
  const secret = password ?? file.password;
  return {
    database_name: file.database_name,
    sqlalchemy_uri: secret ? withPassword(file.sqlalchemy_uri, secret) : file.sqlalchemy_uri,
    cache_timeout: file.cache_timeout ?? null,
    expose_in_sqllab: file.expose_in_sqllab ?? true,
    allow_run_async: file.allow_run_async ?? false,
    allow_ctas: file.allow_ctas ?? false,
    allow_cvas: file.allow_cvas ?? false,
    allow_dml: file.allow_dml ?? false,
    allow_file_upload: file.allow_file_upload ?? file.allow_csv_upload ?? false,
    impersonate_user: file.impersonate_user ?? false,
    extra: jsonText(file.extra),
  };
}

function withPassword(address: string, password: string): string {
  return address.replace(/:X{10}@/, () => `:${encodeURIComponent(password)}@`);
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
    params: jsonText(file.params),
    template_params: jsonText(file.template_params),
    extra: jsonText(file.extra),
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

export function columnValues(file: z.infer<typeof ColumnFile>): ColumnValues {
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
    extra: jsonText(file.extra),
  };
}

export function metricValues(file: z.infer<typeof MetricFile>): MetricValues {
  return {
    metric_name: file.metric_name,
    verbose_name: file.verbose_name ?? null,
    metric_type: file.metric_type ?? null,
    expression: file.expression,
    description: file.description ?? null,
    d3format: file.d3format ?? null,
    currency: typeof file.currency === "object" ? file.currency : null,
    warning_text: file.warning_text ?? null,
    extra: jsonText(file.extra),
  };
}

export function chartValues(file: ChartFile, dataset: DatasetRow): Omit<ChartValues, "uuid"> {
  const datasource = `${dataset.id}__table`;
  const params = { ...jsonOf(file.params), datasource, viz_type: file.viz_type };
  return {
    slice_name: file.slice_name,
    description: file.description ?? null,
    certified_by: file.certified_by ?? null,
    certification_details: file.certification_details ?? null,
    viz_type: file.viz_type,
    params: JSON.stringify(params),
    query_context: queryContextFor(file.query_context, dataset.id),
    cache_timeout: file.cache_timeout ?? null,
    datasource_id: dataset.id,
    datasource_type: "table",
    datasource_name: dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name,
  };
}

/** The stored query context, asking the dataset as it is known here; none when it cannot be read. */
function queryContextFor(text: string | null | undefined, datasetId: number): string | null {
  const context = text ? jsonOf(text) : {};
  if (Object.keys(context).length === 0) return null;
  const formData = context.form_data as Record<string, unknown> | null | undefined;
  return JSON.stringify({
    ...context,
    datasource: { id: datasetId, type: "table" },
    ...(formData ? { form_data: { ...formData, datasource: `${datasetId}__table` } } : {}),
  });
}

function jsonOf(value: string | Record<string, unknown> | null | undefined): Record<string, unknown> {
  if (!value) return {};
  if (typeof value !== "string") return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function jsonText(value: string | Record<string, unknown> | null | undefined): string | null {
  if (value === null || value === undefined || value === "") return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
