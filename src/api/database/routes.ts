import { sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { driversOf } from "../../server/drivers/drivers.ts";
import { ifMatch, setETag } from "../../server/http/etag.ts";
import { collectionRoutes, firstNameOf, type ListDefinition } from "../../server/http/resource-list.ts";
import { audited, type Resource, route, unaudited, withOptions } from "../../server/http/route.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { connectorsOf, type Target } from "./connection.ts";
import { connectionSteps } from "./connection-steps.ts";
import * as contract from "./contract.ts";
import { READ, VIEW, visibleDatabasesFor, WRITE } from "./policy.ts";
import { presentConnection, presentDatabase, presentDatabases, presentEngines } from "./present.ts";
import { assertAnswers } from "./probe.ts";
import { withNamedRefusals } from "./refusal.ts";
import { changeDatabase, createDatabase, newFileOf, removeDatabase } from "./save.ts";
import { dependentsOf, findDatabaseByName } from "./store.ts";
import { tableRoutes, visibleDatabase } from "./table-routes.ts";
import { validateParameters } from "./validate-parameters.ts";
import { presentSaved, targetAfter } from "./values.ts";

const LIST: ListDefinition = {
  view: VIEW,
  title: "List Database",
  table: "databases",
  permissions: ["can_read", "can_write", "can_export", "can_upload"],
  columns: [
    "id",
    "uuid",
    "database_name",
    "backend",
    "extra",
    "expose_in_sqllab",
    "allow_file_upload",
    "allow_ctas",
    "allow_cvas",
    "allow_dml",
    "allow_run_async",
    "allows_cost_estimate",
    "allows_subquery",
    "allows_virtual_table_explore",
    "explore_database_id",
    "force_ctas_schema",
    "disable_data_preview",
    "disable_drill_to_detail",
    "allow_multi_catalog",
    "configuration_method",
    "engine_information",
    "changed_on",
    "changed_on_delta_humanized",
    "changed_by.first_name",
    "changed_by.last_name",
    "created_by.first_name",
    "created_by.last_name",
  ],
  search: {
    allow_file_upload: { type: "boolean", column: "databases.allow_file_upload" },
    allow_dml: { type: "boolean", column: "databases.allow_dml" },
    allow_run_async: { type: "boolean", column: "databases.allow_run_async" },
    created_by: { type: "one", column: "databases.created_by_fk" },
    changed_by: { type: "one", column: "databases.changed_by_fk" },
    database_name: { type: "text", column: "databases.database_name" },
    expose_in_sqllab: { type: "boolean", column: "databases.expose_in_sqllab" },
    uuid: { type: "uuid", column: "databases.uuid" },
  },
  filters: {
    "allow_file_upload:upload_is_enabled": (value) => sql`databases.allow_file_upload = ${Boolean(value)}`,
  },
  order: {
    allow_file_upload: "allow_file_upload",
    allow_dml: "allow_dml",
    allow_run_async: "allow_run_async",
    changed_on: "changed_on",
    changed_on_delta_humanized: "changed_on",
    "created_by.first_name": firstNameOf("databases.created_by_fk"),
    database_name: { by: "database_name", text: true },
    expose_in_sqllab: "expose_in_sqllab",
  },
  visible: (ctx) => visibleDatabasesFor(ctx.app, ctx.user),
  present: (ctx, ids) => presentDatabases(ctx.app, ids),
  related: { created_by: { kind: "users" }, changed_by: { kind: "users" } },
  maxPageSize: -1,
  createBody: contract.CreateDatabase,
  updateBody: contract.UpdateDatabase,
};

const show = route(contract.show, READ, async (ctx, { params }) => {
  const record = await visibleDatabase(ctx, params.id);
  setETag(ctx, record.changed_on);
  return { id: record.id, result: presentDatabase(ctx.app, record) };
});

const connection = route(
  contract.connection,
  audited(WRITE, { action: "DatabaseRestApi.get_connection", verb: "view_connection", kind: "database" }),
  async (ctx, { params }) => {
    const record = await visibleDatabase(ctx, params.id);
    setETag(ctx, record.changed_on);
    return { id: record.id, result: presentConnection(ctx.app, record) };
  },
);

const create = route(
  contract.create,
  audited(WRITE, { action: "DatabaseRestApi.post", verb: "create", kind: "database" }),
  async (ctx, { body }) => {
    const record = await createDatabase(ctx, body);
    return { id: record.id, result: presentSaved(ctx.app, body, record) };
  },
);

const update = route(
  contract.update,
  audited(WRITE, { action: "DatabaseRestApi.put", verb: "change", kind: "database" }),
  async (ctx, { params, body }) => {
    const before = await visibleDatabase(ctx, params.id);
    await assertUnmanaged(ctx.app.db, { noun: "database", ids: [before.id] }, body);
    const record = await changeDatabase(ctx, before, { body, basedOn: ifMatch(ctx) });
    setETag(ctx, record.changed_on);
    return { id: record.id, result: presentSaved(ctx.app, body, record) };
  },
);

const remove = route(
  contract.remove,
  audited(WRITE, { action: "DatabaseRestApi.delete", verb: "delete", kind: "database" }),
  async (ctx, { params }) => {
    const record = await visibleDatabase(ctx, params.id);
    await assertUnmanaged(ctx.app.db, { noun: "database", ids: [record.id] });
    await removeDatabase(ctx.app, record);
    return { message: "OK" };
  },
);

async function testedTarget(app: App, { database_name: name, ...input }: contract.TestedDatabase): Promise<Target> {
  const known = name ? await findDatabaseByName(app.db, name) : undefined;
  return targetAfter(app, input, { stored: known, noAddress: 400 });
}

const testConnection = route(
  contract.testConnection,
  audited(WRITE, { action: "DatabaseRestApi.test_connection", verb: "test", kind: "database" }),
  async (ctx, { body }) => {
    const { app, signal } = ctx;
    const target = await testedTarget(app, body);
    await withNamedRefusals(ctx, target, async () => {
      if ((await newFileOf(app, target)) === undefined) await assertAnswers(app, target, signal);
    });
    return { message: "OK" };
  },
);

const testSteps = route(
  contract.testSteps,
  audited(WRITE, { action: "DatabaseRestApi.test_steps", verb: "test", kind: "database" }),
  async (ctx, { body }) => ({
    result: await connectionSteps(ctx, await testedTarget(ctx.app, body), ctx.signal),
  }),
);

const validate = route(
  contract.validateParameters,
  unaudited(WRITE, "checks values of a form"),
  async (ctx, { body }) => {
    await validateParameters(ctx, body);
    return { message: "OK" };
  },
);

const available = route(contract.available, READ, ({ app }) => ({
  databases: presentEngines(app.once(connectorsOf), driversOf(app)),
}));

const relatedObjects = route(contract.relatedObjects, READ, async (ctx, { params }) => {
  const { id } = await visibleDatabase(ctx, params.id);
  const { datasets, charts, dashboards } = await dependentsOf(ctx.app.db, ctx.user, id);
  const counted = <T extends { id: number }>(result: T[]) => ({ count: result.length, result });
  return {
    datasets: counted(datasets),
    charts: counted(charts),
    dashboards: counted(dashboards),
    sqllab_tab_states: counted([]),
  };
});

const finishSignIn = route(contract.finishSignIn, READ, () => {
  throw typedError("OAUTH2_REDIRECT_ERROR", t("OAuth2 sign-in isn't supported by any database on this server."), {
    status: 400,
  });
});

export const databaseResource: Resource = {
  name: "database",
  routes: [
    ...collectionRoutes(contract, LIST),
    show,
    connection,
    withOptions(create, { invalidStatus: 422 }),
    update,
    remove,
    testConnection,
    testSteps,
    withOptions(validate, { invalidStatus: "typed" }),
    available,
    relatedObjects,
    finishSignIn,
    ...tableRoutes,
  ],
};
