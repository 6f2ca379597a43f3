import { sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { badRequest, forbidden, notFound } from "../../model/errors.ts";
import { clientRequest } from "../../server/http/in-process.ts";
import { audited, type Context, permission, RawReply, type Resource, route } from "../../server/http/route.ts";
import { type PictureState, type Pictures, picturesOf } from "../../server/pictures/pictures.ts";
import type { PictureView } from "../../server/pictures/protocol.ts";
import { digestOf, permissionsDigest, thumbnailDigest, thumbnailUrl } from "../../server/pictures/thumbnail.ts";
import { CHART_READ, visibleChart } from "../chart/index.ts";
import { DASHBOARD_READ, keepPermalink, openDashboard } from "../dashboard/index.ts";
import * as contract from "./contract.ts";
import { type Noun, pageOf, pageSession } from "./pages.ts";

const CACHE_DASHBOARD = permission("can_cache_dashboard_screenshot", "Dashboard");

const THUMBNAILS: Readonly<Record<Noun, PictureView>> = {
  chart: { noun: "chart", width: 480, height: 160, scale: 7 / 6, isWhole: false },
  dashboard: { noun: "dashboard", width: 1120, height: 374, scale: 0.5, isWhole: false },
};
const CHART_WINDOW = [800, 600] as const;
const DASHBOARD_WINDOW = [1600, 1200] as const;

interface Subject {
  noun: Noun;
  id: number;
  uuid: string;
  changed_on: string;
}

async function subjectOf(ctx: Context, noun: Noun, reference: string): Promise<Subject> {
  const { app, user } = ctx;
  const found = noun === "chart" ? await visibleChart(app, user, reference) : await openDashboard(app, user, reference);
  return { noun, id: found.id, uuid: found.uuid, changed_on: found.changed_on };
}

function pictures(ctx: Context): Pictures {
  const found = picturesOf(ctx.app);
  if (!found) throw notFound(t("Screenshots are unavailable: Chromium isn't installed on the server"));
  if (ctx.user.guest) throw forbidden(t("Screenshots aren't available to guests"));
  return found;
}

/** Prefix of file names: rows depend on the user, their roles and the row-level security rules. */
async function scopeOf({ app, user }: Context): Promise<string> {
  const { rows } = await sql<{ n: number; latest: string | null; places: number; last: number | null }>`
    select count(*) as n, max(changed_on) as latest,
      (select count(*) from row_level_security_places) as places,
      (select max(id) from row_level_security_places) as last
    from row_level_security`.execute(app.db);
  const [rules] = rows;
  return digestOf([permissionsDigest(user), rules?.n, rules?.latest, rules?.places, rules?.last]);
}

const fileOf = ({ noun, id }: Subject, scope: string, digest: string) => `${scope}-${noun}-${id}-${digest}`;

async function contentOf({ app }: Context, { noun, id, uuid, changed_on }: Subject): Promise<string> {
  if (noun === "chart") return digestOf([uuid, changed_on]);
  const { rows } = await sql<{ latest: string | null }>`select max(charts.changed_on) as latest from charts
    join dashboard_charts on dashboard_charts.chart_id = charts.id
    where dashboard_charts.dashboard_id = ${id}`.execute(app.db);
  return digestOf([uuid, changed_on, rows[0]?.latest]);
}

function originOf({ request }: Context): string {
  const { socket } = clientRequest(request).raw;
  const { localAddress = "127.0.0.1", localPort } = socket;
  const address = localAddress.replace(/^::ffff:/, "");
  const scheme = "encrypted" in socket ? "https" : "http";
  return `${scheme}://${address.includes(":") ? `[${address}]` : address}:${localPort}`;
}

interface ScreenshotOrder {
  view: PictureView;
  path: string;
  isForced: boolean;
}

async function queueScreenshot(
  ctx: Context,
  subject: Subject,
  { view, path, isForced }: ScreenshotOrder,
): Promise<RawReply> {
  const digest = digestOf([await contentOf(ctx, subject), view, path]);
  const plan = { origin: originOf(ctx), path, view, session: pageSession(ctx) };
  const name = fileOf(subject, await scopeOf(ctx), digest);
  const state = await pictures(ctx).order(name, plan, { isForced, isPatient: false });
  const { noun, id } = subject;
  const task = {
    cache_key: digest,
    image_url: `/api/v1/${noun}/${id}/screenshot/${digest}/`,
    [`${noun}_url`]: path,
    task_status: state.status,
    task_updated_at: state.updatedAt,
  };
  const status = state.status === "Updated" ? 200 : 202;
  return new RawReply(JSON.stringify(task), { "content-type": "application/json; charset=utf-8" }, status);
}

function png(bytes: Buffer, cache = "private, max-age=3600"): RawReply {
  return new RawReply(bytes, { "content-type": "image/png", "cache-control": cache });
}

function pdf(bytes: Buffer): RawReply {
  return new RawReply(bytes, { "content-type": "application/pdf", "cache-control": "private, max-age=3600" });
}

function pendingReply({ status }: PictureState): RawReply {
  if (status === "Error") throw notFound(t("The screenshot failed"));
  const body = JSON.stringify({ message: t("The screenshot is being taken"), task_status: status });
  return new RawReply(body, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" }, 202);
}

const DIGEST = /^[0-9a-f]{20}$/;

interface ScreenshotRequest {
  id: string;
  digest: string;
  format?: "png" | "pdf";
}

async function screenshot(
  ctx: Context,
  noun: Noun,
  { id, digest, format = "png" }: ScreenshotRequest,
): Promise<RawReply> {
  const subject = await subjectOf(ctx, noun, id);
  const store = pictures(ctx);
  if (!DIGEST.test(digest)) throw notFound();
  const name = fileOf(subject, await scopeOf(ctx), digest);
  const origin = originOf(ctx);
  const found =
    format === "pdf"
      ? await store.document(name, { origin, view: THUMBNAILS[noun] })
      : ((await store.read(name)) ?? (await store.stateOf(name)));
  if (!found) throw notFound();
  if (!Buffer.isBuffer(found)) return pendingReply(found);
  return format === "pdf" ? pdf(found) : png(found);
}

async function thumbnail(ctx: Context, noun: Noun, { id, digest }: { id: string; digest: string }): Promise<RawReply> {
  const subject = await subjectOf(ctx, noun, id);
  const store = pictures(ctx);
  if (digest !== thumbnailDigest(ctx.user, subject)) {
    return new RawReply("", { location: thumbnailUrl(ctx, noun, subject) ?? "", "cache-control": "no-store" }, 302);
  }
  const scope = await scopeOf(ctx);
  const name = fileOf(subject, scope, `thumbnail-${await contentOf(ctx, subject)}`);
  const bytes = await store.read(name);
  if (bytes) return png(bytes);
  const lastName = fileOf(subject, scope, "thumbnail");
  const page = { origin: originOf(ctx), path: pageOf(subject), view: THUMBNAILS[noun], session: pageSession(ctx) };
  const state = await store.order(name, { ...page, isThumbnail: true, lastName }, { isPatient: true });
  const last = state.status === "Error" ? await store.readLast(lastName) : undefined;
  return last ? png(last, "no-store") : pendingReply(state);
}

const cacheChart = route(
  contract.cacheChart,
  audited(CHART_READ, { action: "ChartRestApi.cache_screenshot", verb: "download", kind: "chart" }),
  async (ctx, { params, q }) => {
    const subject = await subjectOf(ctx, "chart", params.id);
    const [width, height] = q?.window_size ?? CHART_WINDOW;
    const scale = Math.min(1, (q?.thumb_size?.[0] ?? width) / width);
    const view = { noun: "chart", width, height, scale, isWhole: true } as const;
    const path = pageOf(subject, q?.permalink_key === undefined ? {} : { permalink_key: q.permalink_key });
    return queueScreenshot(ctx, subject, { view, path, isForced: q?.force === true });
  },
);

const cacheDashboard = route(
  contract.cacheDashboard,
  audited(CACHE_DASHBOARD, {
    action: "DashboardRestApi.cache_dashboard_screenshot",
    verb: "download",
    kind: "dashboard",
  }),
  async (ctx, { params, query, body }) => {
    const subject = await subjectOf(ctx, "dashboard", params.id);
    pictures(ctx);
    const { permalinkKey, ...state } = body;
    const isPlain = !Object.values(state).some((value) => value !== undefined && value !== null);
    const key = permalinkKey ?? (isPlain ? undefined : await keepPermalink(ctx, subject, state));
    const [width, height] = DASHBOARD_WINDOW;
    const view = { noun: "dashboard", width, height, scale: 1, isWhole: true } as const;
    const path = pageOf(subject, key === undefined ? {} : { permalink_key: key });
    return queueScreenshot(ctx, subject, { view, path, isForced: query.force === "true" });
  },
);

function formatOf(format = "png"): "png" | "pdf" {
  if (format !== "png" && format !== "pdf") throw badRequest(t("download_format must be png or pdf"));
  return format;
}

const nouns = [
  ["chart", contract.chartPictures, CHART_READ],
  ["dashboard", contract.dashboardPictures, DASHBOARD_READ],
] as const;

export const pictureResource: Resource = {
  name: "picture",
  routes: [
    cacheChart,
    cacheDashboard,
    ...nouns.flatMap(([noun, operations, policy]) => [
      route(operations.screenshot, policy, (ctx, { params, query }) =>
        screenshot(ctx, noun, { ...params, format: formatOf(query.download_format) }),
      ),
      route(operations.thumbnail, policy, (ctx, { params }) => thumbnail(ctx, noun, params)),
    ]),
  ],
};
