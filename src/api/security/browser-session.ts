import { SESSION_COOKIE, startSession } from "../../server/auth/sessions.ts";
import { type Context, RawReply } from "../../server/http/route.ts";

const HOME_PATH = "/superset/welcome/";
const MS_PER_SECOND = 1000;

export async function openSession(ctx: Context, userId: number, idToken?: string): Promise<void> {
  const token = await startSession(ctx.app, userId, { replaced: ctx.session, idToken });
  const maxAge = Math.floor(ctx.app.config.session.idleMs / MS_PER_SECOND);
  ctx.reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(ctx), maxAge });
}

export function clearSession(ctx: Context): void {
  ctx.reply.clearCookie(SESSION_COOKIE, cookieOptions(ctx));
}

/** HttpOnly, and SameSite=Lax: other sites' requests don't send it, but links to this site do. */
export function cookieOptions(ctx: Context) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: ctx.request.protocol === "https" } as const;
}

export function safePath(requested: string | undefined): string {
  if (!requested?.startsWith("/") || !URL.canParse(requested, "http://here.invalid")) return HOME_PATH;
  const { host, pathname, search, hash } = new URL(requested, "http://here.invalid");
  return host === "here.invalid" && !/^\/(login|logout)(\/|$)/.test(pathname) && !pathname.startsWith("//")
    ? `${pathname}${search}${hash}`
    : HOME_PATH;
}

export function redirectTo(location: string): RawReply {
  return new RawReply("", { location, "cache-control": "no-store" }, 302);
}
