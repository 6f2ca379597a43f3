import { type SqlBool, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden, invalidFields, notFound, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { PUBLIC_LINK_VIEW, publicLinkSettings, savePublicLinkSettings } from "../../server/auth/public-links.ts";
import { formatTimestamp } from "../../server/clock.ts";
import { anyColumnContains } from "../../server/http/list-filters.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, userColumns } from "../../server/http/resource-list.ts";
import { audited, type Context, permission, type Resource, route } from "../../server/http/route.ts";
import { possibleIds, showResponse } from "../../server/http/show-response.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { usersById } from "../../server/store/users.ts";
import type { User } from "../../server/user.ts";
import { assertDashboardEditor, dashboardsByIds, openDashboard } from "../dashboard/index.ts";
import * as contract from "./contract.ts";
import { openPage } from "./page.ts";
import { addToLog, countActive, insertLink, linksByIds, revokeLinks } from "./store.ts";

const READ = permission("can_read", PUBLIC_LINK_VIEW);
const WRITE = permission("can_write", PUBLIC_LINK_VIEW);
const MANAGE = permission("can_manage", PUBLIC_LINK_VIEW);

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_ACTIVE = 100;

const canManage = (user: User) => user.can("can_manage", PUBLIC_LINK_VIEW);

function ownLinks(user: User): Condition | undefined {
  return canManage(user) ? undefined : sql<SqlBool>`public_links.created_by_fk = ${user.id > 0 ? user.id : null}`;
}

function hasState(app: App, status: unknown): Condition {
  const now = formatTimestamp(app.clock.now());
  if (status === "revoked") return sql<SqlBool>`public_links.revoked_on is not null`;
  const isOver = status === "ended" ? sql`<=` : sql`>`;
  return sql<SqlBool>`(public_links.revoked_on is null and public_links.ends_on ${isOver} ${now})`;
}

const TITLE = sql`(select dashboard_title from dashboards where dashboards.id = public_links.dashboard_id)`;

const LIST: ListDefinition = {
  view: PUBLIC_LINK_VIEW,
  title: "List Public Link",
  table: "public_links",
  permissions: ["can_read", "can_write", "can_manage"],
  columns: [
    "id",
    "name",
    "dashboard.id",
    "dashboard.dashboard_title",
    "status",
    "created_on",
    ...userColumns("created_by"),
    "ends_on",
    "revoked_on",
    "last_opened_on",
    "opens",
  ],
  search: {
    name: { type: "text", column: "public_links.name" },
    dashboard: { type: "one", column: "public_links.dashboard_id" },
    created_by: { type: "one", column: "public_links.created_by_fk" },
  },
  filters: {
    "name:public_link_all_text": anyColumnContains(["public_links.name"]),
    "status:public_link_status": (value, { app }) => hasState(app, value),
  },
  order: {
    name: { by: "name", text: true },
    "dashboard.dashboard_title": { by: TITLE, text: true },
    created_on: "created_on",
    "created_by.first_name": firstNameOf("public_links.created_by_fk"),
    ends_on: "ends_on",
    last_opened_on: "last_opened_on",
    opens: "opens",
  },
  baseOrder: { column: "created_on", direction: "desc" },
  visible: ({ user }) => ownLinks(user),
  present: ({ app }, ids) => presented(app, ids),
  related: { created_by: { kind: "users" } },
};

async function presented(app: App, ids: readonly number[]) {
  const rows = await linksByIds(app.db, ids);
  const userOf = await usersById(
    app.db,
    rows.map((row) => row.created_by_fk),
  );
  const dashboards = new Map(
    (await dashboardsByIds(app.db, [...new Set(rows.map((row) => row.dashboard_id))])).map((one) => [one.id, one]),
  );
  const now = formatTimestamp(app.clock.now());
  return rows.map(
    ({ token_hash: _, created_by_fk, dashboard_id, ...row }): contract.PublicLink => ({
      ...row,
      dashboard: { id: dashboard_id, dashboard_title: dashboards.get(dashboard_id)?.dashboard_title ?? "" },
      status: row.revoked_on !== null ? "revoked" : row.ends_on <= now ? "ended" : "active",
      created_by: userOf(created_by_fk),
    }),
  );
}

const create = route(
  contract.create,
  audited(WRITE, { action: "public_link_created", verb: "create", kind: "public_link", recorded: "by-handler" }),
  async (ctx, { body }) => {
    const { app, user } = ctx;
    const { enabled, max_days } = await publicLinkSettings(app.db);
    if (!enabled) throw forbidden(t("Public links are off. An administrator can turn them on under Public links."));
    const dashboard = await openDashboard(app, user, body.dashboard_id);
    await assertDashboardEditor(app, user, dashboard);
    const endsMs = Date.parse(body.ends_on);
    // A link lasts until the end of its last day, wherever its maker is.
    if (endsMs > app.clock.now() + (max_days + 1) * DAY_MS)
      throw invalidFields({
        ends_on: [t("Public links last {days, plural, one {# day} other {# days}} at most.", { days: max_days })],
      });
    if (endsMs <= app.clock.now()) throw invalidFields({ ends_on: [t("Choose a day in the future.")] });
    if ((await countActive(app, user.id)) >= MAX_ACTIVE)
      throw unprocessable(
        t("You can have at most {limit, number} public links. Revoke some first.", { limit: MAX_ACTIVE }),
      );
    const { token, row } = await insertLink(ctx, { dashboardId: dashboard.id, name: body.name || null, endsMs });
    const [result] = await presented(app, [row.id]);
    if (!result) throw notFound();
    return { id: row.id, url: `/public/${token}/`, result };
  },
);

async function linkOf({ app, user }: Context, id: number) {
  const ids = possibleIds([id]);
  const [row] = ids.length > 0 ? await linksByIds(app.db, ids) : [];
  if (!row || (row.created_by_fk !== user.id && !canManage(user))) throw notFound();
  return row;
}

const show = route(contract.show, READ, async (ctx, { params, q }) => {
  const [shown] = await presented(ctx.app, [(await linkOf(ctx, params.id)).id]);
  if (!shown) throw notFound();
  return showResponse(shown, "Show Public Link", q);
});

const revoke = route(
  contract.revoke,
  audited(WRITE, { action: "public_link_revoked", verb: "delete", kind: "public_link", recorded: "by-handler" }),
  async (ctx, { params }) => {
    const { id } = await linkOf(ctx, params.id);
    await revokeLinks(ctx, "id", id);
    return { message: "OK" };
  },
);

const revokeAll = route(
  contract.revokeAll,
  audited(MANAGE, { action: "public_link_revoked", verb: "delete", kind: "public_link", recorded: "by-handler" }),
  async (ctx, { body }) => ({
    count: await revokeLinks(ctx, "created_by_fk", body.created_by),
  }),
);

const settings = route(contract.settings, READ, async ({ app }) => ({ result: await publicLinkSettings(app.db) }));

const saveSettings = route(
  contract.saveSettings,
  audited(MANAGE, { action: "public_link_settings_changed", verb: "change", kind: "setting", recorded: "by-handler" }),
  async (ctx, { body }) => {
    await ctx.app.db.transaction().execute(async (db) => {
      const before = await publicLinkSettings(db);
      await savePublicLinkSettings(db, body);
      await addToLog(ctx, db, {
        action: "public_link_settings_changed",
        dashboard_id: null,
        json: { before, ...body },
      });
    });
    return { result: body };
  },
);

export const publicLinks: Resource = {
  name: "public-link",
  routes: [
    settings,
    saveSettings,
    ...collectionRoutes(contract, LIST).filter(({ operation }) => operation.id !== "public_link.distinct"),
    show,
    create,
    revokeAll,
    revoke,
    openPage,
  ],
};
