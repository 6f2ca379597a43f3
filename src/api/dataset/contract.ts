import { z } from "zod";
import { Currency, Dataset } from "../../model/dataset.ts";
import { WrittenFolders } from "../../model/dataset-folder.ts";
import { operation } from "../../model/operation.ts";
import {
  collectionOperations,
  deleteOperations,
  IdParams,
  MessageResponse,
  Person,
  PlacedIn,
  ReferenceParams,
} from "../../model/resource.ts";

export const DatasetRow = z.looseObject({
  id: z.number(),
  uuid: z.string().optional(),
  table_name: z.string(),
  kind: z.enum(["physical", "virtual"]).optional(),
  datasource_type: z.string().optional(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  sql: z.string().nullish(),
  description: z.string().nullish(),
  extra: z.string().nullish(),
  default_endpoint: z.string().nullish(),
  explore_url: z.string().optional(),
  is_managed_externally: z.boolean().nullish(),
  external_url: z.string().nullish(),
  database: z
    .looseObject({ id: z.number().optional(), uuid: z.string().optional(), database_name: z.string() })
    .optional(),
  changed_by_name: z.string().optional(),
  changed_by: Person.nullish(),
  changed_on_utc: z.string().optional(),
  changed_on_delta_humanized: z.string().optional(),
  owners: z.array(Person).optional(),
  folder: PlacedIn,
  /** How many are checked, how many of them fail, and how many couldn't be checked. */
  assertions: z.looseObject({ failed: z.number(), errors: z.number(), total: z.number() }).nullish(),
});
export type DatasetRow = z.infer<typeof DatasetRow>;

export const ColumnInput = z.strictObject({
  id: z.number().optional(),
  uuid: z.string().nullish(),
  column_name: z.string().min(1).max(255),
  type: z.string().nullish(),
  advanced_data_type: z.string().nullish(),
  verbose_name: z.string().nullish(),
  description: z.string().nullish(),
  expression: z.string().nullish(),
  extra: z.string().nullish(),
  filterable: z.boolean().optional(),
  groupby: z.boolean().optional(),
  is_active: z.boolean().nullish(),
  is_dttm: z.boolean().nullish(),
  python_date_format: z.string().nullish(),
  datetime_format: z.string().max(100).nullish(),
});
export type ColumnInput = z.infer<typeof ColumnInput>;

export const MetricInput = z.strictObject({
  id: z.number().optional(),
  uuid: z.string().nullish(),
  metric_name: z.string().min(1).max(255),
  expression: z.string(),
  metric_type: z.string().nullish(),
  verbose_name: z.string().nullish(),
  description: z.string().nullish(),
  d3format: z.string().nullish(),
  currency: Currency.nullish(),
  warning_text: z.string().nullish(),
  extra: z.string().nullish(),
});
export type MetricInput = z.infer<typeof MetricInput>;

const shared = {
  catalog: z.string().max(250).nullish(),
  schema: z.string().max(250).nullish(),
  sql: z.string().nullish(),
  owners: z.array(z.number()).optional(),
  template_params: z.string().nullish(),
  normalize_columns: z.boolean().optional(),
  always_filter_main_dttm: z.boolean().optional(),
  currency_code_column: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: z.string().nullish(),
  uuid: z.guid().toLowerCase().nullish(),
};

export const CreateDataset = z.strictObject({
  database: z.number(),
  table_name: z.string().min(1).max(250),
  ...shared,
  columns: z.array(z.looseObject({})).nullish(),
});
export type CreateDataset = z.infer<typeof CreateDataset>;

export const UpdateDataset = z.strictObject({
  ...shared,
  table_name: z.string().min(1).max(250).optional(),
  database_id: z.number().optional(),
  filter_select_enabled: z.boolean().nullish(),
  fetch_values_predicate: z.string().nullish(),
  description: z.string().nullish(),
  main_dttm_col: z.string().nullish(),
  offset: z.number().nullish(),
  default_endpoint: z.string().nullish(),
  cache_timeout: z.number().nullish(),
  is_sqllab_view: z.boolean().nullish(),
  extra: z.string().nullish(),
  folders: WrittenFolders.nullish(),
  columns: z.array(ColumnInput).optional(),
  metrics: z.array(MetricInput).optional(),
});
export type UpdateDataset = z.infer<typeof UpdateDataset>;

export const { list, info, related, distinct } = collectionOperations("dataset", DatasetRow);
export const { remove, removeMany } = deleteOperations("dataset");

export const show = operation({
  id: "dataset.show",
  method: "GET",
  path: "/api/v1/dataset/:id",
  summary: "A dataset with its columns and metrics",
  params: ReferenceParams,
  q: z.looseObject({ columns: z.array(z.string()).optional() }),
  /** Adds `rendered_sql`, and `rendered_expression` to columns and metrics with an expression. */
  query: z.looseObject({ include_rendered_sql: z.stringbool().optional() }),
  response: z.looseObject({ id: z.number(), result: Dataset }),
});
export const create = operation({
  id: "dataset.create",
  method: "POST",
  path: "/api/v1/dataset/",
  summary: "Create a dataset from a table or from SQL",
  body: CreateDataset,
  response: z.looseObject({ id: z.number(), result: z.record(z.string(), z.unknown()), data: Dataset }),
  status: 201,
});
export const DatasetBatch = z.strictObject({
  database: z.number(),
  schema: z.string().max(250).nullish(),
  catalog: z.string().max(250).nullish(),
  tables: z.array(z.string().min(1).max(250)).min(1).max(50),
});
export type DatasetBatch = z.infer<typeof DatasetBatch>;

export const DatasetBatchResult = z.object({
  table_name: z.string(),
  status: z.enum(["created", "exists", "failed"]),
  id: z.number().optional(),
  message: z.string().optional(),
});
export type DatasetBatchResult = z.infer<typeof DatasetBatchResult>;

export const createMany = operation({
  id: "dataset.createMany",
  method: "POST",
  path: "/api/v1/dataset/batch/",
  summary: "Create datasets from up to 50 tables of a schema; each succeeds or fails on its own",
  body: DatasetBatch,
  response: z.object({ result: z.array(DatasetBatchResult) }),
});
export const update = operation({
  id: "dataset.update",
  method: "PUT",
  path: "/api/v1/dataset/:id",
  summary: "Change a dataset",
  params: IdParams,
  query: z.looseObject({ override_columns: z.stringbool().optional() }),
  body: UpdateDataset,
  response: z.looseObject({ id: z.number(), result: z.record(z.string(), z.unknown()) }),
});
export const refresh = operation({
  id: "dataset.refresh",
  method: "PUT",
  path: "/api/v1/dataset/:id/refresh",
  summary: "Refresh the columns from the source",
  params: IdParams,
  response: MessageResponse,
});
export const getOrCreate = operation({
  id: "dataset.getOrCreate",
  method: "POST",
  path: "/api/v1/dataset/get_or_create/",
  summary: "Get the dataset of a table, or create it",
  body: z.strictObject({
    table_name: z.string().min(1).max(250),
    database_id: z.number(),
    catalog: z.string().nullish(),
    schema: z.string().nullish(),
    template_params: z.string().nullish(),
    normalize_columns: z.boolean().optional(),
    always_filter_main_dttm: z.boolean().optional(),
  }),
  response: z.looseObject({ result: z.looseObject({ table_id: z.number() }) }),
});
export const fetchMetadata = operation({
  id: "dataset.fetchMetadata",
  method: "GET",
  path: "/superset/fetch_datasource_metadata",
  summary: "A dataset by its datasource key",
  query: z.looseObject({ datasourceKey: z.string().regex(/^\d+__\w+$/) }),
  response: Dataset,
});
export const relatedObjects = operation({
  id: "dataset.relatedObjects",
  method: "GET",
  path: "/api/v1/dataset/:id/related_objects",
  summary: "Charts and dashboards that use a dataset",
  params: ReferenceParams,
  response: z.looseObject({
    charts: z.looseObject({
      count: z.number(),
      result: z.array(z.looseObject({ id: z.number(), slice_name: z.string(), viz_type: z.string() })),
    }),
    dashboards: z.looseObject({
      count: z.number(),
      result: z.array(z.looseObject({ id: z.number(), title: z.string(), slug: z.string().nullable() })),
    }),
  }),
});
export const drillInfo = operation({
  id: "dataset.drillInfo",
  method: "GET",
  path: "/api/v1/dataset/:id/drill_info/",
  summary: "Columns to drill into a chart's rows by",
  params: z.object({ id: z.string() }),
  q: z.looseObject({ dashboard_id: z.number().optional() }),
  response: z.looseObject({
    result: z.looseObject({
      id: z.number(),
      table_name: z.string(),
      columns: z.array(z.looseObject({ column_name: z.string(), verbose_name: z.string().nullable() })),
      owners: z.array(Person),
      created_by: Person.nullable(),
      changed_by: Person.nullable(),
      created_on_humanized: z.string(),
      changed_on_humanized: z.string(),
    }),
  }),
});
