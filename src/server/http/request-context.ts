import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedLanguage, acceptedTags, type Locale, regionOf } from "../../i18n/locale.ts";
import { t } from "../../i18n/translate.ts";
import { isTimeZone, ZONE_COOKIE, ZONE_HEADER } from "../../i18n/zone.ts";
import { forbidden, missingAuthorization, typedError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { GUEST_TOKEN_HEADER, guestTokenOf } from "../auth/guest-tokens.ts";
import { type Caller, identify } from "../auth/identify.ts";
import { assertLinkOperation } from "../auth/public-links.ts";
import { csrfError, SESSION_COOKIE } from "../auth/sessions.ts";
import { userKeyOf } from "../fair-share.ts";
import type { User } from "../user.ts";
import { cookieOf } from "./cookies.ts";
import { inProcessCall, signalOfCall } from "./in-process.ts";
import type { MultipartFiles } from "./multipart.ts";
import type { Context, Policy, Route } from "./route.ts";

export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}

const callers = new WeakMap<FastifyRequest, Caller>();

export async function authorize(app: App, route: Route, request: FastifyRequest): Promise<void> {
  const caller = await (route.ownAuthorization
    ? identify(app, { authorization: undefined, sessionToken: undefined, address: request.ip })
    : callerOf(app, request));
  callers.set(request, caller);
  assertAllowed(route.policy, caller, route.operation.id);
}

/**
 * Beacons and downloads of embedded pages can't send headers, so forms may contain the guest token as `guest_token`.
 */
export function canHoldGuestToken(route: Route, request: FastifyRequest): boolean {
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/.test(
    request.headers["content-type"] ?? "",
  );
  const hasCredentials =
    request.headers.authorization !== undefined || guestTokenOf(request.headers[GUEST_TOKEN_HEADER]);
  return isForm && !hasCredentials && (route.acceptsForm ?? false) && !route.operation.multipart;
}

interface GuestForm {
  route: Route;
  fields: unknown;
}

export async function authorizeForm(app: App, { route, fields }: GuestForm, request: FastifyRequest): Promise<void> {
  const caller = callers.get(request);
  if (!caller?.user.isAnonymous || !canHoldGuestToken(route, request)) return;
  const { guest_token } = fields as { guest_token?: unknown };
  if (typeof guest_token !== "string" || guest_token === "")
    return assertAllowed(route.policy, caller, route.operation.id);
  delete (fields as { guest_token?: unknown }).guest_token;
  const noCredentials = { authorization: undefined, sessionToken: undefined, address: request.ip };
  const guest = await identify(app, { ...noCredentials, guestToken: guest_token });
  callers.set(request, guest);
  assertAllowed(route.policy, guest, route.operation.id);
}

export async function authorizePolicy(app: App, policy: Policy, request: FastifyRequest): Promise<User> {
  const caller = await callerOf(app, request);
  assertAllowed(policy, caller);
  return caller.user;
}

export async function callerOf(app: App, request: FastifyRequest): Promise<Caller> {
  const call = inProcessCall(app, request);
  if (call) return call.caller;
  return identify(app, {
    authorization: request.headers.authorization,
    sessionToken: request.cookies[SESSION_COOKIE],
    address: request.ip,
    guestToken: guestTokenOf(request.headers[GUEST_TOKEN_HEADER]),
  });
}

/** Undefined before the caller is authorised. */
export const knownCaller = (request: FastifyRequest): User | undefined => callers.get(request)?.user;

export function callerKey(request: FastifyRequest): string {
  return userKeyOf(callers.get(request)?.user ?? ANONYMOUS, request.ip);
}

export function localeOf(request: FastifyRequest, user = callers.get(request)?.user): Locale {
  const header = request.headers["accept-language"];
  const language = user?.language ?? acceptedLanguage(header);
  return { language, region: regionOf(language, acceptedTags(header)), zone: zoneOf(request, user) };
}

/** The zone that the page shows: the dashboard's, the user's or the browser's. Pages themselves come without a header. */
function zoneOf(request: FastifyRequest, user: User | undefined): string | undefined {
  const zones = [request.headers[ZONE_HEADER], user?.timeZone, cookieOf(request, ZONE_COOKIE)];
  return zones.find((zone) => typeof zone === "string" && isTimeZone(zone)) as string | undefined;
}

const ANONYMOUS = { id: 0, username: "", guest: undefined };

function assertAllowed(policy: Policy, { user }: Caller, operationId?: string): void {
  assertLinkOperation(user, operationId);
  switch (policy.kind) {
    case "public":
      return;
    case "signed-in":
      if (user.isAnonymous) throw missingAuthorization();
      return;
    case "permission":
      if (user.can(...policy.pair)) return;
      throw user.isAnonymous && !user.guest ? missingAuthorization() : forbidden();
  }
}

/**
 * Changes with a session cookie must prove that one of our pages sent them. Other sites can't set a token header, so
 * callers with a token need no proof.
 */
export function checkCsrf(app: App, route: Route, request: FastifyRequest): void {
  const caller = callers.get(request);
  if (route.operation.method === "GET" || route.operation.csrfExempt || !caller || caller.byToken) return;
  if (!caller.session) {
    checkOrigin(request);
    return;
  }
  const header = request.headers["x-csrftoken"] ?? request.headers["x-csrf-token"];
  const token = typeof header === "string" ? header : formToken(request.body);
  const csrfProblem = csrfError(app, caller.session, token);
  if (csrfProblem) throw typedError("GENERIC_BACKEND_ERROR", csrfProblem);
}

export function checkOrigin(request: FastifyRequest): void {
  if (isForeign(request))
    throw typedError("GENERIC_BACKEND_ERROR", t("400 Bad Request: The CSRF origin does not match."));
}

/** Sent by a page of another site. */
export function isForeign({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers;
  return headers["sec-fetch-site"] === "cross-site" || (origin !== undefined && hostOf(origin) !== host);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function formToken(body: unknown): string | undefined {
  const token = typeof body === "object" && body !== null ? (body as { csrf_token?: unknown }).csrf_token : undefined;
  return typeof token === "string" ? token : undefined;
}

export function contextOf(
  app: App,
  [request, reply]: [FastifyRequest, FastifyReply],
  { files, storedFiles }: MultipartFiles,
): Context {
  const caller = callers.get(request);
  if (!caller) throw new Error("a handler runs before its caller is authorised");
  let controller: AbortController | undefined;
  return {
    app,
    user: caller.user,
    session: caller.session,
    files,
    storedFiles,
    request,
    reply,
    get signal() {
      controller ??= abortOnClose(reply);
      const outer = signalOfCall(request);
      return outer ? AbortSignal.any([controller.signal, outer]) : controller.signal;
    },
  };
}

function abortOnClose(reply: FastifyReply): AbortController {
  const controller = new AbortController();
  const { raw } = reply;
  if (raw.destroyed && !raw.writableFinished) controller.abort();
  raw.once("close", () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller;
}
