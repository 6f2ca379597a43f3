import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedLanguage, type Locale } from "../../i18n/locale.ts";
import { forbidden, missingAuthorization, typedError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { GUEST_TOKEN_HEADER, guestTokenOf } from "../auth/guest-tokens.ts";
import { type Caller, identify } from "../auth/identify.ts";
import { csrfObjection, SESSION_COOKIE } from "../auth/sessions.ts";
import { personOf } from "../person.ts";
import type { User } from "../user.ts";
import type { Context, Policy, Route, UploadedFile } from "./route.ts";

const callers = new WeakMap<FastifyRequest, Caller>();

/** Finds out who calls and whether they may. Runs before the body is read. */
export async function authorise(app: App, route: Route, request: FastifyRequest): Promise<void> {
  const caller = await (route.ownAuthorization
    ? identify(app, { authorization: undefined, sessionToken: undefined, address: request.ip })
    : callerOf(app, request));
  callers.set(request, caller);
  refuseUnless(route.policy, caller);
}

/**
 * Beacons and downloads of embedded pages can carry no header: forms may hold the guest's token as `guest_token`. Whether
 * that is still to be seen, for a caller whom the headers do not tell.
 */
export function mayHoldGuestToken(route: Route, request: FastifyRequest): boolean {
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/.test(
    request.headers["content-type"] ?? "",
  );
  const isTold = request.headers.authorization !== undefined || guestTokenOf(request.headers[GUEST_TOKEN_HEADER]);
  return isForm && !isTold && (route.acceptsForm ?? false) && !route.operation.multipart;
}

interface FormOf {
  route: Route;
  fields: unknown;
}

/** Takes the token out of a form's fields, and authorises a caller without an account anew with what it says. */
export async function authoriseForm(app: App, { route, fields }: FormOf, request: FastifyRequest): Promise<void> {
  const caller = callers.get(request);
  if (!caller?.user.isAnonymous || !mayHoldGuestToken(route, request)) return;
  const { guest_token } = fields as { guest_token?: unknown };
  if (typeof guest_token !== "string" || guest_token === "") return refuseUnless(route.policy, caller);
  delete (fields as { guest_token?: unknown }).guest_token;
  const none = { authorization: undefined, sessionToken: undefined, address: request.ip };
  const guest = await identify(app, { ...none, guestToken: guest_token });
  callers.set(request, guest);
  refuseUnless(route.policy, guest);
}

/** The same for what has no route: throws unless the caller may. */
export async function authorisePolicy(app: App, policy: Policy, request: FastifyRequest): Promise<User> {
  const caller = await callerOf(app, request);
  refuseUnless(policy, caller);
  return caller.user;
}

export function callerOf(app: App, request: FastifyRequest): Promise<Caller> {
  return identify(app, {
    authorization: request.headers.authorization,
    sessionToken: request.cookies[SESSION_COOKIE],
    address: request.ip,
    guestToken: guestTokenOf(request.headers[GUEST_TOKEN_HEADER]),
  });
}

/** Whom a request counts for before its form has been read; who isn't known, or needn't be, counts by address. */
export function callingPerson(request: FastifyRequest): string {
  return personOf(callers.get(request)?.user ?? ANYBODY, request.ip);
}

/** In which language the caller is answered. */
export function localeOf(request: FastifyRequest, user = callers.get(request)?.user): Locale {
  return { language: user?.language ?? acceptedLanguage(request.headers["accept-language"]) };
}

const ANYBODY = { id: 0, username: "", guest: undefined };

function refuseUnless(policy: Policy, { user }: Caller): void {
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
 * Requests that change something and that a browser sends with a session must prove that a page of ours made them.
 * Callers with a token in a header, which no other site can make a browser send, need no more proof.
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
  const objection = csrfObjection(app, caller.session, token);
  if (objection) throw typedError("GENERIC_BACKEND_ERROR", objection);
}

/** Refuses a request that a browser sent for a page of another site. */
export function checkOrigin(request: FastifyRequest): void {
  const { origin } = request.headers;
  const isForeign = request.headers["sec-fetch-site"] === "cross-site" || (origin && hostOf(origin) !== request.host);
  if (isForeign) throw typedError("GENERIC_BACKEND_ERROR", "400 Bad Request: The CSRF origin does not match.");
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function formToken(body: unknown): string | undefined {
  const token = typeof body === "object" && body !== null ? (body as { csrf_token?: unknown }).csrf_token : undefined;
  return typeof token === "string" ? token : undefined;
}

/** What a handler is given. The signal is made when it is first asked for. */
export function contextOf(
  app: App,
  [request, reply]: [FastifyRequest, FastifyReply],
  files: readonly UploadedFile[],
): Context {
  const caller = callers.get(request);
  if (!caller) throw new Error("a handler runs before its caller is authorised");
  let controller: AbortController | undefined;
  return {
    app,
    user: caller.user,
    session: caller.session,
    files,
    request,
    reply,
    get signal() {
      controller ??= abortedWithRequest(reply);
      return controller.signal;
    },
  };
}

function abortedWithRequest(reply: FastifyReply): AbortController {
  const controller = new AbortController();
  const { raw } = reply;
  if (raw.destroyed && !raw.writableFinished) controller.abort();
  raw.once("close", () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller;
}
