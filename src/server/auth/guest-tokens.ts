import { hash } from "node:crypto";
import { t } from "../../i18n/translate.ts";
import { missingAuthorization, TesseraError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { type Guest, type User, userOf } from "../user.ts";
import { accounts } from "./accounts.ts";
import { linkGuest, linkOfToken } from "./public-links.ts";
import { isForGuests, OBJECT_PERMISSIONS, viewerPairs } from "./role-matrix.ts";

/**
 * Guests are users of another site that embeds dashboards. Either this server or the other site, with the shared
 * secret, signs their tokens.
 */
export interface GuestClaims {
  readonly user: { username?: string | undefined; first_name?: string | undefined; last_name?: string | undefined };
  readonly resources: readonly { type: string; id: string | number }[];
  readonly rls_rules: Guest["rules"];
}

const CLOCK_SKEW_MS = 60_000;

export const GUEST_TOKEN_HEADER = "x-guesttoken";

const keyOf = (app: App) => app.config.embedding.guestTokenSecret ?? app.secrets.guestKey;

export async function issueGuestToken(app: App, claims: GuestClaims): Promise<string> {
  const { SignJWT } = await import("jose");
  const { guestTokenSeconds, guestTokenAudience } = app.config.embedding;
  const issued = Math.floor(app.clock.now() / 1000);
  const token = new SignJWT({ ...claims, type: "guest" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(issued)
    .setExpirationTime(issued + guestTokenSeconds);
  if (guestTokenAudience !== undefined) token.setAudience(guestTokenAudience);
  return token.sign(keyOf(app));
}

/** Throws a 401 for an invalid or expired token, also of a public link. */
export async function guestOf(app: App, token: string): Promise<User> {
  const tokenHash = hash("sha256", token, "base64url");
  const link = await linkOfToken(app, token);
  if (link) return linkGuest(app, link, tokenHash);
  const claims = await readClaims(app, token);
  const role = await app.once(accounts).role(app.config.embedding.guestRole);
  const isViewer = !role?.pairs.some(([permission]) => !OBJECT_PERMISSIONS.includes(permission));
  const own = role ?? { id: 0, name: app.config.embedding.guestRole, pairs: [] };
  return userOf({
    id: 0,
    username: claims.user.username ?? "guest_user",
    firstName: claims.user.first_name ?? "Guest",
    lastName: claims.user.last_name ?? "User",
    email: "",
    isAnonymous: true,
    isActive: true,
    loginCount: 0,
    createdOn: null,
    // A role without any permission still lets guests view their dashboards.
    roles: [{ ...own, pairs: [...own.pairs, ...(isViewer ? viewerPairs() : [])].filter(isForGuests) }],
    guest: {
      dashboards: claims.resources.filter(({ type }) => type === "dashboard").map(({ id }) => String(id)),
      rules: claims.rls_rules,
      tokenHash,
    },
  });
}

async function readClaims(app: App, token: string): Promise<GuestClaims> {
  const { jwtVerify, errors } = await import("jose");
  const audience = app.config.embedding.guestTokenAudience;
  try {
    const { payload } = await jwtVerify(token, keyOf(app), {
      algorithms: ["HS256"],
      currentDate: new Date(app.clock.now()),
      requiredClaims: ["exp", "iat"],
      ...(audience === undefined ? {} : { audience }),
    });
    const claims = claimsOf(payload);
    const isIssued = (payload.iat ?? 0) * 1000 <= app.clock.now() + CLOCK_SKEW_MS;
    if (!claims || !isIssued) throw unauthorized(t("Invalid token"));
    return claims;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthorized(t("Token has expired"));
    if (error instanceof TesseraError) throw error;
    throw unauthorized(t("Invalid token"));
  }
}

/** Undefined when a claim is missing or malformed: a token with unreadable rules must not show all rows. */
function claimsOf(payload: Readonly<Record<string, unknown>>): GuestClaims | undefined {
  const { type, user, resources, rls_rules, rls } = payload;
  if (type !== "guest" || !isGuestUser(user) || !Array.isArray(resources) || !Array.isArray(rls_rules))
    return undefined;
  if (!resources.every(isResource)) return undefined;
  // The guest_token request calls its rules `rls`; a signer that copied the name meant to restrict rows.
  if (rls !== undefined && rls_rules.length === 0) return undefined;
  const rules = rls_rules.map((rule: unknown) => ruleOf(isObject(rule) ? rule : {}));
  if (rules.some((rule) => rule === undefined)) return undefined;
  return { user: namesOf(user), resources, rls_rules: rules.flatMap((rule) => rule ?? []) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const USER_NAMES = ["username", "first_name", "last_name"] as const;

const isGuestUser = (user: unknown): user is Record<string, unknown> =>
  isObject(user) && USER_NAMES.every((name) => typeof (user[name] ?? "") === "string");

const namesOf = (user: Record<string, unknown>): GuestClaims["user"] =>
  Object.fromEntries(USER_NAMES.map((name) => [name, user[name] ?? undefined]));

const isResource = (value: unknown): value is GuestClaims["resources"][number] =>
  isObject(value) && typeof value.type === "string" && ["string", "number"].includes(typeof value.id);

function ruleOf({ dataset, clause }: Record<string, unknown>): Guest["rules"][number] | undefined {
  if (typeof clause !== "string" || clause.trim() === "") return undefined;
  if (dataset === undefined || dataset === null) return { clause };
  if (typeof dataset !== "number" && typeof dataset !== "string") return undefined;
  const id = Number(dataset);
  return Number.isInteger(id) && id > 0 ? { dataset: id, clause } : undefined;
}

const unauthorized = (msg: string) => new TesseraError(401, { msg });

export function guestTokenOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === "") return undefined;
  if (typeof header !== "string") throw missingAuthorization();
  return header;
}
