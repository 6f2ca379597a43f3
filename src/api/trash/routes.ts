import { type Kysely, sql } from "kysely";
import { msg } from "../../i18n/translate.ts";
import { forbidden, notFound } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import type { App } from "../../server/app.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { recordEntries } from "../../server/audit/entries.ts";
import { agoText } from "../../server/clock.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import { type ListDefinition, listResponse } from "../../server/http/resource-list.ts";
import { audited, type Context, type Policy, type Resource, route, SIGNED_IN } from "../../server/http/route.ts";
import type { Condition } from "../../server/rights/rule.ts";
import type { VersionedNoun } from "../../server/store/history-tables.ts";
import type { Tables } from "../../server/store/tables.ts";
import {
  deleteFromTrash,
  emptyTrash,
  expiryOf,
  findTrashed,
  restoreFromTrash,
  type TrashRow,
} from "../../server/store/trash.ts";
import { usersById } from "../../server/store/users.ts";
import { CHART_READ, CHART_WRITE, dashboardsOfChart, visibleChart } from "../chart/index.ts";
import {
  chartIdsOf,
  DASHBOARD_READ,
  DASHBOARD_WRITE,
  dashboardsByIds,
  findDashboardById,
  openDashboard,
} from "../dashboard/index.ts";
import { DATASET_WRITE } from "../dataset/index.ts";
import * as contract from "./contract.ts";
import { chartDependents, dashboardDependents } from "./dependents.ts";

const WRITE: Readonly<Record<VersionedNoun, Policy>> = {
  chart: CHART_WRITE,
  dashboard: DASHBOARD_WRITE,
  dataset: DATASET_WRITE,
};
const HOUR_MS = 60 * 60 * 1000;

const LIST: ListDefinition = {
  view: "Trash",
  title: msg("List Trash"),
  table: "trash",
  permissions: [],
  columns: [
    "id",
    "type",
    "object_id",
    "uuid",
    "name",
    "deleted_on",
    "deleted_on_delta_humanized",
    "deleted_by.id",
    "deleted_by.first_name",
    "deleted_by.last_name",
    "expires_on",
  ],
  search: {
    type: { type: "text", column: "trash.noun" },
    object_id: { type: "number", column: "trash.object_id" },
    uuid: { type: "uuid", column: "trash.uuid" },
    name: { type: "text", column: "trash.name" },
    deleted_on: { type: "date", column: "trash.deleted_on" },
    deleted_by: { type: "one", column: "trash.deleted_by_fk" },
  },
  order: {
    name: { by: "name", text: true },
    type: "noun",
    deleted_on: "deleted_on",
    deleted_on_delta_humanized: "deleted_on",
  },
  baseOrder: { column: "deleted_on", direction: "desc" },
  visible: (ctx) => ownTrash(ctx),
  present,
};

function ownTrash({ user }: Context): Condition | undefined {
  if (user.isAdmin) return undefined;
  const nouns = (Object.keys(WRITE) as VersionedNoun[]).filter((noun) => canWrite(user, noun));
  const isOwn = sql`exists (select 1 from trash_owners where trash_owners.trash_id = trash.id
    and trash_owners.user_id = ${user.id})`;
  return nouns.length === 0 ? sql`(1 = 0)` : sql`(trash.noun in (${sql.join(nouns)}) and ${isOwn})`;
}

function canWrite(user: Context["user"], noun: VersionedNoun): boolean {
  const policy = WRITE[noun];
  return policy.kind !== "permission" || user.can(...policy.pair);
}

async function present({ app }: Context, ids: readonly number[]) {
  const rows = await app.db
    .selectFrom("trash")
    .select(["id", "noun", "object_id", "uuid", "name", "deleted_on", "deleted_by_fk"])
    .where("id", "in", [...ids])
    .execute();
  const userOf = await usersById(
    app.db,
    rows.map((row) => row.deleted_by_fk),
  );
  return rows.map(({ noun, deleted_by_fk, ...row }) => ({
    ...row,
    type: noun,
    deleted_on_delta_humanized: agoText(row.deleted_on, app.clock.now()),
    deleted_by: userOf(deleted_by_fk),
    expires_on: expiryOf(app, row),
  }));
}

async function ownTrashed(ctx: Context, id: number): Promise<TrashRow> {
  const { app, user } = ctx;
  const trashed = await findTrashed(app.db, id);
  if (!trashed) throw notFound();
  if (user.isAdmin) return trashed;
  const owners = await app.db.selectFrom("trash_owners").select("user_id").where("trash_id", "=", id).execute();
  if (!owners.some((owner) => owner.user_id === user.id)) throw notFound();
  if (!canWrite(user, trashed.noun)) throw forbidden();
  return trashed;
}

const list = route(contract.list, SIGNED_IN, (ctx, { q }) => listResponse(ctx, LIST, q ?? {}) as never);

const noteTrashed = ({ noun, object_id, name }: TrashRow) =>
  noteAction({ kind: noun, objects: [{ id: object_id, name }] });

const restore = route(
  contract.restore,
  audited(SIGNED_IN, { action: "trash_restored", verb: "restore", kind: "trash" }),
  async (ctx, { params }) => {
    const trashed = await ownTrashed(ctx, params.id);
    noteTrashed(trashed);
    await restoreFromTrash(ctx, trashed, (trx) => relink(trx, trashed));
    const dashboard = trashed.noun === "dashboard" ? await findDashboardById(ctx.app.db, trashed.object_id) : undefined;
    return { id: trashed.object_id, type: trashed.noun, result: dashboard ? { slug: dashboard.slug } : {} };
  },
);

const remove = route(
  contract.remove,
  audited(SIGNED_IN, { action: "trash_deleted", verb: "delete", kind: "trash" }),
  async (ctx, { params }) => {
    const trashed = await ownTrashed(ctx, params.id);
    noteTrashed(trashed);
    await deleteFromTrash(ctx.app.db, [trashed.id]);
    return { message: "OK" };
  },
);

const ofChart = route(contract.chartDependents, CHART_READ, async (ctx, { params }) =>
  chartDependents(ctx, await visibleChart(ctx.app, ctx.user, params.id)),
);

const ofDashboard = route(contract.dashboardDependents, DASHBOARD_READ, async (ctx, { params }) =>
  dashboardDependents(ctx, await openDashboard(ctx.app, ctx.user, params.id)),
);

async function emptyAndRecord(app: App): Promise<void> {
  const count = await emptyTrash(app);
  if (count > 0)
    await recordEntries(app, [
      { action: "trash_emptied", verb: "clear", object_kind: "trash", result: "ok", details: { count } },
    ]);
}

export const trash: Resource = {
  name: "trash",
  routes: [list, restore, remove, ofChart, ofDashboard],
  periodic: [{ name: "empty-trash", everyMs: HOUR_MS, isRetention: true, run: emptyAndRecord }],
};

async function relink(trx: Kysely<Tables>, { noun, object_id: id, deleted_on }: TrashRow): Promise<void> {
  if (noun === "chart") return unlinkMissing(trx, { id, deletedOn: deleted_on });
  if (noun !== "dashboard") return;
  const [dashboard] = await dashboardsByIds(trx, [id]);
  const chartIds = chartIdsOf(layoutIn(dashboard?.position_json ?? null));
  const charts = await trx
    .selectFrom("charts")
    .select("id")
    .where("id", "in", [...chartIds, -1])
    .execute();
  for (const chart of charts) {
    await trx
      .insertInto("dashboard_charts")
      .values({ dashboard_id: id, chart_id: chart.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function unlinkMissing(trx: Kysely<Tables>, { id, deletedOn }: { id: number; deletedOn: string }) {
  const linked = (await dashboardsOfChart(trx, id)).map((dashboard) => dashboard.id);
  await forEachYielding(await dashboardsByIds(trx, linked), async (dashboard) => {
    const layout = layoutIn(dashboard.position_json);
    // Without a layout, only the links say which charts belong to a dashboard.
    const isWithoutLayout = Object.keys(layout).length === 0;
    if (dashboard.changed_on <= deletedOn || isWithoutLayout || chartIdsOf(layout).includes(id)) return;
    await trx
      .deleteFrom("dashboard_charts")
      .where("dashboard_id", "=", dashboard.id)
      .where("chart_id", "=", id)
      .execute();
  });
}

function layoutIn(text: string | null): Record<string, unknown> {
  const layout = text ? readJson(text) : {};
  return typeof layout === "object" && layout !== null ? (layout as Record<string, unknown>) : {};
}
