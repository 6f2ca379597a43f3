import { t } from "../../i18n/translate.ts";
import { notFound } from "../../model/errors.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { yieldToEventLoop } from "../../server/event-loop.ts";
import { ifMatch, setETag } from "../../server/http/etag.ts";
import {
  collectionRoutes,
  firstNameOf,
  type ListDefinition,
  pick,
  userColumns,
} from "../../server/http/resource-list.ts";
import {
  audited,
  type Context,
  LazyList,
  type Resource,
  route,
  unaudited,
  withLargeBody,
} from "../../server/http/route.ts";
import { usageOrder } from "../../server/http/usage-order.ts";
import { isRestricted } from "../../server/rights/dashboards.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { assertOwner } from "../../server/rights/owners.ts";
import type { RowGrant } from "../../server/rights/row-grant.ts";
import { compositeChartOn, sharesOf, visibleLayers } from "../../server/rights/through-dashboard.ts";
import { addFavorite, favoritesAmong, removeFavorite } from "../../server/store/favorites.ts";
import { brokenAmong } from "../../server/store/lineage.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { tagSearch } from "../../server/store/tags.ts";
import { moveToTrash } from "../../server/store/trash.ts";
import type { User } from "../../server/user.ts";
import {
  type ChartRecord,
  chartIdsOfDashboard,
  chartsInPortions,
  presentDashboardChart,
  visibleChartsAmong,
} from "../chart/index.ts";
import { datasourceOf } from "../dataset/index.ts";
import * as contract from "./contract.ts";
import { DASHBOARD_FILTERS } from "./filters.ts";
import { LINK_ROUTES } from "./links.ts";
import { filtersByTab, tabsOf } from "./metadata.ts";
import { PERFORMANCE_ROUTES } from "./performance.ts";
import {
  openDashboard,
  openDashboardIds,
  PUT_CUSTOMIZATIONS,
  READ,
  VIEW,
  visibleDashboardIds,
  visibleDashboards,
  WRITE,
} from "./policy.ts";
import { pagePrefetch, prefetchFirstView } from "./prefetch.ts";
import { presentDashboard, presentDashboards } from "./present.ts";
import { PROFILE_ROUTES } from "./profiles.ts";
import { readableDatasets } from "./readable.ts";
import {
  assertEditor,
  changeColors,
  changeCustomizations,
  changeDashboard,
  changeFilters,
  copyDashboard,
  createDashboard,
  modifiedSeconds,
} from "./save.ts";

const LIST: ListDefinition = {
  view: VIEW,
  title: "List Dashboard",
  table: "dashboards",
  permissions: [
    "can_read",
    "can_write",
    "can_export",
    "can_export_as_example",
    "can_put_chart_customizations",
    "can_get_embedded",
    "can_set_embedded",
    "can_delete_embedded",
    "can_cache_dashboard_screenshot",
  ],
  columns: [
    "id",
    "uuid",
    "dashboard_title",
    "slug",
    "url",
    "status",
    "published",
    "thumbnail_url",
    "certified_by",
    "certification_details",
    "is_managed_externally",
    "external_url",
    ...userColumns("changed_by"),
    "changed_by_name",
    "changed_on_utc",
    "changed_on_delta_humanized",
    "created_on_delta_humanized",
    ...userColumns("created_by"),
    ...userColumns("owners"),
    "roles.id",
    "roles.name",
    "tags.id",
    "tags.name",
    "tags.type",
    "folder.id",
    "folder.name",
  ],
  search: {
    id: { type: "number", column: "dashboards.id" },
    uuid: { type: "uuid", column: "dashboards.uuid" },
    dashboard_title: { type: "text", column: "dashboards.dashboard_title" },
    slug: { type: "text", column: "dashboards.slug" },
    published: { type: "boolean", column: "dashboards.published" },
    created_by: { type: "one", column: "dashboards.created_by_fk" },
    changed_by: { type: "one", column: "dashboards.changed_by_fk" },
    owners: {
      type: "many",
      table: "dashboard_owners",
      own: "dashboard_id",
      column: "dashboards.id",
      other: "user_id",
    },
    roles: { type: "many", table: "dashboard_roles", own: "dashboard_id", column: "dashboards.id", other: "role_id" },
    tags: tagSearch("dashboard", "dashboards.id"),
  },
  filters: DASHBOARD_FILTERS,
  order: {
    "changed_by.first_name": firstNameOf("dashboards.changed_by_fk"),
    changed_on_delta_humanized: "changed_on",
    changed_on: "changed_on",
    "created_by.first_name": firstNameOf("dashboards.created_by_fk"),
    dashboard_title: { by: "dashboard_title", text: true },
    published: "published",
    ...usageOrder("dashboard"),
  },
  baseOrder: { column: "changed_on", direction: "desc" },
  visible: (ctx) => visibleDashboards(ctx.user),
  visibleIds: (ctx) => visibleDashboardIds(ctx.user),
  present: (ctx, ids) => presentDashboards(ctx, ids),
  related: {
    owners: { kind: "users", withEmail: true },
    roles: { kind: "roles" },
    created_by: { kind: "users" },
    changed_by: { kind: "users" },
  },
  createBody: contract.CreateDashboard,
  updateBody: contract.UpdateDashboard,
};

const show = route(contract.show, READ, async (ctx, { params, q }) => {
  const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
  const result = withoutUsers(ctx.user, await presentDashboard(ctx, dashboard));
  setETag(ctx, dashboard.changed_on);
  const requested = q?.columns?.filter((name) => Object.hasOwn(result, name.split(".")[0] ?? ""));
  return { result: requested && requested.length > 0 ? (pick(result, requested) as typeof result) : result };
});

function withoutUsers<T extends { roles: unknown[]; custom_tags: unknown[] }>(user: User, shown: T): T {
  if (!user.guest) return shown;
  const withoutPeople = { owners: [], roles: [], changed_by: null, changed_by_name: "", created_by: null };
  return { ...shown, ...withoutPeople, tags: shown.custom_tags };
}

function datasetFor(
  { isThroughDashboard }: RowGrant,
  { database, owners, sql, select_star, ...dataset }: Payload,
): Payload {
  return isThroughDashboard ? dataset : { ...dataset, database, owners, sql, select_star };
}

type Payload = ReturnType<typeof datasourceOf>;

const charts = route(contract.charts, READ, async (ctx, { params }) => {
  const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
  const ids = await chartIdsOfDashboard(ctx.app.db, dashboard.id);
  return { result: new LazyList(presentedCharts(ctx, ids)) };
});

async function* presentedCharts({ app }: Context, ids: readonly number[]) {
  const places = new Map(ids.map((id, i) => [id, i]));
  const placeOf = ({ id }: ChartRecord) => places.get(id) ?? 0;
  const broken = await brokenAmong(app.db, ids);
  for await (const portion of chartsInPortions(app.db, ids)) {
    const charts = portion.sort((a, b) => placeOf(a) - placeOf(b));
    for (const chart of charts)
      yield [{ ...presentDashboardChart(chart), ...(broken.has(chart.id) && { is_broken: true }) }];
  }
}

const layers = route(contract.layers, READ, async (ctx, { params }) => {
  const { app, user } = ctx;
  const dashboard = await openDashboard(app, user, params.id);
  const layered = await compositeChartOn(app.db, { dashboardId: dashboard.id, chartId: params.chart_id });
  if (!layered) throw notFound();
  const { layerIds } = layered;
  const own = await visibleChartsAmong(app, user, layerIds);
  const shares = await sharesOf(app.db, user, dashboard.id);
  const shown = await Promise.all(shares.map((share) => visibleLayers(ctx, [dashboard, ...share], layered)));
  const visible = new Set([...own.map(({ id }) => id), ...shown.flat()]);
  const ids = layerIds.filter((id) => visible.has(id));
  return { result: new LazyList(presentedCharts(ctx, ids)) };
});

const datasets = route(contract.datasets, READ, async (ctx, { params }) => {
  const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
  const readable = await readableDatasets(ctx, dashboard);
  return { result: readable.map(({ record, grant }) => datasetFor(grant, datasourceOf(record))) };
});

const firstView = route(
  contract.firstView,
  unaudited(READ, "starts queries that the page is about to ask for"),
  async (ctx, { params }) => {
    await prefetchFirstView(ctx.app, ctx.user, params.id);
    return { message: "OK" };
  },
);

const tabs = route(contract.tabs, READ, async (ctx, { params }) => {
  const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
  const native_filters = filtersByTab(dashboard.json_metadata);
  await yieldToEventLoop();
  return { result: { ...tabsOf(dashboard.position_json), native_filters } };
});

const create = route(
  contract.create,
  audited(WRITE, { action: "DashboardRestApi.post", verb: "create", kind: "dashboard" }),
  async (ctx, { body }) => {
    return { id: await createDashboard(ctx.app, ctx.user, body), result: body };
  },
);

const update = route(
  contract.update,
  audited(WRITE, { action: "DashboardRestApi.put", verb: "change", kind: "dashboard" }),
  async (ctx, { params, body }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    await assertEditor(ctx.app, ctx.user, dashboard);
    await assertUnmanaged(ctx.app.db, { noun: "dashboard", ids: [dashboard.id] }, body);
    const changedOn = await changeDashboard(ctx, dashboard, { body, basedOn: ifMatch(ctx) });
    setETag(ctx, changedOn);
    return { id: dashboard.id, result: body, last_modified_time: modifiedSeconds(changedOn) };
  },
);

const filters = route(
  contract.filters,
  audited(WRITE, { action: "DashboardRestApi.put_filters", verb: "change", kind: "dashboard" }),
  async (ctx, { params, body }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    await assertEditor(ctx.app, ctx.user, dashboard);
    await assertUnmanaged(ctx.app.db, { noun: "dashboard", ids: [dashboard.id] });
    return { result: await changeFilters(ctx, dashboard, body) };
  },
);

const customizations = route(
  contract.customizations,
  audited(PUT_CUSTOMIZATIONS, {
    action: "DashboardRestApi.put_chart_customizations",
    verb: "change",
    kind: "dashboard",
  }),
  async (ctx, { params, body }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    await assertEditor(ctx.app, ctx.user, dashboard);
    await assertUnmanaged(ctx.app.db, { noun: "dashboard", ids: [dashboard.id] });
    return { result: await changeCustomizations(ctx, dashboard, body) };
  },
);

const colors = route(
  contract.colors,
  audited(WRITE, { action: "DashboardRestApi.put_colors", verb: "change", kind: "dashboard", recorded: "noted" }),
  async (ctx, { params, query, body }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    await assertEditor(ctx.app, ctx.user, dashboard);
    const isMarked = query.mark_updated ?? true;
    if (isMarked) await assertUnmanaged(ctx.app.db, { noun: "dashboard", ids: [dashboard.id] });
    const isChanged = await changeColors(ctx, dashboard, { colors: body, isMarked });
    // Unmarked, a page that was opened keeps the colors it has generated: its reader changed nothing.
    if (isMarked && isChanged) noteAction({ fields: ["json_metadata"] });
    return {};
  },
);

const copy = route(
  contract.copy,
  audited(WRITE, { action: "DashboardRestApi.copy_dash", verb: "create", kind: "dashboard" }),
  async (ctx, { params, body }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    // A copy has no roles, so for users with access through a role it would bypass the owners.
    if (await isRestricted(ctx.app.db, dashboard.id)) await assertEditor(ctx.app, ctx.user, dashboard);
    return { result: await copyDashboard(ctx, dashboard, body) };
  },
);

const remove = route(
  contract.remove,
  audited(WRITE, { action: "DashboardRestApi.delete", verb: "delete", kind: "dashboard" }),
  async (ctx, { params }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    await assertEditor(ctx.app, ctx.user, dashboard);
    await assertUnmanaged(ctx.app.db, { noun: "dashboard", ids: [dashboard.id] });
    await moveToTrash(ctx.app, { noun: "dashboard", ids: [dashboard.id], stamp: stampOf(ctx.app, ctx.user) });
    return { message: "OK" };
  },
);

const removeMany = route(
  contract.removeMany,
  audited(WRITE, { action: "DashboardRestApi.bulk_delete", verb: "delete", kind: "dashboard" }),
  async (ctx, { q }) => {
    const ids = [...(await openDashboardIds(ctx.app, ctx.user, q))].sort((a, b) => a - b);
    if (ids.length === 0 || ids.length < new Set(q).size) throw notFound();
    await assertOwner(ctx.app.db, ctx.user, { noun: "dashboard", ids });
    await assertUnmanaged(ctx.app.db, { noun: "dashboard", ids });
    await moveToTrash(ctx.app, { noun: "dashboard", ids, stamp: stampOf(ctx.app, ctx.user) });
    return { message: t("Deleted {count, plural, one {# dashboard} other {# dashboards}}", { count: ids.length }) };
  },
);

const favoriteStatus = route(contract.favoriteStatus, READ, async (ctx, { q }) => {
  const ids = [...(await openDashboardIds(ctx.app, ctx.user, q))].sort((a, b) => a - b);
  if (ids.length === 0) throw notFound();
  const favorites = await favoritesAmong(ctx, "Dashboard", ids);
  return { result: ids.map((id) => ({ id, value: favorites.has(id) })) };
});

const favorite = route(
  contract.favorite,
  audited(READ, { action: "DashboardRestApi.add_favorite", verb: "favorite", kind: "dashboard" }),
  async (ctx, { params }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    await addFavorite(ctx, "Dashboard", dashboard.id);
    return { result: "OK" };
  },
);

const unfavorite = route(
  contract.unfavorite,
  audited(READ, { action: "DashboardRestApi.remove_favorite", verb: "unfavorite", kind: "dashboard" }),
  async (ctx, { params }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    await removeFavorite(ctx, "Dashboard", dashboard.id);
    return { result: "OK" };
  },
);

export const dashboardResource: Resource = {
  name: "dashboard",
  onPage: pagePrefetch,
  routes: [
    ...collectionRoutes({ list: contract.list, info: contract.info, related: contract.related }, LIST),
    ...LINK_ROUTES,
    ...PROFILE_ROUTES,
    favoriteStatus,
    favorite,
    unfavorite,
    show,
    charts,
    layers,
    datasets,
    firstView,
    ...PERFORMANCE_ROUTES,
    tabs,
    withLargeBody(create),
    withLargeBody(update),
    withLargeBody(filters),
    withLargeBody(customizations),
    withLargeBody(colors),
    withLargeBody(copy),
    remove,
    removeMany,
  ],
};
