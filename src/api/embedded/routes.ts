import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { badRequest, forbidden, invalidFields, notFound } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { issueGuestToken } from "../../server/auth/guest-tokens.ts";
import { shellPage } from "../../server/http/pages.ts";
import { audited, type Context, PUBLIC, permission, RawReply, type Resource, route } from "../../server/http/route.ts";
import { frameHeaders } from "../../server/http/security-headers.ts";
import { possibleIds } from "../../server/http/show-response.ts";
import { changedBy, createdBy, type Stamp, stampOf } from "../../server/store/stamp.ts";
import type { Row, Tables } from "../../server/store/tables.ts";
import { usersById } from "../../server/store/users.ts";
import { openDashboard } from "../dashboard/index.ts";
import { datasetsByIds } from "../dataset/index.ts";
import * as contract from "./contract.ts";

const READ = permission("can_read", "Dashboard");
const SET = permission("can_set_embedded", "Dashboard");
const READ_BY_KEY = permission("can_read", "EmbeddedDashboard");
const GRANT = permission("can_grant_guest_token", "SecurityRestApi");

const domainsOf = (row: EmbeddingRecord) => JSON.parse(row.allowed_domains) as string[];

async function presented({ app, user }: Context, row: EmbeddingRecord) {
  const userOf = await usersById(app.db, [row.changed_by_fk]);
  return {
    result: {
      uuid: row.uuid,
      // Only administrators see which other sites embed.
      allowed_domains: user.guest ? [] : domainsOf(row),
      dashboard_id: String(row.dashboard_id),
      changed_on: row.changed_on,
      changed_by: user.guest ? null : userOf(row.changed_by_fk),
    },
  };
}

async function shownFor(ctx: Context, reference: string) {
  const dashboard = await openDashboard(ctx.app, ctx.user, reference);
  const row = await embeddingOf(ctx.app.db, dashboard.id);
  if (!row) throw notFound();
  return presented(ctx, row);
}

async function save(ctx: Context, reference: string, domains: readonly string[]) {
  const dashboard = await openDashboard(ctx.app, ctx.user, reference);
  await saveEmbedding(ctx.app.db, { dashboardId: dashboard.id, domains }, stampOf(ctx.app, ctx.user));
  noteAction({ objects: [{ id: dashboard.id, name: dashboard.dashboard_title }], fields: ["allowed_domains"] });
  return shownFor(ctx, reference);
}

const remove = route(
  contract.deleteEmbedded,
  audited(SET, { action: "DashboardRestApi.delete_embedded", verb: "delete", kind: "embedding" }),
  async (ctx, { params }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    await deleteEmbedding(ctx.app.db, dashboard.id);
    noteAction({ objects: [{ id: dashboard.id, name: dashboard.dashboard_title }] });
    return { message: "OK" };
  },
);

const byKey = route(contract.embeddedByKey, READ_BY_KEY, async (ctx, { params }) => {
  const row = await findEmbedding(ctx.app.db, params.uuid);
  if (!row) throw notFound();
  await openDashboard(ctx.app, ctx.user, row.dashboard_id).catch(() => {
    throw notFound();
  });
  return presented(ctx, row);
});

const grant = route(
  contract.grantGuestToken,
  audited(GRANT, { action: "SecurityRestApi.guest_token", verb: "create", kind: "guest_token" }),
  async ({ app }, { body }) => {
    const names = body.resources.map(({ id }) => String(id));
    const known = await embeddedAmong(app.db, names);
    if (names.length === 0 || names.some((name) => !known.has(name)))
      throw badRequest(t("Embedded dashboard not found"));
    noteAction({ details: { dashboards: names, guest: body.user.username ?? null, rules: body.rls.length } });
    await assertDatasets(app.db, body.rls);
    const rls_rules = body.rls.map(({ dataset, clause }) => (dataset ? { dataset, clause } : { clause }));
    return { token: await issueGuestToken(app, { user: body.user, resources: body.resources, rls_rules }) };
  },
);

async function assertDatasets(db: App["db"], rules: contract.GuestTokenRequest["rls"]): Promise<void> {
  const ids = rules.flatMap(({ dataset }) => dataset ?? []);
  const known = new Set((await datasetsByIds(db, possibleIds(ids))).map(({ id }) => id));
  const unknown = rules.flatMap(({ dataset }, i) => (dataset && !known.has(dataset) ? [[i, dataset] as const] : []));
  if (unknown.length === 0) return;
  const problems = unknown.map(([i, id]) => [i, { dataset: [t("Dataset {id} does not exist.", { id: String(id) })] }]);
  throw invalidFields({ rls: Object.fromEntries(problems) });
}

/** Without user data: the embedding page sends the guest's token. */
const page = route(contract.embeddedPage, PUBLIC, async (ctx, { params }) => {
  const row = await findEmbedding(ctx.app.db, params.uuid);
  if (!row) throw notFound();
  const domains = domainsOf(row);
  if (!canEmbed(domains, ctx.request.headers.referer)) throw forbidden();
  const shell = await shellPage(ctx.app);
  ctx.reply.removeHeader("x-frame-options");
  const bootstrap = {
    config: { GUEST_TOKEN_HEADER_NAME: "X-GuestToken" },
    embedded: { dashboard_id: String(row.dashboard_id) },
  };
  const html = String(shell.body).replace('<div id="app">', `<div id="app" data-bootstrap="${attribute(bootstrap)}">`);
  return new RawReply(
    html,
    { ...shell.headers, ...frameHeaders(domains, ctx.app.config.mapTiles), "cache-control": "no-store" },
    shell.status,
  );
});

function attribute(value: object): string {
  return JSON.stringify(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

export const embeddedResource: Resource = {
  name: "embedded",
  routes: [
    route(contract.showEmbedded, READ, (ctx, { params }) => shownFor(ctx, params.id)),
    route(
      contract.createEmbedded,
      audited(SET, { action: "DashboardRestApi.set_embedded", verb: "create", kind: "embedding" }),
      (ctx, { params, body }) => save(ctx, params.id, body.allowed_domains),
    ),
    route(
      contract.updateEmbedded,
      audited(SET, { action: "DashboardRestApi.set_embedded", verb: "change", kind: "embedding" }),
      (ctx, { params, body }) => save(ctx, params.id, body.allowed_domains),
    ),
    remove,
    byKey,
    grant,
    page,
  ],
};

/** Domains without a scheme stand for every scheme. */
export function canEmbed(domains: readonly string[], referer: string | undefined): boolean {
  if (domains.length === 0) return true;
  if (referer === undefined || !URL.canParse(referer)) return false;
  const page = new URL(referer);
  return domains.some((domain) => {
    const [scheme, rest] = domain.includes("://") ? domain.toLowerCase().split("://") : [undefined, domain];
    const host = (rest ?? "").toLowerCase();
    if (scheme !== undefined && page.protocol !== `${scheme}:`) return false;
    return host.startsWith("*.") ? page.host.endsWith(host.slice(1)) : page.host === hostOf(scheme, host);
  });
}

function hostOf(scheme: string | undefined, host: string): string {
  return scheme === undefined ? host : new URL(`${scheme}://${host}`).host;
}

type EmbeddingRecord = Row<"embedded_dashboards">;

function embeddingOf(db: Kysely<Tables>, dashboardId: number): Promise<EmbeddingRecord | undefined> {
  return db.selectFrom("embedded_dashboards").selectAll().where("dashboard_id", "=", dashboardId).executeTakeFirst();
}

function findEmbedding(db: Kysely<Tables>, uuid: string): Promise<EmbeddingRecord | undefined> {
  return db.selectFrom("embedded_dashboards").selectAll().where("uuid", "=", uuid).executeTakeFirst();
}

async function saveEmbedding(
  db: Kysely<Tables>,
  { dashboardId, domains }: { dashboardId: number; domains: readonly string[] },
  stamp: Stamp,
): Promise<void> {
  const allowed_domains = JSON.stringify(domains);
  await db
    .insertInto("embedded_dashboards")
    .values({ uuid: randomUUID(), dashboard_id: dashboardId, allowed_domains, ...createdBy(stamp) })
    .onConflict((conflict) => conflict.column("dashboard_id").doUpdateSet({ allowed_domains, ...changedBy(stamp) }))
    .execute();
}

async function deleteEmbedding(db: Kysely<Tables>, dashboardId: number): Promise<void> {
  await db.deleteFrom("embedded_dashboards").where("dashboard_id", "=", dashboardId).execute();
}

async function embeddedAmong(db: Kysely<Tables>, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom("embedded_dashboards").select(["uuid", "dashboard_id"]).execute();
  const known = new Set(rows.flatMap((row) => [row.uuid, String(row.dashboard_id)]));
  return new Set(names.filter((name) => known.has(name)));
}
