import type { App } from "../../server/app.ts";
import { digestOf } from "../../server/auth/digest.ts";
import { issueLinkToken, linkGuest, type OpenLink, openLink } from "../../server/auth/public-links.ts";
import { signInLimiter } from "../../server/auth/sign-in-limiter.ts";
import { networkOf } from "../../server/fair-share.ts";
import { appearanceOf } from "../../server/http/appearance.ts";
import { escapeAttribute } from "../../server/http/page-stream.ts";
import { shellPage } from "../../server/http/pages.ts";
import { audited, type Context, PUBLIC, RawReply, route } from "../../server/http/route.ts";
import { openDashboard } from "../dashboard/index.ts";
import { page } from "./contract.ts";
import { recordOpening } from "./store.ts";

const OPENINGS_PER_MINUTE = 120;

function openingLimiter(app: App) {
  return signInLimiter(app);
}

const HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** Whatever keeps a link from working, the page is the same, so that it doesn't tell which links exist. */
export const openPage = route(
  page,
  audited(PUBLIC, { action: "public_link_opened", verb: "open", kind: "public_link", recorded: "by-handler" }),
  async (ctx, { params }) => {
    const wait = await ctx.app
      .once(openingLimiter)
      .attempt(`public link ${networkOf(ctx.request.ip)}`, OPENINGS_PER_MINUTE);
    if (wait > 0) return answer(ctx, undefined, { status: 429, headers: { "retry-after": String(wait) } });
    const link = await linkToDashboard(ctx.app, params.token);
    if (!link) return answer(ctx, undefined, { status: 404, headers: {} });
    const token = await issueLinkToken(ctx.app, link);
    if (ctx.request.method !== "HEAD") await recordOpening(ctx, link.row);
    return answer(ctx, { dashboard_id: String(link.row.dashboard_id), token }, { status: 200, headers: {} });
  },
);

async function linkToDashboard(app: App, token: string): Promise<OpenLink | undefined> {
  const link = await openLink(app, { token });
  if (!link) return undefined;
  const guest = await linkGuest(app, link, digestOf(token));
  const dashboard = await openDashboard(app, guest, link.row.dashboard_id).catch(() => undefined);
  return dashboard && link;
}

async function answer(
  { app, request }: Context,
  link: { dashboard_id: string; token: string } | undefined,
  { status, headers }: { status: number; headers: Record<string, string> },
): Promise<RawReply> {
  const shell = await shellPage(app, appearanceOf(request));
  const bootstrap = escapeAttribute(JSON.stringify(link ? { public_link: link } : {}));
  const html = String(shell.body).replace('<div id="app">', () => `<div id="app" data-bootstrap="${bootstrap}">`);
  return new RawReply(html, { ...shell.headers, ...HEADERS, ...headers }, shell.status === 200 ? status : shell.status);
}
