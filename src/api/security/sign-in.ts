import { t } from "../../i18n/translate.ts";
import { badRequest, forbidden, notAuthorized, type TesseraError, unprocessable } from "../../model/errors.ts";
import type { OperationInput } from "../../model/operation.ts";
import { BY_LINK, SIGN_IN_ERRORS } from "../../model/sign-in.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { SignInRejected } from "../../server/auth/external-identity.ts";
import { ldapIdentity } from "../../server/auth/ldap.ts";
import { endCodes } from "../../server/auth/oauth.ts";
import { csrfToken, endSession } from "../../server/auth/sessions.ts";
import { type ExternalSignIn, recordSignIn, signIn } from "../../server/auth/sign-in.ts";
import { redeemSignInToken } from "../../server/auth/sign-in-links.ts";
import { bearerTokenOf, issueToken, userOfToken } from "../../server/auth/tokens.ts";
import { appearanceOf } from "../../server/http/appearance.ts";
import { anonymousPage } from "../../server/http/page-stream.ts";
import { shellPage } from "../../server/http/pages.ts";
import { checkOrigin } from "../../server/http/request-context.ts";
import { type Context, RawReply } from "../../server/http/route.ts";
import { clearSession, openSession, redirectTo, safePath } from "./browser-session.ts";
import type * as contract from "./contract.ts";
import { signInExternally } from "./external-accounts.ts";
import { providerSignOut } from "./oidc.ts";

export async function login(ctx: Context, { body }: OperationInput<typeof contract.login>) {
  const directory = directoryOf(ctx);
  if (body.provider !== "db" && !(body.provider === "ldap" && directory)) {
    throw badRequest(t("Alternative authentication provider is not allowed"));
  }
  const credentials = { ...body, address: ctx.request.ip };
  const places = body.provider === "db" ? {} : { here: false, external: directory };
  const user = await signIn(ctx.app, credentials, places).catch((error: unknown) => {
    throw error instanceof SignInRejected ? notAuthorized() : error;
  });
  if (!user) throw notAuthorized();
  const access_token = await issueToken(ctx.app, user.id, "access");
  return body.refresh
    ? { access_token, refresh_token: await issueToken(ctx.app, user.id, "refresh") }
    : { access_token };
}

export async function refresh(ctx: Context) {
  const user = await userOfToken(ctx.app, bearerTokenOf(ctx.request.headers.authorization), "refresh");
  return { access_token: await issueToken(ctx.app, user.id, "access") };
}

export function csrf(ctx: Context) {
  return { result: csrfToken(ctx.app, ctx.session, ctx.user.id) };
}

export async function signInByPassword(ctx: Context, { body }: OperationInput<typeof contract.signIn>) {
  checkOrigin(ctx.request);
  const isForm = !(ctx.request.headers["content-type"] ?? "").includes("json");
  const next = safePath(body.next ?? nextOf(ctx));
  const failed = (error: string, answer: TesseraError) => {
    if (!isForm) throw answer;
    return redirectTo(`/login/?error=${error}&next=${encodeURIComponent(next)}`);
  };
  try {
    const credentials = { ...body, address: ctx.request.ip };
    const user = await signIn(ctx.app, credentials, { external: directoryOf(ctx) });
    if (!user) return failed("credentials", notAuthorized(t("Invalid login. Please try again.")));
    await openSession(ctx, user.id);
  } catch (error) {
    if (!(error instanceof SignInRejected)) throw error;
    noteAction({ result: "refused" });
    return failed(error.reason, unprocessable(t(SIGN_IN_ERRORS[error.reason])));
  }
  return isForm ? redirectTo(next) : { result: { next } };
}

function directoryOf({ app }: Context): ExternalSignIn | undefined {
  const settings = app.config.signIn.ldap;
  if (!settings) return undefined;
  return async (_app, credentials) => {
    const person = await ldapIdentity(app, settings, credentials);
    return person && signInExternally(app, person, settings.mapping);
  };
}

export async function signInPage(ctx: Context, { query }: OperationInput<typeof contract.signInPage>) {
  const { token } = query;
  if (token === undefined || isPreview(ctx)) {
    const page = await shellPage(ctx.app, appearanceOf(ctx.request));
    const isForVisitor = ctx.user.isAnonymous && page.status === 200;
    return isForVisitor ? new RawReply(anonymousPage(String(page.body)), page.headers) : page;
  }
  const userId = await redeemSignInToken(ctx.app, token);
  const user = userId === undefined ? undefined : await recordSignIn(ctx.app, userId);
  if (!user) {
    noteAction({ result: "refused", details: { by: "link" } });
    return redirectTo("/login/?link=expired");
  }
  noteAction({ details: { by: "link" } });
  await openSession(ctx, user.id);
  return redirectTo(query.next === undefined ? safePath(undefined) + BY_LINK : safePath(query.next));
}

export function signInOptions({ app }: Context) {
  const { oidc } = app.config.signIn;
  return { result: { providers: oidc ? [{ name: oidc.name ?? t("single sign-on"), url: "/login/oidc" }] : [] } };
}

/**
 * `next`: page after the next sign-in. Works without a CSRF token, as it is a link. Images, frames and other parts of a
 * page can't sign users out.
 */
export async function signOut(ctx: Context) {
  const destination = ctx.request.headers["sec-fetch-dest"];
  if (destination !== undefined && destination !== "document" && destination !== "empty") throw forbidden();
  const next = nextOf(ctx);
  if (isPreview(ctx)) return redirectTo("/login/");
  const providerAddress = await providerSignOut(ctx);
  if (ctx.session) {
    await endSession(ctx.app, ctx.session);
    await endCodes(ctx.app, ctx.session.userId);
  }
  clearSession(ctx);
  return redirectTo(
    providerAddress ?? (next === undefined ? "/login/" : `/login/?next=${encodeURIComponent(safePath(next))}`),
  );
}

/** Mail readers and monitors preview links with HEAD: that uses no one-time link and ends no session. */
const isPreview = (ctx: Context) => ctx.request.method === "HEAD";

function nextOf(ctx: Context): string | undefined {
  const { next } = ctx.request.query as { next?: unknown };
  return typeof next === "string" ? next : undefined;
}
