import { badRequest, missingAuthorization, notAuthorized } from "../../model/errors.ts";
import type { OperationInput } from "../../model/operation.ts";
import { csrfToken } from "../../server/auth/csrf.ts";
import { endSession } from "../../server/auth/sessions.ts";
import { recordSignIn, signIn } from "../../server/auth/sign-in.ts";
import { redeemSignInToken } from "../../server/auth/sign-in-links.ts";
import { issueToken, userOfToken } from "../../server/auth/tokens.ts";
import { shellPage } from "../../server/http/pages.ts";
import { checkOrigin } from "../../server/http/request-context.ts";
import type { Context } from "../../server/http/route.ts";
import { clearSession, openSession, redirectTo, safePath } from "./browser-session.ts";
import type * as contract from "./contract.ts";
import { providerSignOut } from "./oidc.ts";

export async function login(ctx: Context, { body }: OperationInput<typeof contract.login>) {
  if (body.provider !== "db") throw badRequest("Alternative authentication provider is not allowed");
  const user = await signIn(ctx.app, { ...body, address: ctx.request.ip });
  if (!user) throw notAuthorized();
  const access_token = await issueToken(ctx.app, user.id, "access");
  return body.refresh
    ? { access_token, refresh_token: await issueToken(ctx.app, user.id, "refresh") }
    : { access_token };
}

/** Public by policy: the refresh token in the header is the proof. */
export async function refresh(ctx: Context) {
  const token = refreshTokenOf(ctx);
  const user = await userOfToken(ctx.app, token, "refresh");
  if (!user) throw notAuthorized();
  return { access_token: await issueToken(ctx.app, user.id, "access") };
}

function refreshTokenOf(ctx: Context): string {
  const token = /^Bearer (.+)$/.exec(ctx.request.headers.authorization ?? "")?.[1];
  if (!token) throw missingAuthorization();
  return token;
}

export function csrf(ctx: Context) {
  return { result: csrfToken(ctx.app, ctx.session, ctx.user.id) };
}

export async function signInByPassword(ctx: Context, { body }: OperationInput<typeof contract.signIn>) {
  checkOrigin(ctx.request);
  const isForm = !(ctx.request.headers["content-type"] ?? "").includes("json");
  const user = await signIn(ctx.app, { ...body, address: ctx.request.ip });
  const next = safePath(body.next ?? nextOf(ctx));
  if (!user) {
    if (isForm) return redirectTo(`/login/?error=credentials&next=${encodeURIComponent(next)}`);
    throw notAuthorized("Invalid login. Please try again.");
  }
  await openSession(ctx, user.id);
  return isForm ? redirectTo(next) : { result: { next } };
}

export async function signInPage(ctx: Context, { query }: OperationInput<typeof contract.signInPage>) {
  const { token } = query;
  if (token === undefined) return shellPage(ctx.app);
  const userId = await redeemSignInToken(ctx.app, token);
  const user = userId === undefined ? undefined : await recordSignIn(ctx.app, userId);
  if (!user) return redirectTo("/login/?link=expired");
  await openSession(ctx, user.id);
  return redirectTo(safePath(query.next));
}

/** How people can sign in here. */
export function signInOptions({ app }: Context) {
  const { oidc } = app.config.signIn;
  return { result: { providers: oidc ? [{ name: oidc.name, url: "/login/oidc" }] : [] } };
}

export async function signOut(ctx: Context) {
  const elsewhere = await providerSignOut(ctx);
  if (ctx.session) await endSession(ctx.app, ctx.session);
  clearSession(ctx);
  return redirectTo(elsewhere ?? "/login/");
}

function nextOf(ctx: Context): string | undefined {
  const { next } = ctx.request.query as { next?: unknown };
  return typeof next === "string" ? next : undefined;
}
