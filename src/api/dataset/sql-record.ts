import type { SourceColumn } from "../../connectors/connector.ts";
import { GENERIC_TYPE } from "../../model/query-context.ts";
import type { App } from "../../server/app.ts";
import { connectorOf, type DatabaseRecord } from "../database/index.ts";
import { genericTypeOf } from "./column-type.ts";
import { type DatasetRecord, NO_DATASET, recordOf } from "./record.ts";
import { COUNT_METRIC } from "./source.ts";
import type { ColumnRow, DatasetRow, MetricRow } from "./store.ts";

export interface EditorSql {
  type: "query" | "saved_query";
  id: number;
  name: string;
  sql: string;
  catalog: string | null;
  schema: string | null;
  template_params: string | null;
  version: string;
}

export function recordOfSql(
  app: App,
  { source, database, columns }: { source: EditorSql; database: DatabaseRecord; columns: readonly SourceColumn[] },
): DatasetRecord {
  const moments = { created_on: source.version, changed_on: source.version, created_by_fk: null, changed_by_fk: null };
  const uuid = `${source.type}-${source.id}-${database.id}`;
  const { name: table_name, sql, catalog, schema, template_params } = source;
  const row: DatasetRow = {
    ...NO_SETTINGS,
    ...moments,
    ...{ uuid, table_name, sql, catalog, schema, template_params },
    id: NO_DATASET,
    database_id: database.id,
    main_dttm_col: columns.find(({ type }) => genericTypeOf(type) === GENERIC_TYPE.TEMPORAL)?.name ?? null,
  };
  const metric: MetricRow = {
    ...{ ...COUNT_METRIC, ...moments, id: 1, uuid, dataset_id: NO_DATASET, position: 0 },
    ...{ description: null, d3format: null, currency: null, warning_text: null, extra: null },
  };
  const record = recordOf({
    row,
    columns: columns.map((column, i) => columnOf(column, { ...moments, id: i + 1, uuid: `${uuid}-${i}`, position: i })),
    metrics: [metric],
    database,
    connector: connectorOf(app, database),
    owners: [],
  });
  const uid = `${source.id}__${source.type}`;
  return { ...record, uid, type: source.type, datasource_type: source.type };
}

type KnownColumn = "id" | "uuid" | "position" | "created_on" | "changed_on" | "created_by_fk" | "changed_by_fk";

function columnOf({ name, type, storedAs }: SourceColumn, stored: Pick<ColumnRow, KnownColumn>): ColumnRow {
  const type_generic = genericTypeOf(type);
  return {
    ...stored,
    ...{ dataset_id: NO_DATASET, column_name: name, type, type_generic },
    ...{ advanced_data_type: null, verbose_name: null, description: null, expression: null },
    ...{ filterable: true, groupby: true, is_active: true, is_dttm: type_generic === GENERIC_TYPE.TEMPORAL },
    ...{ python_date_format: storedAs ?? null, datetime_format: null, extra: null },
  };
}

const NO_SETTINGS = {
  currency_code_column: null,
  description: null,
  default_endpoint: null,
  offset: 0,
  cache_timeout: null,
  params: null,
  filter_select_enabled: true,
  fetch_values_predicate: null,
  parts_bytes: 0,
  extra: null,
  normalize_columns: false,
  always_filter_main_dttm: false,
  is_sqllab_view: false,
  is_managed_externally: false,
  external_url: null,
  folders: null,
  invalidated_on: null,
};
