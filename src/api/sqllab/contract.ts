import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { QueryState } from "../../model/query-state.ts";
import { SIZES } from "../../model/size-limits.ts";

const SQL = "/api/v1/sqllab";
const text = (length: number) => z.string().max(length);

export const ExecuteRequest = z.strictObject({
  database_id: z.number().int(),
  sql: z.string().min(1),
  /** The client's id of the query; generated if empty. */
  client_id: text(11).nullish(),
  queryLimit: z.number().int().min(0).nullish(),
  sql_editor_id: text(256).nullish(),
  catalog: text(256).nullish(),
  schema: text(256).nullish(),
  tab: text(256).nullish(),
  ctas_method: z.enum(["TABLE", "VIEW"]).nullish(),
  templateParams: z.string().nullish(),
  tmp_table_name: text(256).nullish(),
  select_as_cta: z.boolean().nullish(),
  runAsync: z.boolean().nullish(),
  expand_data: z.boolean().nullish(),
  json: z.boolean().nullish(),
});
export type ExecuteRequest = z.infer<typeof ExecuteRequest>;

const SqlColumn = z.looseObject({
  column_name: z.string(),
  name: z.string(),
  type: z.string(),
  type_generic: z.number(),
  is_dttm: z.boolean(),
  zone: z.string().optional(),
});

const SqlResult = z.looseObject({
  query_id: z.number(),
  status: z.string(),
  data: z.array(z.record(z.string(), z.unknown())),
  columns: z.array(SqlColumn),
  selected_columns: z.array(SqlColumn),
  expanded_columns: z.array(SqlColumn),
  query: QueryState,
  displayLimitReached: z.boolean().optional(),
});

const Started = z.strictObject({ query: QueryState });

/** 200 with the result, 202 with `{query}` for an asynchronous query; 200 with `{query}` if it has run already. */
export const execute = operation({
  id: "sqllab.execute",
  method: "POST",
  path: `${SQL}/execute/`,
  summary: "Run SQL",
  query: z.record(z.string(), z.unknown()),
  body: ExecuteRequest,
  response: SqlResult,
  also: { 200: Started, 202: Started },
});
export const results = operation({
  id: "sqllab.results",
  method: "GET",
  path: `${SQL}/results/`,
  summary: "The cached result of a query",
  q: z.looseObject({ key: z.string(), rows: z.number().int().min(0).nullish() }),
  response: SqlResult,
});
export const estimate = operation({
  id: "sqllab.estimate",
  method: "POST",
  path: `${SQL}/estimate/`,
  summary: "Estimate the cost of SQL, by statement",
  body: z.strictObject({
    database_id: z.number().int(),
    sql: z.string().min(1),
    catalog: text(256).nullish(),
    schema: text(256).nullish(),
    template_params: z.record(z.string(), z.unknown()).nullish(),
  }),
  response: z.looseObject({ result: z.array(z.record(z.string(), z.string())) }),
});
export const formatSql = operation({
  id: "sqllab.formatSql",
  method: "POST",
  path: `${SQL}/format_sql/`,
  summary: "Format SQL",
  body: z.strictObject({
    sql: z.string(),
    engine: text(256).nullish(),
    database_id: z.number().int().nullish(),
    template_params: z.string().nullish(),
  }),
  response: z.looseObject({ result: z.string() }),
});
const CSV = "text/csv";
export const exportCsv = operation({
  id: "sqllab.export",
  method: "GET",
  path: `${SQL}/export/:client_id/`,
  summary: "Export a query's rows as a CSV file",
  params: z.object({ client_id: z.string() }),
  response: z.unknown(),
  produces: CSV,
});
export const exportStreaming = operation({
  id: "sqllab.exportStreaming",
  method: "POST",
  path: `${SQL}/export_streaming/`,
  summary: "Export a query's rows as a CSV file with a given name",
  body: z.looseObject({
    client_id: z.string(),
    filename: z.string().nullish(),
    expected_rows: z.union([z.number(), z.string()]).nullish(),
  }),
  response: z.unknown(),
  produces: CSV,
});
export const bootstrap = operation({
  id: "sqllab.bootstrap",
  method: "GET",
  path: `${SQL}/`,
  summary: "The initial state of SQL Lab",
  response: z.looseObject({
    result: z.looseObject({
      tab_state_ids: z.array(z.tuple([z.number(), z.string().nullable()])),
      unsaved_tab_ids: z.array(z.number()),
      active_tab: z.looseObject({ id: z.number() }).nullable(),
      databases: z.record(z.string(), z.record(z.string(), z.unknown())),
      /** `SCHEDULED_QUERIES`: an external scheduler runs saved queries that have a schedule. */
      conf: z.strictObject({ SQL_MAX_ROW: z.number(), SCHEDULED_QUERIES: z.boolean() }),
    }),
  }),
});

export const openPage = operation({
  id: "sqllab.openPage",
  method: "POST",
  path: "/sqllab/",
  summary: "Open SQL Lab with the content of a form",
  body: z.looseObject({ form_data: z.string().max(1_000_000).optional() }),
  produces: "text/html",
  response: z.unknown(),
});

const Permalink = z.strictObject({
  dbId: z.number().int(),
  name: z.string(),
  sql: z.string(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  autorun: z.boolean().nullish(),
  templateParams: z.string().nullish(),
});
export type Permalink = z.infer<typeof Permalink>;

export const createPermalink = operation({
  id: "sqllab.createPermalink",
  method: "POST",
  path: `${SQL}/permalink`,
  summary: "Create a permalink to a tab",
  body: Permalink,
  sizes: { "*": SIZES.state },
  response: z.looseObject({ key: z.string(), url: z.string() }),
  status: 201,
});
export const showPermalink = operation({
  id: "sqllab.showPermalink",
  method: "GET",
  path: `${SQL}/permalink/:key`,
  summary: "The tab of a permalink",
  params: z.object({ key: z.string() }),
  response: z.looseObject({ dbId: z.number(), name: z.string(), sql: z.string() }),
});

const DatabaseParams = z.object({ id: z.coerce.number().int() });

const TableExtra = z.looseObject({
  metadata: z.looseObject({ view: z.string().optional() }).optional(),
  partitions: z
    .looseObject({ cols: z.array(z.string()), latest: z.record(z.string(), z.unknown()), partitionQuery: z.string() })
    .optional(),
});

export const tableExtra = operation({
  id: "database.tableExtra",
  method: "GET",
  path: "/api/v1/database/:id/table_metadata/extra/",
  summary: "Metadata of a table beyond its columns",
  params: DatabaseParams,
  query: z.looseObject({ name: z.string(), schema: z.string().optional(), catalog: z.string().optional() }),
  response: TableExtra,
});

export const tableExtraByPath = operation({
  id: "database.tableExtraByPath",
  method: "GET",
  path: "/api/v1/database/:id/table_extra/:table/:schema/",
  summary: "Metadata of a table beyond its columns",
  params: DatabaseParams.extend({ table: z.string(), schema: z.string() }),
  response: TableExtra,
});

export const tablePreview = operation({
  id: "database.tablePreview",
  method: "GET",
  audited: true,
  path: "/api/v1/database/:id/table_preview/",
  summary: "The first rows of a table, up to 50 rows of 100 columns, filtered by row-level security",
  params: DatabaseParams,
  query: z.looseObject({ name: z.string(), schema: z.string().optional(), catalog: z.string().optional() }),
  response: z.object({
    columns: z.array(
      z.object({ name: z.string(), type: z.string(), kind: z.enum(["numeric", "text", "temporal", "boolean"]) }),
    ),
    /** By column; times and numbers that JSON can't hold as text, long texts cut. */
    rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
    column_count: z.number(),
    has_more: z.boolean(),
  }),
});

export const rowCounts = operation({
  id: "database.rowCounts",
  method: "GET",
  path: "/api/v1/database/:id/row_counts/",
  summary: "Row counts of the tables of a schema, if the engine knows them without counting",
  params: DatabaseParams,
  q: z.looseObject({ schema_name: z.string().nullish(), catalog_name: z.string().nullish() }),
  response: z.looseObject({
    /** Unordered; without views and tables of unknown size. `is_exact`: false for an estimate. */
    result: z.array(z.looseObject({ table: z.string(), rows: z.number(), is_exact: z.boolean() })),
  }),
});

export const validateSql = operation({
  id: "database.validateSql",
  method: "POST",
  path: "/api/v1/database/:id/validate_sql/",
  summary: "Validate a statement without running it",
  params: DatabaseParams,
  body: z.looseObject({
    sql: z.string(),
    catalog: z.string().nullish(),
    schema: z.string().nullish(),
    template_params: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  }),
  response: z.looseObject({
    result: z.array(
      z.looseObject({
        line_number: z.number().nullable(),
        start_column: z.number().nullable(),
        end_column: z.number().nullable(),
        message: z.string(),
      }),
    ),
  }),
});
