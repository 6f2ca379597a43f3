import type { Connector } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { isTimeOfDay } from "../../model/column-kind.ts";
import type { Dataset, DatasetColumn, DatasetMetric } from "../../model/dataset.ts";
import { readJson } from "../../model/json-text.ts";
import { GENERIC_TYPE } from "../../model/query-context.ts";
import { timeGrainsOf } from "../../query/grains.ts";
import type { Owner } from "../../server/rights/owners.ts";
import type { DatabaseRecord } from "../database/index.ts";
import { genericTypeOf } from "./column-type.ts";
import type { ColumnRow, DatasetRow, MetricRow } from "./store.ts";

/** In memory. `version` changes whenever the dataset or its database is saved. */
export interface DatasetRecord extends Dataset {
  uuid: string;
  databaseId: number;
  databaseName: string;
  version: string;
  ownerIds: number[];
}

/** For records without a dataset. No dataset has this id, so no permission or rule matches. */
export const NO_DATASET = 0;

export const isEditorRecord = ({ id }: DatasetRecord) => id === NO_DATASET;

export interface RecordParts {
  row: DatasetRow;
  columns: readonly ColumnRow[];
  metrics: readonly MetricRow[];
  database: DatabaseRecord;
  connector: Connector | undefined;
  owners: readonly Owner[];
}

export function recordOf({ row, columns, metrics, database, connector, owners }: RecordParts): DatasetRecord {
  const wireColumns = columns.map(columnOf);
  const wireMetrics = metrics.map(metricOf);
  const temporal = wireColumns.filter((column) => column.is_dttm).map((column) => column.column_name);
  return {
    ...placeOf(row),
    ...settingsOf(row),
    columns: wireColumns,
    metrics: wireMetrics,
    column_names: wireColumns.map((column) => column.column_name),
    column_types: [...new Set(wireColumns.map((column) => column.type_generic))],
    verbose_map: verboseMap(wireColumns, wireMetrics),
    column_formats: Object.fromEntries(
      wireMetrics.flatMap((metric) => (metric.d3format ? [[metric.metric_name, metric.d3format]] : [])),
    ),
    // Records are shared by users of all languages.
    get time_grain_sqla() {
      return timeGrains(connector);
    },
    granularity_sqla: temporal.map((name) => [name, name] as [string, string]),
    order_by_choices: wireColumns.flatMap(({ column_name: name }) => [
      [JSON.stringify([name, true]), `${name} [asc]`],
      [JSON.stringify([name, false]), `${name} [desc]`],
    ]),
    select_star: selectStar(row, connector),
    database: databaseOf(database, connector),
    owners: [...owners],
    databaseId: row.database_id,
    databaseName: database.database_name,
    version: `${row.changed_on}/${row.invalidated_on ?? ""}/${database.changed_on}`,
    ownerIds: owners.map((owner) => owner.id),
  };
}

export function payloadOf(record: DatasetRecord): Dataset {
  const { databaseId: _, databaseName: __, version: ___, ownerIds: ____, ...payload } = record;
  return payload;
}

export function datasourceOf(record: DatasetRecord): Dataset {
  const { columns, metrics, ...payload } = payloadOf(record);
  return { ...payload, columns: columns.map(withCertification), metrics: metrics.map(withCertification) };
}

function withCertification<T extends { extra?: string | null | undefined }>(part: T): T {
  const { certification, warning_markdown = null } = objectOf(part.extra);
  const certified = typeof certification === "object" && certification !== null ? certification : undefined;
  const { certified_by = null, details = null } = (certified ?? {}) as Record<string, unknown>;
  const certificationFields = { is_certified: certified !== undefined, certified_by, certification_details: details };
  return { ...part, ...certificationFields, warning_markdown };
}

function objectOf(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = text ? readJson(text) : {};
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function placeOf(row: DatasetRow) {
  const isVirtual = Boolean(row.sql?.trim());
  const name = row.schema ? `${row.schema}.${row.table_name}` : row.table_name;
  return {
    id: row.id,
    uid: `${row.id}__table`,
    uuid: row.uuid,
    type: "table",
    datasource_type: "table",
    kind: isVirtual ? ("virtual" as const) : ("physical" as const),
    table_name: row.table_name,
    datasource_name: row.table_name,
    name,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    url: `/tablemodelview/edit/${row.id}`,
    edit_url: `/tablemodelview/edit/${row.id}`,
  };
}

function settingsOf(row: DatasetRow) {
  return {
    description: row.description,
    main_dttm_col: row.main_dttm_col,
    currency_code_column: row.currency_code_column,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    default_endpoint: row.default_endpoint,
    params: row.params,
    template_params: row.template_params,
    filter_select: row.filter_select_enabled,
    filter_select_enabled: row.filter_select_enabled,
    fetch_values_predicate: row.fetch_values_predicate,
    extra: row.extra,
    normalize_columns: row.normalize_columns,
    always_filter_main_dttm: row.always_filter_main_dttm,
    is_sqllab_view: row.is_sqllab_view,
    is_managed_externally: row.is_managed_externally,
    external_url: row.external_url,
    health_check_message: null,
    folders: row.folders ? (JSON.parse(row.folders) as unknown[]) : null,
  };
}

function columnOf(row: ColumnRow): DatasetColumn {
  const { dataset_id: _, position: __, created_by_fk: ___, changed_by_fk: ____, ...column } = row;
  // Imported datasets may call a time of day temporal, but no grain works on it.
  if (isTimeOfDay(column.type ?? "") && !column.expression) {
    return { ...column, is_dttm: false, type_generic: GENERIC_TYPE.STRING };
  }
  return { ...column, type_generic: column.is_dttm ? 2 : (column.type_generic ?? genericTypeOf(column.type)) };
}

function metricOf(row: MetricRow): DatasetMetric {
  const { dataset_id: _, position: __, created_by_fk: ___, changed_by_fk: ____, currency, ...metric } = row;
  return { ...metric, currency: currency ? (JSON.parse(currency) as DatasetMetric["currency"]) : null };
}

function verboseMap(columns: readonly DatasetColumn[], metrics: readonly DatasetMetric[]): Record<string, string> {
  return {
    get __timestamp() {
      return t("Time");
    },
    ...Object.fromEntries(columns.map((column) => [column.column_name, column.verbose_name || column.column_name])),
    ...Object.fromEntries(metrics.map((metric) => [metric.metric_name, metric.verbose_name || metric.metric_name])),
  };
}

function timeGrains(connector: Connector | undefined): [string, string][] {
  return connector ? timeGrainsOf(connector.dialect).map(({ duration, name }) => [duration, name]) : [];
}

function selectStar(row: DatasetRow, connector: Connector | undefined): string {
  const quote = (name: string) => (connector ? connector.dialect.quoteIdentifier(name) : name);
  const parts = [row.catalog, row.schema, row.table_name].filter((part) => part !== null && part !== "");
  return `SELECT\n  *\nFROM ${parts.map((part) => quote(part as string)).join(".")}\nLIMIT 100`;
}

function databaseOf(database: DatabaseRecord, connector: Connector | undefined) {
  const extra = readExtra(database.extra);
  return {
    id: database.id,
    uuid: database.uuid,
    name: database.database_name,
    database_name: database.database_name,
    backend: connector?.engine ?? "",
    allows_subquery: true,
    allows_cost_estimate: connector?.estimates ?? false,
    tells_partitions: Boolean(connector?.dialect.isLatestPartition),
    allows_virtual_table_explore: extra.allows_virtual_table_explore !== false,
    disable_data_preview: extra.disable_data_preview === true,
    disable_drill_to_detail: extra.disable_drill_to_detail === true,
    allow_multi_catalog: extra.allow_multi_catalog === true,
    explore_database_id: database.id,
  };
}

function readExtra(text: string | null): Record<string, unknown> {
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}
