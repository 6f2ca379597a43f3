import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { QueryState } from "../../model/query-state.ts";
import { IdParams } from "../../model/resource.ts";
import { SIZES } from "../../model/size-limits.ts";

const TableSchema = z.looseObject({
  id: z.number(),
  tab_state_id: z.number(),
  database_id: z.number(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table: z.string(),
  description: z.unknown(),
  expanded: z.boolean(),
});

const TabState = z.looseObject({
  id: z.number(),
  user_id: z.number(),
  label: z.string().nullable(),
  active: z.boolean(),
  database_id: z.number().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table_schemas: z.array(TableSchema),
  sql: z.string().nullable(),
  query_limit: z.number().nullable(),
  latest_query: QueryState.nullable(),
  autorun: z.boolean(),
  template_params: z.string().nullable(),
  hide_left_bar: z.boolean(),
  saved_query: z.looseObject({ id: z.number() }).nullable(),
  extra_json: z.string().nullable(),
});

const TAB = "/tabstateview";
const OK = z.literal("OK");

export const createTab = operation({
  id: "tabstate.create",
  method: "POST",
  path: `${TAB}/`,
  summary: "Open a tab of the SQL editor",
  body: z.looseObject({ queryEditor: z.string() }),
  // JSON within text, where each quotation mark of the SQL takes two bytes.
  sizes: { queryEditor: 2 * SIZES.sql },
  response: z.looseObject({ id: z.number() }),
});
export const showTab = operation({
  id: "tabstate.show",
  method: "GET",
  path: `${TAB}/:id`,
  summary: "A tab of the SQL editor",
  params: IdParams,
  response: TabState,
});
export const updateTab = operation({
  id: "tabstate.update",
  method: "PUT",
  path: `${TAB}/:id`,
  summary: "Change a tab of the SQL editor",
  params: IdParams,
  body: z.record(z.string(), z.unknown()),
  sizes: { sql: 2 * SIZES.sql, extra_json: SIZES.object },
  response: z.number(),
});
export const removeTab = operation({
  id: "tabstate.remove",
  method: "DELETE",
  path: `${TAB}/:id`,
  summary: "Close a tab of the SQL editor",
  params: IdParams,
  response: OK,
});
export const activateTab = operation({
  id: "tabstate.activate",
  method: "POST",
  path: `${TAB}/:id/activate`,
  summary: "Bring a tab to the front",
  params: IdParams,
  response: z.number(),
});
export const migrateQuery = operation({
  id: "tabstate.migrateQuery",
  method: "POST",
  path: `${TAB}/:id/migrate_query`,
  summary: "Give a query to a tab",
  params: IdParams,
  body: z.looseObject({ queryId: z.string() }),
  response: z.number(),
});
export const removeQuery = operation({
  id: "tabstate.removeQuery",
  method: "DELETE",
  path: `${TAB}/:id/query/:client_id`,
  summary: "Remove a query of a tab",
  params: z.object({ id: z.string(), client_id: z.string() }),
  response: OK,
});

const TABLE = "/tableschemaview";

export const createTable = operation({
  id: "tableschema.create",
  method: "POST",
  path: `${TABLE}/`,
  summary: "Open a table in a tab",
  body: z.looseObject({ table: z.string() }),
  sizes: { table: SIZES.object },
  response: z.looseObject({ id: z.number() }),
});
export const removeTable = operation({
  id: "tableschema.remove",
  method: "DELETE",
  path: `${TABLE}/:id`,
  summary: "Close a table in a tab",
  params: IdParams,
  response: OK,
});
export const expandTable = operation({
  id: "tableschema.expanded",
  method: "POST",
  path: `${TABLE}/:id/expanded`,
  summary: "Show or hide the columns of a table",
  params: IdParams,
  body: z.looseObject({ expanded: z.union([z.string(), z.boolean()]) }),
  response: z.looseObject({ id: z.number(), expanded: z.boolean() }),
});

const short = (length: number) => z.string().max(length).nullish();
const id = z.number().int().min(1).max(2_147_483_647);
const looseId = z.union([
  id,
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);

export const QueryEditor = z.looseObject({
  dbId: id.nullish(),
  name: short(256),
  title: short(256),
  catalog: short(256),
  schema: short(256),
  sql: z.string().nullish(),
  queryLimit: z.number().int().min(0).max(2_147_483_647).nullish(),
  autorun: z.boolean().nullish(),
  hideLeftBar: z.boolean().nullish(),
  remoteId: looseId.nullish(),
  templateParams: z.string().nullish(),
});

export const TabChanges = z.object({
  label: short(256),
  database_id: id.nullish(),
  catalog: short(256),
  schema: short(256),
  sql: z.string().nullish(),
  query_limit: z.number().int().min(0).max(2_147_483_647).nullish(),
  latest_query_id: short(11),
  autorun: z.boolean().nullish(),
  template_params: z.string().nullish(),
  hide_left_bar: z.boolean().nullish(),
  saved_query_id: looseId.nullish(),
  extra_json: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
});
export type TabChanges = z.infer<typeof TabChanges>;

export const OpenTable = z.looseObject({
  queryEditorId: looseId,
  dbId: id,
  catalog: short(256),
  schema: short(256),
  name: z.string().min(1).max(256),
});
