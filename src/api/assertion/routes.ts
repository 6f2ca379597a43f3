import { msg } from "../../i18n/translate.ts";
import { forbidden, notFound } from "../../model/errors.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { utcText } from "../../server/clock.ts";
import { crud } from "../../server/http/crud.ts";
import { searchOfHistory } from "../../server/http/list-filters.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, userColumns } from "../../server/http/resource-list.ts";
import {
  audited,
  type Context,
  permission,
  type Resource,
  route,
  unaudited,
  withOptions,
} from "../../server/http/route.ts";
import { possibleIds } from "../../server/http/show-response.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import { DASHBOARD_READ, openDashboard } from "../dashboard/index.ts";
import { resultOf, runCheck, runChecks } from "./check.ts";
import * as contract from "./contract.ts";
import { importDbt } from "./from-dbt.ts";
import { ASSERTION_WORK, assertionJob, checkLater, checkManyLater } from "./jobs.ts";
import { messageOf } from "./message.ts";
import { namesOf } from "./names.ts";
import { failingOnDashboard } from "./on-dashboard.ts";
import { assertEditable, editablePlaces, READ, VIEW, visibleAssertions, visibleValues, WRITE } from "./policy.ts";
import { presentAssertions, presentRows } from "./present.ts";
import { changeAssertion, createAssertion, newValues, parsedCheck } from "./save.ts";
import {
  type AssertionRecord,
  assertionsByIds,
  countResults,
  deleteAssertions,
  listAssertions,
  outdatedOfDataset,
  resultsOf,
} from "./store.ts";

const TABLE = "assertions";
const DBT_BODY_BYTES = 10_000_000;
const WRITE_DATASET = permission("can_write", "Dataset");
const READ_DATASET = permission("can_read", "Dataset");

const LIST: ListDefinition = {
  view: VIEW,
  title: msg("List Assertion"),
  table: TABLE,
  permissions: ["can_read", "can_write"],
  columns: [
    ...[
      "id",
      "uuid",
      "name",
      "description",
      "dataset_id",
      "dataset_name",
      "dashboard_id",
      "kind",
      "params",
      "where",
      "crontab",
    ],
    ...["timezone", "active", "external_id", ...userColumns("owners"), "state", "value", "compared", "message"],
    ...["checked_at", "failed_since", "error", "next_check_at", "can_edit"],
    ...userColumns("changed_by"),
    ...userColumns("created_by"),
    "changed_on",
    "changed_on_delta_humanized",
  ],
  search: {
    id: { type: "number", column: `${TABLE}.id` },
    uuid: { type: "uuid", column: `${TABLE}.uuid` },
    name: { type: "text", column: `${TABLE}.name` },
    dataset_id: { type: "number", column: `${TABLE}.dataset_id` },
    dashboard_id: { type: "number", column: `${TABLE}.dashboard_id` },
    kind: { type: "text", column: `${TABLE}.kind` },
    state: { type: "text", column: `${TABLE}.state` },
    active: { type: "boolean", column: `${TABLE}.active` },
    owners: { type: "many", table: "assertion_owners", own: "assertion_id", column: `${TABLE}.id`, other: "user_id" },
    ...searchOfHistory(TABLE),
  },
  order: {
    name: { by: "name", text: true },
    kind: "kind",
    state: "state",
    checked_at: "checked_on",
    changed_on_delta_humanized: "changed_on",
    "changed_by.first_name": firstNameOf(`${TABLE}.changed_by_fk`),
    "created_by.first_name": firstNameOf(`${TABLE}.created_by_fk`),
  },
  visible: ({ user }) => visibleAssertions(user),
  present: presentAssertions,
  related: { owners: { kind: "users", withEmail: true }, created_by: { kind: "users" }, changed_by: { kind: "users" } },
  createBody: contract.CreateAssertion,
  updateBody: contract.UpdateAssertion,
};

const ACTIONS = {
  post: "assertion_created",
  put: "assertion_changed",
  delete: "assertion_deleted",
  bulk_delete: "assertion_deleted",
} as const;

async function visibleAssertion({ app, user }: Context, id: number): Promise<AssertionRecord> {
  const [row] = await assertionsByIds(app.db, possibleIds([id]), visibleAssertions(user));
  if (!row) throw notFound();
  return row;
}

const test = route(contract.test, unaudited(WRITE, "changes nothing"), async (ctx, { body }) => {
  const { where_clause, ...values } = await newValues(ctx, body);
  const check = parsedCheck(ctx, body.kind, body.params);
  const subject = { dataset_id: values.dataset_id, where: where_clause, timezone: values.timezone };
  const result = await resultOf(ctx, { subject, check, signal: ctx.signal });
  const namesIn = await namesOf(ctx.app, [[subject.dataset_id, check]]);
  return { result: { ...result, message: messageOf(check, result, namesIn(subject.dataset_id, check)) } };
});

const check = route(
  contract.check,
  audited(WRITE, { action: "assertion_checked", verb: "run", kind: "assertion" }),
  async (ctx, { params }) => {
    const row = await visibleAssertion(ctx, params.id);
    await assertEditable(ctx, [row]);
    await runCheck(ctx.app, row, { trigger: "request", signal: ctx.signal });
    const [result] = await presentAssertions(ctx, [row.id]);
    if (!result) throw notFound();
    return { result };
  },
);

const results = route(contract.results, READ, async (ctx, { params, q }) => {
  const row = await visibleAssertion(ctx, params.id);
  const canSee = await visibleValues(ctx, [row]);
  const rows = await resultsOf(ctx.app.db, row.id, pageOf(q ?? {}));
  return {
    count: await countResults(ctx.app.db, row.id),
    result: rows.map(({ checked_as_fk, checked_on, value, compared, ...rest }) => ({
      ...rest,
      ...(canSee(row, { checked_as_fk }) ? { value, compared } : { value: null, compared: null }),
      checked_at: utcText(checked_on),
    })),
  };
});

function pageOf({ page = 0, page_size = contract.MAX_RESULTS_PAGE }: { page?: number; page_size?: number }) {
  const size = Math.trunc(page_size);
  return {
    page: Math.min(Math.max(0, Math.trunc(page)), contract.MAX_RESULTS),
    size: size < 1 ? contract.MAX_RESULTS_PAGE : Math.min(size, contract.MAX_RESULTS_PAGE),
  };
}

async function assertReadable({ app, user }: Context, datasetId: number): Promise<void> {
  const ids = possibleIds([datasetId]);
  if ((await allowedAmong(app.db, { table: "datasets", rules: datasetRules(user) }, ids)).size === 0) throw notFound();
}

const ofDataset = route(contract.ofDataset, READ_DATASET, async (ctx, { params }) => {
  await assertReadable(ctx, params.id);
  const shown = { visible: visibleAssertions(ctx.user), limit: contract.MAX_LISTED };
  const { count, rows } = await listAssertions(ctx.app.db, params.id, shown);
  return { count, result: await presentRows(ctx, rows) };
});

const checkDataset = route(
  contract.checkDataset,
  audited(WRITE_DATASET, { action: "assertions_checked", verb: "run", kind: "dataset" }),
  async (ctx, { params }) => {
    await assertReadable(ctx, params.id);
    const shown = { visible: visibleAssertions(ctx.user), limit: contract.MAX_LISTED };
    const rows = await outdatedOfDataset(ctx.app.db, params.id, shown);
    const canEdit = await editablePlaces(ctx, rows);
    const checked = rows.filter(canEdit);
    if (rows.length > 0 && checked.length === 0) throw forbidden();
    await runChecks(ctx, checked);
    return {
      result: await presentAssertions(
        ctx,
        checked.map(({ id }) => id),
      ),
    };
  },
);

const fromDbt = withOptions(
  route(
    contract.fromDbt,
    audited(WRITE_DATASET, { action: "assertions_imported", verb: "import", kind: "assertion", recorded: "noted" }),
    async (ctx, { params, body }) => {
      const { result, ids } = await importDbt(ctx, params.id, body);
      if (ids.length > 0) noteAction({ references: ids });
      await checkManyLater(ctx.app, ids, ctx.user.id);
      return { result };
    },
  ),
  { bodyLimit: DBT_BODY_BYTES },
);

const ofDashboard = route(contract.ofDashboard, DASHBOARD_READ, async (ctx, { params }) => {
  const { id } = await openDashboard(ctx.app, ctx.user, params.id);
  return { result: await failingOnDashboard(ctx, id) };
});

const { list, info, related, show, create, update, remove, removeMany } = contract;

export const assertionResource: Resource = {
  name: "assertion",
  routes: [
    ...collectionRoutes({ list, info, related }, LIST),
    ...crud({ show, create, update, remove, removeMany }, LIST, {
      audit: { kind: "assertion", api: "assertion", names: ACTIONS },
      find: ({ app, user }, ids) => assertionsByIds(app.db, ids, visibleAssertions(user)),
      stateOf: (row) => row.changed_on,
      create: async (ctx, { body }) => {
        const id = await createAssertion(ctx, body);
        await checkLater(ctx.app, id, ctx.user.id);
        return { id, result: body };
      },
      update: async (ctx, row, { body }) => {
        await changeAssertion(ctx, row, body);
        await checkLater(ctx.app, row.id, ctx.user.id);
        return { id: row.id, result: body };
      },
      remove: async (ctx, ids, rows) => {
        await assertEditable(ctx, rows);
        await deleteAssertions(ctx.app.db, ids);
      },
    }),
    test,
    check,
    results,
    ofDataset,
    checkDataset,
    fromDbt,
    ofDashboard,
  ],
  jobs: [assertionJob],
  periodic: ASSERTION_WORK,
};
