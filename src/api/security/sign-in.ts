import { badRequest, missingAuthorization, notAuthorized } from "../../model/errors.ts";
import type { OperationInput } from "../../model/operation.ts";
import { csrfToken } from "../../server/auth/csrf.ts";
import { endSession, SESSION_COOKIE, startSession } from "../../server/auth/sessions.ts";
import { recordSignIn, signIn } from "../../server/auth/sign-in.ts";
import { redeemSignInToken } from "../../server/auth/sign-in-links.ts";
import { issueToken, userOfToken } from "../../server/auth/tokens.ts";
import { shellPage } from "../../server/http/pages.ts";
import { checkOrigin } from "../../server/http/request-context.ts";
import { type Context, RawReply } from "../../server/http/route.ts";
import type * as contract from "./contract.ts";

const HOME_PATH = "/superset/welcome/";
const MS_PER_SECOND = 1000;

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

export async function signOut(ctx: Context) {
  if (ctx.session) await endSession(ctx.app, ctx.session);
  ctx.reply.clearCookie(SESSION_COOKIE, cookieOptions(ctx));
  return redirectTo("/login/");
}

async function openSession(ctx: Context, userId: number): Promise<void> {
  const token = await startSession(ctx.app, userId, ctx.session);
  const maxAge = Math.floor(ctx.app.config.session.idleMs / MS_PER_SECOND);
  ctx.reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(ctx), maxAge });
}

function cookieOptions(ctx: Context) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: ctx.request.protocol === "https" } as const;
}

function nextOf(ctx: Context): string | undefined {
  const { next } = ctx.request.query as { next?: unknown };
  return typeof next === "string" ? next : undefined;
}

/** A path of this site, whatever was asked for. */
export function safePath(asked: string | undefined): string {
  if (!asked?.startsWith("/") || !URL.canParse(asked, "http://here.invalid")) return HOME_PATH;
  const { host, pathname, search, hash } = new URL(asked, "http://here.invalid");
  return host === "here.invalid" && !/^\/(login|logout)(\/|$)/.test(pathname) && !pathname.startsWith("//")
    ? `${pathname}${search}${hash}`
    : HOME_PATH;
}

function redirectTo(location: string): RawReply {
  return new RawReply("", { location, "cache-control": "no-store" }, 302);
}
