import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { readJson } from "../../model/json-text.ts";
import { operation } from "../../model/operation.ts";
import { collectionOperations, deleteOperations, IdParams, Person, Tag } from "../../model/resource.ts";

export const SavedQueryRow = z.looseObject({
  id: z.number(),
  label: z.string().nullish(),
  description: z.string().nullish(),
  sql: z.string().nullish(),
  sql_tables: z
    .array(z.looseObject({ table: z.string(), schema: z.string().nullable(), catalog: z.string().nullable() }))
    .nullish(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  db_id: z.number().nullish(),
  database: z.looseObject({ id: z.number().optional(), database_name: z.string().optional() }).nullish(),
  extra: z.record(z.string(), z.unknown()).nullish(),
  rows: z.number().nullish(),
  last_run_delta_humanized: z.string().nullish(),
  /** When it was run last, how long that took, and the query in the history. */
  last_run: z.string().nullish(),
  last_run_ms: z.number().nullish(),
  last_query_id: z.number().nullish(),
  template_parameters: z.string().nullish(),
  changed_on: z.string().optional(),
  changed_on_delta_humanized: z.string().optional(),
  created_on: z.string().optional(),
  created_by: Person.nullish(),
  changed_by: Person.nullish(),
  tags: z.array(Tag).optional(),
});
export type SavedQueryRow = z.infer<typeof SavedQueryRow>;

const JsonText = z.string().refine(isJson, { error: () => t("Invalid JSON") });

function isJson(text: string): boolean {
  try {
    readJson(text || "null");
    return true;
  } catch {
    return false;
  }
}

export const SaveQuery = z.strictObject({
  db_id: z.number().int().nullish(),
  label: z.string().max(256).nullish(),
  description: z.string().nullish(),
  catalog: z.string().max(256).nullish(),
  schema: z.string().max(128).nullish(),
  sql: z.string().nullish(),
  template_parameters: JsonText.nullish(),
  extra_json: JsonText.nullish(),
});
export type SaveQuery = z.infer<typeof SaveQuery>;

export const { list, info, related, distinct } = collectionOperations("saved_query", SavedQueryRow);
export const { remove, removeMany } = deleteOperations("saved_query");

export const show = operation({
  id: "saved_query.show",
  method: "GET",
  path: "/api/v1/saved_query/:id",
  summary: "A saved query",
  params: IdParams,
  q: z.looseObject({ columns: z.array(z.string()).optional(), keys: z.array(z.string()).optional() }),
  response: z.looseObject({ id: z.number(), result: SavedQueryRow.partial() }),
});
export const create = operation({
  id: "saved_query.create",
  method: "POST",
  path: "/api/v1/saved_query/",
  summary: "Save a query",
  body: SaveQuery,
  response: z.looseObject({ id: z.number(), result: z.record(z.string(), z.unknown()) }),
  status: 201,
});
export const update = operation({
  id: "saved_query.update",
  method: "PUT",
  path: "/api/v1/saved_query/:id",
  summary: "Change a saved query",
  params: IdParams,
  body: SaveQuery,
  response: z.looseObject({ result: z.record(z.string(), z.unknown()) }),
});
