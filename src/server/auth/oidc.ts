import type * as Library from "openid-client";
import type { App } from "../app.ts";
import type { OidcSettings } from "../config/sign-in-settings.ts";
import { createEgressPolicy } from "../egress-policy.ts";
import { guardedFetch } from "../guarded-fetch.ts";
import { type ExternalIdentity, SignInRejected } from "./external-identity.ts";

/**
 * OpenID Connect sign-in: authorization code flow with PKCE, state and nonce. The flow's state is in an encrypted
 * cookie, so that any replica can handle the callback.
 */

const TIMEOUT_SECONDS = 10;
const DISCOVERY_TTL_MS = 60 * 60_000;
const UNREACHABLE_MS = 5000;

export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly next: string;
  readonly sinceMs: number;
}

export interface OidcSignIn {
  readonly identity: ExternalIdentity;
  readonly idToken: string;
}

interface DiscoveredProvider {
  readonly library: typeof Library;
  readonly provider: Library.Configuration;
}

/** Use it as `app.once(oidcProvider)`. Its methods throw `SignInRejected`. */
export interface OidcProvider {
  begin(redirectUri: string, next: string): Promise<{ address: string; pending: PendingSignIn }>;
  /** `answer`: the redirect URI with the provider's parameters. */
  finish(answer: URL, pending: PendingSignIn): Promise<OidcSignIn>;
  /** Undefined when the provider has no sign-out endpoint or is unreachable. */
  signOutAddress(idToken: string | undefined, returnTo: string): Promise<string | undefined>;
}

export function oidcProvider(app: App): OidcProvider {
  const discover = discovery(app);
  const settings = settingsOf(app);
  return {
    begin: async (redirectUri, next) => {
      const { library, provider } = await discover();
      const verifier = library.randomPKCECodeVerifier();
      const [state, nonce] = [library.randomState(), library.randomNonce()];
      const address = library.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return { address: address.href, pending: { state, nonce, verifier, next, sinceMs: app.clock.now() } };
    },
    finish: async (answer, pending) => {
      const known = await discover();
      return exchangeCode(known, { answer, pending, settings }).catch((error: unknown) => {
        throw toRejection(app, known.library, error);
      });
    },
    signOutAddress: async (idToken, returnTo) => {
      const known = await discover().catch(() => undefined);
      if (!known?.provider.serverMetadata().end_session_endpoint) return undefined;
      const parameters = new URLSearchParams({ post_logout_redirect_uri: returnTo });
      if (idToken !== undefined) parameters.set("id_token_hint", idToken);
      return known.library.buildEndSessionUrl(known.provider, parameters).href;
    },
  };
}

function settingsOf({ config }: App): OidcSettings {
  if (!config.signIn.oidc) throw new Error("no OpenID Connect provider is configured");
  return config.signIn.oidc;
}

function discovery(app: App): () => Promise<DiscoveredProvider> {
  let cached: { value: Promise<DiscoveredProvider>; untilMs: number } | undefined;
  return () => {
    if (cached && app.clock.elapsed() < cached.untilMs) return cached.value;
    const value = loadProvider(app).catch((error: unknown) => {
      cached = { value, untilMs: app.clock.elapsed() + UNREACHABLE_MS };
      app.log.warn("the OpenID Connect provider is unreachable", { why: errorSummary(error) });
      throw new SignInRejected("unreachable", error);
    });
    cached = { value, untilMs: app.clock.elapsed() + DISCOVERY_TTL_MS };
    return value;
  };
}

/** The issuer's host is always allowed, because the configuration names it. */
async function loadProvider(app: App): Promise<DiscoveredProvider> {
  const library = await import("openid-client");
  const { issuer, clientId, clientSecret } = settingsOf(app);
  const { allowedHosts, privateNetworks } = app.config;
  const egressPolicy = createEgressPolicy({
    allowed: [...allowedHosts, issuer.hostname.replace(/^\[|\]$/g, "")],
    privateNetworks,
    setting: "TESSERA_ALLOWED_HOSTS",
  });
  const insecure = issuer.protocol === "http:" ? [library.allowInsecureRequests] : [];
  const authentication = clientSecret === undefined ? library.None() : clientAuth(library, clientSecret);
  const provider = await library.discovery(issuer, clientId, undefined, authentication, {
    [library.customFetch]: guardedFetch(egressPolicy) as Library.CustomFetch,
    timeout: TIMEOUT_SECONDS,
    // Without this the library doesn't verify the ID token's signature.
    execute: [...insecure, library.enableNonRepudiationChecks],
  });
  return { library, provider };
}

function clientAuth(library: typeof Library, secret: string): Library.ClientAuth {
  const [inHeader, inBody] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const send = methods === undefined || methods.includes("client_secret_basic") ? inHeader : inBody;
    return send(server, ...rest);
  };
}

interface Callback {
  answer: URL;
  pending: PendingSignIn;
  settings: OidcSettings;
}

async function exchangeCode({ library, provider }: DiscoveredProvider, parameters: Callback): Promise<OidcSignIn> {
  const { answer, pending, settings } = parameters;
  const tokens = await library.authorizationCodeGrant(provider, answer, {
    pkceCodeVerifier: pending.verifier,
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || !tokens.id_token) throw new Error("the provider sent no ID token");
  const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = hasUserInfo ? await library.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
  return { identity: identityOf(claims, userInfo, settings), idToken: tokens.id_token };
}

type Claims = Readonly<Record<string, unknown>>;

function identityOf(claims: Claims, userInfo: Claims, settings: OidcSettings): ExternalIdentity {
  const all = { ...userInfo, ...claims };
  // Don't combine an address with the verified flag of another source.
  const { email, email_verified } = claims.email === undefined ? userInfo : claims;
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    username: textOf(all[settings.usernameClaim]),
    email: textOf(email),
    isEmailVerified: email_verified === true || email_verified === "true",
    firstName: textOf(all.given_name) ?? textOf(all.name),
    lastName: textOf(all.family_name),
    groups: textsOf(valueAt(all, settings.groupsClaim)),
  };
}

const textOf = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined);

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

function valueAt(claims: Claims, path: readonly string[]): unknown {
  const whole = path.join(".");
  if (Object.hasOwn(claims, whole)) return claims[whole];
  return path.reduce<unknown>(
    (at, name) => (typeof at === "object" && at !== null && Object.hasOwn(at, name) ? (at as Claims)[name] : undefined),
    claims,
  );
}

function toRejection(app: App, library: typeof Library, error: unknown): SignInRejected {
  if (error instanceof library.AuthorizationResponseError && error.error === "access_denied") {
    return new SignInRejected("denied", error);
  }
  app.log.warn("OpenID Connect sign-in failed", { why: errorSummary(error) });
  return new SignInRejected("failed", error);
}

/** Without stacks, so that forged callbacks don't fill the log. */
function errorSummary(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error.cause instanceof Error ? `${error.message}: ${errorSummary(error.cause)}` : error.message;
}
