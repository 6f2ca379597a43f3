import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { collectionOperations, deleteOperations, IdParams, MessageResponse, Person } from "../../model/resource.ts";

export const DatabaseRow = z.looseObject({
  id: z.number(),
  uuid: z.string().optional(),
  database_name: z.string(),
  backend: z.string().optional(),
  expose_in_sqllab: z.boolean().optional(),
  allow_multi_catalog: z.boolean().optional(),
  disable_data_preview: z.boolean().optional(),
  changed_on: z.string().optional(),
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
  allow_multi_catalog: z.boolean().optional(),
  external_url: z.string().nullish(),
});

export const TableOption = z.looseObject({
  value: z.string(),
  type: z.string(),
  extra: z.unknown().nullish(),
  dataset_id: z.number().nullish(),
});
export const TableColumn = z.looseObject({ name: z.string(), type: z.string(), longType: z.string() });

const Flag = z.boolean().nullish();
/** Fields that are left out stay, and masked secrets keep their stored values. */
const SshTunnel = z.object({
  server_address: z.string().max(250).nullish(),
  server_port: z.number().int().nullish(),
  username: z.string().max(250).nullish(),
  password: z.string().max(10_000).nullish(),
  private_key: z.string().max(100_000).nullish(),
  private_key_password: z.string().max(10_000).nullish(),
});
export type SshTunnel = z.infer<typeof SshTunnel>;

const ConnectionFields = {
  sqlalchemy_uri: z.string().max(100_000).nullish(),
  engine: z.string().max(50).nullish(),
  driver: z.string().max(100).nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  configuration_method: z.enum(["sqlalchemy_form", "dynamic_form"]).nullish(),
  extra: z.string().max(100_000).nullish(),
  masked_encrypted_extra: z.string().max(100_000).nullish(),
  server_cert: z.string().max(100_000).nullish(),
  impersonate_user: Flag,
  ssh_tunnel: SshTunnel.nullish(),
};

const Saved = {
  ...ConnectionFields,
  cache_timeout: z.number().int().nullish(),
  expose_in_sqllab: Flag,
  allow_run_async: Flag,
  allow_file_upload: Flag,
  allow_ctas: Flag,
  allow_cvas: Flag,
  allow_dml: Flag,
  force_ctas_schema: z.string().max(250).nullish(),
  is_managed_externally: Flag,
  external_url: z.string().nullish(),
  uuid: z.guid().toLowerCase().nullish(),
};

const Name = z.string().min(1).max(250);
export const CreateDatabase = z.object({ ...Saved, database_name: Name });
export type CreateDatabase = z.infer<typeof CreateDatabase>;
export const UpdateDatabase = z.object({ ...Saved, database_name: Name.optional() });
export type UpdateDatabase = z.infer<typeof UpdateDatabase>;
export const TestedDatabase = z.object({ ...ConnectionFields, database_name: z.string().nullish() });
export type TestedDatabase = z.infer<typeof TestedDatabase>;
export const ValidatedDatabase = z.object({
  ...ConnectionFields,
  engine: z.string().max(50),
  configuration_method: z.enum(["sqlalchemy_form", "dynamic_form"]),
  catalog: z.record(z.string(), z.unknown()).nullish(),
  database_name: z.string().nullish(),
  id: z.number().int().nullish(),
});
export type ValidatedDatabase = z.infer<typeof ValidatedDatabase>;

export const StepName = z.enum(["driver", "file", "ssh", "name", "port", "tls", "sign_in", "database"]);
export type StepName = z.infer<typeof StepName>;
export const ConnectionStep = z.object({
  step: StepName,
  /** `off`: the connection works without this, such as encryption. */
  status: z.enum(["passed", "off", "failed", "not_reached"]),
  message: z.string().optional(),
  /** What to do. */
  hint: z.string().optional(),
  /** The driver's own message. */
  cause: z.string().optional(),
  /** What an administrator could allow, for `POST /api/v1/allowed_location/`. */
  allow: z.object({ kind: z.enum(["host", "folder"]), location: z.string() }).optional(),
});
export type ConnectionStep = z.infer<typeof ConnectionStep>;

const Dependents = z.looseObject({ count: z.number(), result: z.array(z.looseObject({ id: z.number() })) });
const Written = z.looseObject({ id: z.number(), result: z.record(z.string(), z.unknown()) });

export const { list, info, related } = collectionOperations("database", DatabaseRow);

export const show = operation({
  id: "database.show",
  method: "GET",
  path: "/api/v1/database/:id",
  summary: "A database without its address and secrets",
  params: IdParams,
  response: z.looseObject({ id: z.number(), result: DatabaseDetail }),
});
export const connection = operation({
  id: "database.connection",
  method: "GET",
  audited: true,
  path: "/api/v1/database/:id/connection",
  summary: "A database with its address and parameters, secrets masked",
  params: IdParams,
  response: z.looseObject({ id: z.number(), result: DatabaseDetail.extend({ sqlalchemy_uri: z.string() }) }),
});
export const create = operation({
  id: "database.create",
  method: "POST",
  path: "/api/v1/database/",
  summary: "Connect a database; the connection is tested first",
  body: CreateDatabase,
  response: Written,
  status: 201,
});
export const update = operation({
  id: "database.update",
  method: "PUT",
  path: "/api/v1/database/:id",
  summary: "Change a database",
  params: IdParams,
  body: UpdateDatabase,
  response: Written,
});
export const { remove } = deleteOperations("database");
export const testConnection = operation({
  id: "database.testConnection",
  method: "POST",
  path: "/api/v1/database/test_connection/",
  summary: "Test a database connection",
  body: TestedDatabase,
  response: MessageResponse,
});
export const testSteps = operation({
  id: "database.testSteps",
  method: "POST",
  path: "/api/v1/database/test_steps/",
  summary: "Test a database connection step by step; a failed step is part of a successful response",
  body: TestedDatabase,
  response: z.object({ result: z.array(ConnectionStep) }),
});
export const validateParameters = operation({
  id: "database.validateParameters",
  method: "POST",
  path: "/api/v1/database/validate_parameters/",
  summary: "Validate connection parameters",
  body: ValidatedDatabase,
  response: MessageResponse,
});
export const finishSignIn = operation({
  id: "database.finishSignIn",
  method: "GET",
  path: "/api/v1/database/oauth2/",
  summary: "OAuth2 callback",
  refuses: true,
  query: z.looseObject({ code: z.string().optional(), state: z.string().optional(), error: z.string().optional() }),
  response: z.unknown(),
  produces: "text/html",
});
export const available = operation({
  id: "database.available",
  method: "GET",
  path: "/api/v1/database/available/",
  summary: "Engines that can be connected, with their connection forms",
  response: z.looseObject({
    databases: z.array(
      z.looseObject({
        name: z.string(),
        engine: z.string(),
        preferred: z.boolean(),
        sqlalchemy_uri_placeholder: z.string(),
        engine_information: z.looseObject({ disable_ssh_tunneling: z.boolean().optional() }).optional(),
        parameters: z.record(z.string(), z.unknown()).optional(),
        /** The download that connecting starts, or would start if downloads were on; null if nothing is missing. */
        driver_download: z.object({ megabytes: z.number(), allowed: z.boolean() }).nullable(),
      }),
    ),
  }),
});
export const relatedObjects = operation({
  id: "database.relatedObjects",
  method: "GET",
  path: "/api/v1/database/:id/related_objects/",
  summary: "Datasets, charts, dashboards and editor tabs that use a database",
  params: IdParams,
  response: z.looseObject({
    datasets: Dependents,
    charts: Dependents,
    dashboards: Dependents,
    sqllab_tab_states: Dependents,
  }),
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
  q: z.looseObject({
    force: z.boolean().optional(),
    catalog: z.string().nullish(),
    upload_allowed: z.boolean().optional(),
  }),
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
    /** Adds `dataset_id` to tables that have a dataset which the caller can read. */
    with_datasets: z.boolean().optional(),
  }),
  response: z.looseObject({ count: z.number(), result: z.array(TableOption) }),
});
const TableQuery = z.looseObject({ name: z.string(), schema: z.string().optional(), catalog: z.string().optional() });
const TableMetadata = z.looseObject({ name: z.string(), columns: z.array(TableColumn), selectStar: z.string() });
const TableParams = z.object({ id: z.coerce.number().int(), table: z.string() });
const TableInSchema = TableParams.extend({ schema: z.string() });
const SelectStar = z.looseObject({ result: z.string() });

export const tableMetadata = operation({
  id: "database.tableMetadata",
  method: "GET",
  path: "/api/v1/database/:id/table_metadata/",
  summary: "Columns of a table",
  params: IdParams,
  query: TableQuery,
  response: TableMetadata,
});
export const tableByPath = operation({
  id: "database.tableByPath",
  method: "GET",
  path: "/api/v1/database/:id/table/:table/:schema/",
  summary: "Columns of a table; `null` means no schema",
  params: TableInSchema,
  response: TableMetadata,
});
export const selectStar = operation({
  id: "database.selectStar",
  method: "GET",
  path: "/api/v1/database/:id/select_star/:table/",
  summary: "A statement that reads the first rows of a table",
  params: TableParams,
  response: SelectStar,
});
export const selectStarInSchema = operation({
  id: "database.selectStarInSchema",
  method: "GET",
  path: "/api/v1/database/:id/select_star/:table/:schema/",
  summary: "A statement that reads the first rows of a table of a schema",
  params: TableInSchema,
  response: SelectStar,
});
export const functionNames = operation({
  id: "database.functionNames",
  method: "GET",
  path: "/api/v1/database/:id/function_names/",
  summary: "SQL functions of a database",
  params: IdParams,
  response: z.looseObject({ function_names: z.array(z.string()) }),
});
export const syncPermissions = operation({
  id: "database.syncPermissions",
  method: "POST",
  path: "/api/v1/database/:id/sync_permissions/",
  summary: "Sync the permissions on the catalogs and schemas of a database",
  params: IdParams,
  response: MessageResponse,
});
export const schemasForUpload = operation({
  id: "database.schemasForUpload",
  method: "GET",
  path: "/api/v1/database/:id/schemas_access_for_file_upload/",
  summary: "Schemas listed for uploads that the caller may upload to",
  params: IdParams,
  response: z.looseObject({ schemas: z.array(z.string()) }),
});
