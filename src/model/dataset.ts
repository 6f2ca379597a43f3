import { z } from "zod";

export const DatasetColumn = z.looseObject({
  id: z.number().optional(),
  uuid: z.string().nullish(),
  column_name: z.string(),
  type: z.string().nullish(),
  /** 0 numeric, 1 string, 2 temporal, 3 boolean. */
  type_generic: z.number().nullish(),
  advanced_data_type: z.string().nullish(),
  verbose_name: z.string().nullish(),
  description: z.string().nullish(),
  expression: z.string().nullish(),
  filterable: z.boolean().default(true),
  groupby: z.boolean().default(true),
  is_active: z.boolean().nullish(),
  is_dttm: z.boolean().default(false),
  python_date_format: z.string().nullish(),
  extra: z.string().nullish(),
});
export type DatasetColumn = z.infer<typeof DatasetColumn>;

export const Currency = z.looseObject({ symbol: z.string(), symbolPosition: z.string().nullish() });
export type Currency = z.infer<typeof Currency>;

export const DatasetMetric = z.looseObject({
  id: z.number().optional(),
  uuid: z.string().nullish(),
  metric_name: z.string(),
  metric_type: z.string().nullish(),
  expression: z.string(),
  verbose_name: z.string().nullish(),
  description: z.string().nullish(),
  d3format: z.string().nullish(),
  currency: Currency.nullish(),
  warning_text: z.string().nullish(),
  extra: z.string().nullish(),
});
export type DatasetMetric = z.infer<typeof DatasetMetric>;

/** Dataset payload of explore and dashboard/datasets. `uid` is `<id>__table`, for SQL Lab queries `<id>__query`. */
export const Dataset = z.looseObject({
  id: z.number(),
  uid: z.string().optional(),
  uuid: z.string().nullish(),
  table_name: z.string(),
  datasource_name: z.string().nullish(),
  name: z.string().nullish(),
  type: z.string().optional(),
  kind: z.enum(["physical", "virtual"]).optional(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  sql: z.string().nullish(),
  description: z.string().nullish(),
  main_dttm_col: z.string().nullish(),
  offset: z.number().nullish(),
  cache_timeout: z.number().nullish(),
  default_endpoint: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: z.string().nullish(),
  columns: z.array(DatasetColumn),
  metrics: z.array(DatasetMetric),
  verbose_map: z.record(z.string(), z.string()).nullish(),
  column_formats: z.record(z.string(), z.string().nullable()).nullish(),
  /** `[[duration, label]...]` of the database's grains. */
  time_grain_sqla: z.array(z.tuple([z.string(), z.string()])).nullish(),
  granularity_sqla: z.array(z.tuple([z.string(), z.string()])).nullish(),
  database: z
    .looseObject({
      id: z.number(),
      name: z.string().optional(),
      database_name: z.string().optional(),
      backend: z.string().optional(),
      tells_partitions: z.boolean().optional(),
    })
    .nullish(),
  owners: z.array(z.unknown()).nullish(),
  folders: z.array(z.unknown()).nullish(),
});
export type Dataset = z.infer<typeof Dataset>;

type Named = Pick<Dataset, "id" | "type">;

export const isSqlSource = ({ type }: Pick<Dataset, "type">): boolean => type === "query" || type === "saved_query";

export const datasourceOf = ({ id, type = "table" }: Named): { id: number; type: string } => ({ id, type });

/** `7__table`, as in form data. */
export const datasourceKey = ({ id, type = "table" }: Named): string => `${id}__${type}`;

export const memoryKey = (source: Named): number | string => (isSqlSource(source) ? datasourceKey(source) : source.id);
