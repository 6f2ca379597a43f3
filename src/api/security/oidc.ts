import { notFound } from "../../model/errors.ts";
import type { OperationInput } from "../../model/operation.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { SignInRejected } from "../../server/auth/external-identity.ts";
import { type OidcProvider, oidcProvider, type PendingSignIn } from "../../server/auth/oidc.ts";
import { idTokenOf } from "../../server/auth/sessions.ts";
import type { OidcSettings } from "../../server/config/sign-in-settings.ts";
import type { Context } from "../../server/http/route.ts";
import { cookieOptions, openSession, redirectTo, safePath } from "./browser-session.ts";
import type * as contract from "./contract.ts";
import { signInExternally } from "./external-accounts.ts";

const PENDING_COOKIE = "oidc_sign_in";
const PENDING_SECONDS = 15 * 60;
const CALLBACK = "/login/oidc/callback";

export async function beginOidc(ctx: Context, { query }: OperationInput<typeof contract.beginOidc>) {
  const { provider } = configured(ctx);
  const next = safePath(query.next);
  try {
    const { address, pending } = await provider.begin(originOf(ctx) + CALLBACK, next);
    const sealed = ctx.app.secrets.seal(JSON.stringify(pending));
    ctx.reply.setCookie(PENDING_COOKIE, sealed, { ...pendingOptions(ctx), maxAge: PENDING_SECONDS });
    return redirectTo(address);
  } catch (error) {
    return refused(error, next);
  }
}

export async function finishOidc(ctx: Context) {
  const { provider, settings } = configured(ctx);
  const pending = pendingOf(ctx);
  ctx.reply.clearCookie(PENDING_COOKIE, pendingOptions(ctx));
  try {
    if (!pending) throw new SignInRejected("expired");
    const { search } = new URL(ctx.request.url, "http://here.invalid");
    const { identity, idToken } = await provider.finish(new URL(originOf(ctx) + CALLBACK + search), pending);
    const user = await signInExternally(ctx.app, identity, settings.mapping);
    await openSession(ctx, user.id, idToken);
    return redirectTo(safePath(pending.next));
  } catch (error) {
    return refused(error, safePath(pending?.next));
  }
}

/** Undefined for sessions without a provider. Call before the session ends. */
export async function providerSignOut(ctx: Context): Promise<string | undefined> {
  if (!ctx.session || !ctx.app.config.signIn.oidc) return undefined;
  const idToken = await idTokenOf(ctx.app, ctx.session);
  return idToken ? configured(ctx).provider.signOutAddress(idToken.text, `${originOf(ctx)}/login/`) : undefined;
}

function configured({ app }: Context): { provider: OidcProvider; settings: OidcSettings } {
  const settings = app.config.signIn.oidc;
  if (!settings) throw notFound();
  return { provider: app.once(oidcProvider), settings };
}

function refused(error: unknown, next: string) {
  if (!(error instanceof SignInRejected)) throw error;
  noteAction({ result: "refused" });
  return redirectTo(`/login/?error=${error.reason}&next=${encodeURIComponent(next)}`);
}

const originOf = ({ request }: Context) => `${request.protocol}://${request.host}`;

const pendingOptions = (ctx: Context) => ({ ...cookieOptions(ctx), path: "/login/oidc" });

function pendingOf({ app, request }: Context): PendingSignIn | undefined {
  const sealed = request.cookies[PENDING_COOKIE];
  if (sealed === undefined) return undefined;
  try {
    const pending = JSON.parse(app.secrets.open(sealed)) as PendingSignIn;
    return app.clock.now() - pending.sinceMs <= PENDING_SECONDS * 1000 ? pending : undefined;
  } catch {
    return undefined;
  }
}
