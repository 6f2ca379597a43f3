import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden, TesseraError } from "../../model/errors.ts";
import { DEFAULT_LINK_DAYS, type PublicLinkSettings } from "../../model/public-link.ts";
import type { App } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import type { Row, Tables } from "../store/tables.ts";
import { type Guest, type User, userOf } from "../user.ts";
import { accounts } from "./accounts.ts";
import { digestOf } from "./digest.ts";
import { isForGuests, OBJECT_PERMISSIONS, viewerPairs } from "./role-matrix.ts";

/**
 * Public links show one dashboard to visitors without an account. A visitor is a guest, as of an embedding site, whose
 * token names the link. Every request reads the link again: what its maker can't see any more, its visitors can't either.
 */

const SETTING = "public_links";
export const PUBLIC_LINK_VIEW = "PublicLink";

/** Off until an administrator turns them on. */
export async function publicLinkSettings(db: Kysely<Tables>): Promise<PublicLinkSettings> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", SETTING).executeTakeFirst();
  return row ? (JSON.parse(row.value) as PublicLinkSettings) : { enabled: false, max_days: DEFAULT_LINK_DAYS };
}

export async function savePublicLinkSettings(db: Kysely<Tables>, settings: PublicLinkSettings): Promise<void> {
  const value = JSON.stringify(settings);
  await db
    .insertInto("settings")
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export type PublicLinkRecord = Row<"public_links">;

export interface OpenLink {
  readonly row: PublicLinkRecord;
  readonly maker: User;
}

type LinkKey = { readonly token: string } | { readonly id: number };

/** Undefined unless the link works now. Whether its maker can still open the dashboard is checked with each object. */
export async function openLink(app: App, key: LinkKey): Promise<OpenLink | undefined> {
  const query = app.db.selectFrom("public_links").selectAll();
  const found = "token" in key ? query.where("token_hash", "=", digestOf(key.token)) : query.where("id", "=", key.id);
  const row = await found.executeTakeFirst();
  if (!row || row.revoked_on !== null || row.ends_on <= formatTimestamp(app.clock.now())) return undefined;
  if (!(await publicLinkSettings(app.db)).enabled) return undefined;
  const maker = await app.once(accounts).active(row.created_by_fk);
  const isAllowed = maker?.can("can_write", PUBLIC_LINK_VIEW) && maker.can("can_read", "Dashboard");
  return maker && isAllowed ? { row, maker } : undefined;
}

const TOKEN_TYPE = "public-link";

/**
 * Signed with this server's own key, never the one shared with embedding sites. Valid as long as the link, which is read
 * again with every request.
 */
export async function issueLinkToken(app: App, { row }: OpenLink): Promise<string> {
  const { SignJWT } = await import("jose");
  return new SignJWT({ type: TOKEN_TYPE, link: row.id })
    .setProtectedHeader({ alg: "HS256", typ: TOKEN_TYPE })
    .setJti(crypto.randomUUID())
    .setIssuedAt(Math.floor(app.clock.now() / 1000))
    .setExpirationTime(Math.floor(parseTimestamp(row.ends_on) / 1000))
    .sign(app.secrets.guestKey);
}

/** Undefined for tokens of embedding sites. Throws a 401 if the token or its link doesn't work. */
export async function linkOfToken(app: App, token: string): Promise<OpenLink | undefined> {
  const { decodeProtectedHeader, jwtVerify } = await import("jose");
  try {
    if (decodeProtectedHeader(token).typ !== TOKEN_TYPE) return undefined;
  } catch {
    return undefined;
  }
  const options = { algorithms: ["HS256"], typ: TOKEN_TYPE, currentDate: new Date(app.clock.now()) };
  const verified = await jwtVerify(token, app.secrets.guestKey, { ...options, requiredClaims: ["exp", "jti"] }).catch(
    () => undefined,
  );
  const { type, link } = verified?.payload ?? {};
  const found = type === TOKEN_TYPE && typeof link === "number" ? await openLink(app, { id: link }) : undefined;
  if (!found) throw new TesseraError(401, { msg: t("This link doesn't work anymore.") });
  return found;
}

/** Viewers and the guest role, which may allow downloads, never have more permissions than the maker. */
export async function linkGuest(app: App, { row, maker }: OpenLink, tokenHash: string): Promise<User> {
  const { guestRole } = app.config.embedding;
  const role = await app.once(accounts).role(guestRole);
  const pairs = [...viewerPairs(), ...(role?.pairs ?? []).filter(isForGuests)].filter(
    ([permission, view]) => !OBJECT_PERMISSIONS.includes(permission) && maker.can(permission, view),
  );
  const link: NonNullable<Guest["link"]> = { id: row.id, dashboardId: row.dashboard_id, maker };
  return userOf({
    id: 0,
    username: `public link ${row.id}`,
    firstName: t("Guest"),
    lastName: "",
    email: "",
    isAnonymous: true,
    isActive: true,
    loginCount: 0,
    createdOn: null,
    roles: [{ id: role?.id ?? 0, name: guestRole, pairs }],
    guest: { dashboards: [], rules: [], tokenHash, link },
  });
}

/** What showing a dashboard needs, with filters and, where permitted, drilling and downloads. Nothing else answers. */
export const LINK_OPERATIONS: ReadonlySet<string> = new Set([
  "me.roles",
  "me.queue",
  "dashboard.show",
  "assertion.ofDashboard",
  "dashboard.charts",
  "dashboard.layers",
  "dashboard.datasets",
  "dashboard.firstView",
  "dataset.drillInfo",
  "postChartData",
  "postChartDataBatch",
  "postBrushIndex",
  "postSamples",
  "getTimeRange",
  "theme.show",
]);

/** Sockets have no operation. */
export function assertLinkOperation({ guest }: User, operationId?: string): void {
  if (guest?.link && !LINK_OPERATIONS.has(operationId ?? "")) throw forbidden();
}
