import type * as Library from "openid-client";
import type { App } from "../app.ts";
import type { OidcSettings } from "../config/sign-in-settings.ts";
import { guardedFetch } from "../guarded-fetch.ts";
import { createReach } from "../reach.ts";
import { type ExternalPerson, SignInRefused } from "./external-person.ts";

/**
 * Sign-in by OpenID Connect: the authorization code flow with PKCE, state and nonce. What must come back with the
 * answer travels sealed in a cookie of the browser that asked, so any replica can take the answer.
 */

const TIMEOUT_SECONDS = 10;
/** A provider's document is read again after it. */
const DISCOVERED_MS = 60 * 60_000;
/** One that does not answer is left in peace for so long, however many people click. */
const UNREACHABLE_MS = 5000;

/** What the browser keeps between the question and the answer. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly next: string;
  readonly sinceMs: number;
}

export interface OidcSignIn {
  readonly person: ExternalPerson;
  /** Tells the provider at sign-out whom it is about. */
  readonly idToken: string;
}

interface Discovered {
  readonly library: typeof Library;
  readonly provider: Library.Configuration;
}

/** The provider of the configuration. Use it as `app.once(oidcProvider)`; its methods throw `SignInRefused`. */
export interface OidcProvider {
  /** Where to send the browser, and what it must bring back. */
  begin(redirectUri: string, next: string): Promise<{ address: string; pending: PendingSignIn }>;
  /** `answer` is the redirect URI with what the provider added to it. */
  finish(answer: URL, pending: PendingSignIn): Promise<OidcSignIn>;
  /** Where the browser ends its session at the provider; undefined when that has no such place or cannot be asked. */
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
      return finished(known, { answer, pending, settings }).catch((error: unknown) => {
        throw refusalOf(app, known.library, error);
      });
    },
    signOutAddress: async (idToken, returnTo) => {
      const known = await discover().catch(() => undefined);
      if (!known?.provider.serverMetadata().end_session_endpoint) return undefined;
      const asked = new URLSearchParams({ post_logout_redirect_uri: returnTo });
      if (idToken !== undefined) asked.set("id_token_hint", idToken);
      return known.library.buildEndSessionUrl(known.provider, asked).href;
    },
  };
}

function settingsOf({ config }: App): OidcSettings {
  if (!config.signIn.oidc) throw new Error("no provider of OpenID Connect is configured");
  return config.signIn.oidc;
}

/** The provider's own description, kept for an hour. */
function discovery(app: App): () => Promise<Discovered> {
  let kept: { value: Promise<Discovered>; untilMs: number } | undefined;
  return () => {
    if (kept && app.clock.now() < kept.untilMs) return kept.value;
    const value = discovered(app).catch((error: unknown) => {
      kept = { value, untilMs: app.clock.now() + UNREACHABLE_MS };
      app.log.warn("the provider of OpenID Connect could not be asked", { why: reasonsOf(error) });
      throw new SignInRefused("unreachable", error);
    });
    kept = { value, untilMs: app.clock.now() + DISCOVERED_MS };
    return value;
  };
}

/** The host of the issuer may be asked wherever it is, as the configuration names it. */
async function discovered(app: App): Promise<Discovered> {
  const library = await import("openid-client");
  const { issuer, clientId, clientSecret } = settingsOf(app);
  const { allowedHosts, privateNetworks } = app.config;
  const reach = createReach({ allowed: [...allowedHosts, issuer.hostname.replace(/^\[|\]$/g, "")], privateNetworks });
  const insecure = issuer.protocol === "http:" ? [library.allowInsecureRequests] : [];
  const authentication = clientSecret === undefined ? library.None() : secretSent(library, clientSecret);
  const provider = await library.discovery(issuer, clientId, undefined, authentication, {
    [library.customFetch]: guardedFetch(reach) as Library.CustomFetch,
    timeout: TIMEOUT_SECONDS,
    // The library leaves the signature of the ID token unchecked otherwise.
    execute: [...insecure, library.enableNonRepudiationChecks],
  });
  return { library, provider };
}

/** In the header, as every provider must take it unless its description leaves that out. */
function secretSent(library: typeof Library, secret: string): Library.ClientAuth {
  const [inHeader, inBody] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported;
    const send = ways === undefined || ways.includes("client_secret_basic") ? inHeader : inBody;
    return send(server, ...rest);
  };
}

interface Answered {
  answer: URL;
  pending: PendingSignIn;
  settings: OidcSettings;
}

async function finished({ library, provider }: Discovered, asked: Answered): Promise<OidcSignIn> {
  const { answer, pending, settings } = asked;
  const tokens = await library.authorizationCodeGrant(provider, answer, {
    pkceCodeVerifier: pending.verifier,
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || !tokens.id_token) throw new Error("the provider sent no ID token");
  const hasMore = provider.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasMore ? await library.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
  return { person: personOf(claims, more, settings), idToken: tokens.id_token };
}

type Claims = Readonly<Record<string, unknown>>;

function personOf(claims: Claims, more: Claims, settings: OidcSettings): ExternalPerson {
  const all = { ...more, ...claims };
  // An address counts as verified only by the word that came with it.
  const { email, email_verified } = claims.email === undefined ? more : claims;
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

/** A claim by its whole name, which may have dots in it, else by the path. */
function valueAt(claims: Claims, path: readonly string[]): unknown {
  const whole = path.join(".");
  if (Object.hasOwn(claims, whole)) return claims[whole];
  return path.reduce<unknown>(
    (at, name) => (typeof at === "object" && at !== null && Object.hasOwn(at, name) ? (at as Claims)[name] : undefined),
    claims,
  );
}

function refusalOf(app: App, library: typeof Library, error: unknown): SignInRefused {
  if (error instanceof library.AuthorizationResponseError && error.error === "access_denied") {
    return new SignInRefused("denied", error);
  }
  app.log.warn("a sign-in by OpenID Connect failed", { why: reasonsOf(error) });
  return new SignInRefused("failed", error);
}

/** Whoever sends made-up answers fills no log with stacks. */
function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error.cause instanceof Error ? `${error.message}: ${reasonsOf(error.cause)}` : error.message;
}
