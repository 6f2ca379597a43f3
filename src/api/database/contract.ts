import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { collectionOperations, IdParams, Person } from "../../model/resource.ts";

export const DatabaseRow = z.looseObject({
  id: z.number(),
  uuid: z.string().optional(),
  database_name: z.string(),
  backend: z.string().optional(),
  expose_in_sqllab: z.boolean().optional(),
  allow_multi_catalog: z.boolean().optional(),
  disable_data_preview: z.boolean().optional(),
  changed_on_delta_humanized: z.string().optional(),
  created_by: Person.nullish(),
  changed_by: Person.nullish(),
});
export type DatabaseRow = z.infer<typeof DatabaseRow>;

export const DatabaseDetail = z.looseObject({
  id: z.number(),
  uuid: z.string(),
  database_name: z.string(),
  backend: z.string(),
});

export const TableOption = z.looseObject({ value: z.string(), type: z.string(), extra: z.unknown().nullish() });
export const TableColumn = z.looseObject({ name: z.string(), type: z.string(), longType: z.string() });

export const { list, info, related } = collectionOperations("database", DatabaseRow);

export const show = operation({
  id: "database.show",
  method: "GET",
  path: "/api/v1/database/:id",
  summary: "A database without its address and secrets",
  params: IdParams,
  response: z.looseObject({ id: z.number(), result: DatabaseDetail }),
});
export const catalogs = operation({
  id: "database.catalogs",
  method: "GET",
  path: "/api/v1/database/:id/catalogs/",
  summary: "Catalogs of a database",
  params: IdParams,
  q: z.looseObject({ force: z.boolean().optional() }),
  response: z.looseObject({ result: z.array(z.string()) }),
});
export const schemas = operation({
  id: "database.schemas",
  method: "GET",
  path: "/api/v1/database/:id/schemas/",
  summary: "Schemas of a database",
  params: IdParams,
  q: z.looseObject({ force: z.boolean().optional(), catalog: z.string().nullish() }),
  response: z.looseObject({ result: z.array(z.string()) }),
});
export const tables = operation({
  id: "database.tables",
  method: "GET",
  path: "/api/v1/database/:id/tables/",
  summary: "Tables and views of a schema",
  params: IdParams,
  q: z.looseObject({
    force: z.boolean().optional(),
    schema_name: z.string().nullish(),
    catalog_name: z.string().nullish(),
  }),
  response: z.looseObject({ count: z.number(), result: z.array(TableOption) }),
});
export const tableMetadata = operation({
  id: "database.tableMetadata",
  method: "GET",
  path: "/api/v1/database/:id/table_metadata/",
  summary: "Columns of a table",
  params: IdParams,
  query: z.looseObject({ name: z.string(), schema: z.string().optional(), catalog: z.string().optional() }),
  response: z.looseObject({ name: z.string(), columns: z.array(TableColumn), selectStar: z.string() }),
});
