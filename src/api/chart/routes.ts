import { type SqlBool, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { notFound } from "../../model/errors.ts";
import { ifMatch, setETag } from "../../server/http/etag.ts";
import {
  type CustomFilter,
  collectionRoutes,
  firstNameOf,
  type ListDefinition,
  pick,
  userColumns,
} from "../../server/http/resource-list.ts";
import { audited, type Resource, route, withLargeBody } from "../../server/http/route.ts";
import { unusedFilter } from "../../server/http/unused-filter.ts";
import { usageOrder } from "../../server/http/usage-order.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { assertOwner } from "../../server/rights/owners.ts";
import { addFavorite, favoritesAmong, removeFavorite } from "../../server/store/favorites.ts";
import { inFolder } from "../../server/store/folders.ts";
import { isBrokenChart } from "../../server/store/lineage.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { tagSearch } from "../../server/store/tags.ts";
import { anyContainsText, containsText } from "../../server/store/text-match.ts";
import { moveToTrash } from "../../server/store/trash.ts";
import * as contract from "./contract.ts";
import { READ, VIEW, visibleChart, visibleChartIds, visibleCharts, visibleChartsAmong, WRITE } from "./policy.ts";
import { presentChart, presentCharts, textsOfList } from "./present.ts";
import { changeChart, createChart } from "./save.ts";

const CHART_FILTERS: Readonly<Record<string, CustomFilter>> = {
  "slice_name:chart_all_text": (value) => {
    const term = String(value ?? "");
    const texts = ["charts.slice_name", "charts.description", "charts.viz_type"].map((name) => sql.ref(name));
    return sql<SqlBool>`(${anyContainsText(texts, term)} or coalesce(charts.datasource_id in (select datasets.id
      from datasets where ${containsText(sql.ref("datasets.table_name"), term)}), false))`;
  },
  "id:chart_is_favorite": (value, { user }) => (value ? favoredBy(user.id) : sql<SqlBool>`not ${favoredBy(user.id)}`),
  "id:chart_is_certified": (value) =>
    value
      ? sql`(charts.certified_by is not null and charts.certified_by <> '')`
      : sql`(charts.certified_by is null or charts.certified_by = '')`,
  "id:chart_owned_created_favored_by_me": (_, { user }) =>
    sql`(charts.created_by_fk = ${user.id} or ${owned(user.id)} or ${favoredBy(user.id)})`,
  "id:chart_in_folder": inFolder("chart"),
  "id:chart_is_broken": (value) =>
    value ? isBrokenChart("charts.id") : sql<SqlBool>`not ${isBrokenChart("charts.id")}`,
  "id:chart_is_unused": unusedFilter("chart"),
  "created_by:chart_has_created_by": (value) =>
    value ? sql`charts.created_by_fk is not null` : sql`charts.created_by_fk is null`,
  "created_by:chart_created_by_me": (_, { user }) =>
    sql`(coalesce(charts.created_by_fk, 0) = ${user.id} or coalesce(charts.changed_by_fk, 0) = ${user.id})`,
  "tags:chart_tags": (value) => tagged(containsText(sql.ref("tags.name"), String(value ?? ""))),
  "tags:chart_tag_id": (value) => tagged(sql`tags.id = ${Number(value) || 0}`),
};

function favoredBy(userId: number) {
  return sql<SqlBool>`charts.id in (select favorites.object_id from favorites
    where favorites.class_name = 'slice' and favorites.user_id = ${userId})`;
}

function owned(userId: number) {
  return sql<SqlBool>`charts.id in (select chart_owners.chart_id from chart_owners
    where chart_owners.user_id = ${userId})`;
}

function tagged(condition: ReturnType<typeof sql<SqlBool>>) {
  return sql<SqlBool>`charts.id in (select tagged_objects.object_id
    from tags join tagged_objects on tagged_objects.tag_id = tags.id
    where tagged_objects.object_type = 'chart' and ${condition})`;
}

const LIST: ListDefinition = {
  view: VIEW,
  title: "List Slice",
  table: "charts",
  permissions: ["can_read", "can_write", "can_export", "can_warm_up_cache"],
  columns: [
    "id",
    "uuid",
    "slice_name",
    "viz_type",
    "url",
    "slice_url",
    "edit_url",
    "thumbnail_url",
    "form_data",
    "params",
    "cache_timeout",
    "description",
    "description_markeddown",
    "certified_by",
    "certification_details",
    "is_managed_externally",
    "external_url",
    "datasource_id",
    "datasource_type",
    "datasource_name_text",
    "datasource_url",
    "table.table_name",
    "table.default_endpoint",
    ...userColumns("changed_by"),
    "changed_by_name",
    "changed_on_delta_humanized",
    "changed_on_dttm",
    "changed_on_utc",
    ...userColumns("created_by"),
    "created_by_name",
    "created_on_delta_humanized",
    "last_saved_at",
    ...userColumns("last_saved_by"),
    ...userColumns("owners"),
    "dashboards.id",
    "dashboards.dashboard_title",
    "tags.id",
    "tags.name",
    "tags.type",
    "folder.id",
    "folder.name",
    "broken_by",
  ],
  search: {
    id: { type: "number", column: "charts.id" },
    uuid: { type: "uuid", column: "charts.uuid" },
    slice_name: { type: "text", column: "charts.slice_name" },
    viz_type: { type: "text", column: "charts.viz_type" },
    description: { type: "text", column: "charts.description" },
    datasource_id: { type: "number", column: "charts.datasource_id" },
    datasource_name: { type: "text", column: "charts.datasource_name" },
    datasource_type: { type: "text", column: "charts.datasource_type" },
    last_saved_at: { type: "date", column: "charts.last_saved_at" },
    last_saved_by: { type: "one", column: "charts.last_saved_by_fk" },
    created_by: { type: "one", column: "charts.created_by_fk" },
    changed_by: { type: "one", column: "charts.changed_by_fk" },
    owners: { type: "many", table: "chart_owners", own: "chart_id", column: "charts.id", other: "user_id" },
    dashboards: {
      type: "many",
      table: "dashboard_charts",
      own: "chart_id",
      column: "charts.id",
      other: "dashboard_id",
    },
    tags: tagSearch("chart", "charts.id"),
  },
  filters: CHART_FILTERS,
  order: {
    "changed_by.first_name": firstNameOf("charts.changed_by_fk"),
    changed_on_delta_humanized: "changed_on",
    datasource_id: "datasource_id",
    datasource_name: { by: "datasource_name", text: true },
    last_saved_at: "last_saved_at",
    "last_saved_by.id": "last_saved_by_fk",
    "last_saved_by.first_name": firstNameOf("charts.last_saved_by_fk"),
    "last_saved_by.last_name": { via: "charts.last_saved_by_fk", table: "users", name: "last_name" },
    slice_name: { by: "slice_name", text: true },
    viz_type: "viz_type",
    ...usageOrder("chart"),
  },
  baseOrder: { column: "changed_on", direction: "desc" },
  visible: (ctx) => visibleCharts(ctx.user),
  visibleIds: (ctx) => visibleChartIds(ctx.user),
  present: presentCharts,
  texts: textsOfList,
  related: {
    owners: { kind: "users", withEmail: true },
    created_by: { kind: "users" },
    changed_by: { kind: "users" },
  },
  createBody: contract.CreateChart,
  updateBody: contract.UpdateChart,
};

const show = route(contract.show, READ, async (ctx, { params, q }) => {
  const chart = await visibleChart(ctx.app, ctx.user, params.id);
  const result = await presentChart(ctx, chart);
  setETag(ctx, chart.changed_on);
  const requested = (q?.columns ?? q?.select_columns)?.filter((name) =>
    Object.hasOwn(result, name.split(".")[0] ?? ""),
  );
  return { result: requested && requested.length > 0 ? (pick(result, requested) as typeof result) : result };
});

const create = route(
  contract.create,
  audited(WRITE, { action: "ChartRestApi.post", verb: "create", kind: "chart" }),
  async (ctx, { body }) => {
    const { id, changedOn } = await createChart(ctx.app, ctx.user, body);
    setETag(ctx, changedOn);
    return { id, result: body };
  },
);

const update = route(
  contract.update,
  audited(WRITE, { action: "ChartRestApi.put", verb: "change", kind: "chart" }),
  async (ctx, { params, body }) => {
    const chart = await visibleChart(ctx.app, ctx.user, params.id);
    setETag(ctx, await changeChart(ctx, chart, { body, basedOn: ifMatch(ctx) }));
    return { id: chart.id, result: body };
  },
);

const remove = route(
  contract.remove,
  audited(WRITE, { action: "ChartRestApi.delete", verb: "delete", kind: "chart" }),
  async (ctx, { params }) => {
    const chart = await visibleChart(ctx.app, ctx.user, params.id);
    await assertOwner(ctx.app.db, ctx.user, { noun: "chart", ids: [chart.id] });
    await assertUnmanaged(ctx.app.db, { noun: "chart", ids: [chart.id] });
    await moveToTrash(ctx.app, { noun: "chart", ids: [chart.id], stamp: stampOf(ctx.app, ctx.user) });
    return { message: "OK" };
  },
);

const removeMany = route(
  contract.removeMany,
  audited(WRITE, { action: "ChartRestApi.bulk_delete", verb: "delete", kind: "chart" }),
  async (ctx, { q }) => {
    const charts = await visibleChartsAmong(ctx.app, ctx.user, q);
    if (charts.length === 0 || charts.length < new Set(q).size) throw notFound();
    const ids = charts.map((chart) => chart.id);
    await assertOwner(ctx.app.db, ctx.user, { noun: "chart", ids });
    await assertUnmanaged(ctx.app.db, { noun: "chart", ids });
    await moveToTrash(ctx.app, { noun: "chart", ids, stamp: stampOf(ctx.app, ctx.user) });
    return { message: t("Deleted {count, plural, one {# chart} other {# charts}}", { count: ids.length }) };
  },
);

const favoriteStatus = route(contract.favoriteStatus, READ, async (ctx, { q }) => {
  const charts = await visibleChartsAmong(ctx.app, ctx.user, q);
  if (charts.length === 0) throw notFound();
  const ids = charts.map((chart) => chart.id);
  const favorites = await favoritesAmong(ctx, "slice", ids);
  return { result: ids.map((id) => ({ id, value: favorites.has(id) })) };
});

const favorite = route(
  contract.favorite,
  audited(READ, { action: "ChartRestApi.add_favorite", verb: "favorite", kind: "chart" }),
  async (ctx, { params }) => {
    const chart = await visibleChart(ctx.app, ctx.user, params.id);
    await addFavorite(ctx, "slice", chart.id);
    return { result: "OK" };
  },
);

const unfavorite = route(
  contract.unfavorite,
  audited(READ, { action: "ChartRestApi.remove_favorite", verb: "unfavorite", kind: "chart" }),
  async (ctx, { params }) => {
    const chart = await visibleChart(ctx.app, ctx.user, params.id);
    await removeFavorite(ctx, "slice", chart.id);
    return { result: "OK" };
  },
);

export const chartResource: Resource = {
  name: "chart",
  routes: [
    ...collectionRoutes({ list: contract.list, info: contract.info, related: contract.related }, LIST),
    favoriteStatus,
    favorite,
    unfavorite,
    show,
    withLargeBody(create),
    withLargeBody(update),
    remove,
    removeMany,
  ],
};
