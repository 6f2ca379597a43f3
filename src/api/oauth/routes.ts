import { hash } from "node:crypto";
import { t } from "../../i18n/translate.ts";
import { SCOPES, type Scope } from "../../model/agent.ts";
import { badRequest, forbidden, notFound, tooManyRequests } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import {
  ACCESS_MS,
  issueCode,
  type OAuthClient,
  type RefreshError,
  redeemCode,
  refreshTokens,
  revokeToken,
  scopesOf,
  type Tokens,
} from "../../server/auth/oauth.ts";
import { signInLimiter } from "../../server/auth/sign-in-limiter.ts";
import { networkOf } from "../../server/fair-share.ts";
import {
  audited,
  type Context,
  PUBLIC,
  RawReply,
  type Resource,
  route,
  SIGNED_IN,
  unaudited,
  withOptions,
} from "../../server/http/route.ts";
import * as contract from "./contract.ts";
import { destinationOf, isRedirectUri, isRegistered, redirectWith } from "./redirects.ts";
import { deleteGrant, findClient, grantsOf, insertClient, redirectUrisOf } from "./store.ts";

const REQUESTS_PER_MINUTE = 60;
const MAX_REDIRECTS = 10;
const MAX_NAME = 100;
const VERIFIER = /^[\w.~-]{43,128}$/;
const CHALLENGE = /^[\w-]{43}$/;

const requestLimiter = (app: App) => signInLimiter(app);

function assertOn({ app: { config } }: Context): void {
  if (config.agents !== "oauth") throw notFound();
}

async function assertWithinLimit({ app, request }: Context): Promise<void> {
  const wait = await app.once(requestLimiter).attempt(`oauth ${networkOf(request.ip)}`, REQUESTS_PER_MINUTE);
  if (wait > 0)
    throw tooManyRequests(
      t("Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.", { seconds: wait }),
      wait,
    );
}

export const originOf = ({ request }: Pick<Context, "request">) => `${request.protocol}://${request.host}`;

const json = (body: object, status = 200) =>
  new RawReply(
    JSON.stringify(body),
    { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    status,
  );

const refusal = (error: string, description: string) => json({ error, error_description: description }, 400);

const serverMetadata = route(contract.serverMetadata, PUBLIC, (ctx) => {
  assertOn(ctx);
  const origin = originOf(ctx);
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: [...SCOPES],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
});

function describeResource(ctx: Context) {
  assertOn(ctx);
  const origin = originOf(ctx);
  return {
    resource: `${origin}/mcp`,
    authorization_servers: [origin],
    scopes_supported: [...SCOPES],
    bearer_methods_supported: ["header"],
    resource_name: "Tessera",
  };
}

const resourceMetadata = route(contract.resourceMetadata, PUBLIC, describeResource);
const mcpMetadata = route(contract.mcpMetadata, PUBLIC, describeResource);

const register = route(
  contract.register,
  unaudited(PUBLIC, "grants nothing until a user connects the app, which is recorded"),
  async (ctx, { body }) => {
    assertOn(ctx);
    await assertWithinLimit(ctx);
    const uris = body.redirect_uris ?? [];
    const schemes = ctx.app.config.agentSchemes;
    if (uris.length === 0 || uris.length > MAX_REDIRECTS || !uris.every((uri) => isRedirectUri(uri, schemes)))
      return refusal(
        "invalid_redirect_uri",
        `1 to ${MAX_REDIRECTS} redirect URIs: https, http to localhost, a scheme like com.example.app, or one of TESSERA_MCP_SCHEMES`,
      );
    const name = (body.client_name ?? "")
      .replaceAll(/[\p{C}\s]+/gu, " ")
      .trim()
      .slice(0, MAX_NAME);
    const client = await insertClient(ctx.app, name || destinationOf(uris[0] ?? ""), uris);
    const registered = {
      client_id: client.client_id,
      client_id_issued_at: Math.floor(ctx.app.clock.now() / 1000),
      client_name: client.name,
      redirect_uris: uris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
    return json(registered, 201);
  },
);

interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  scopes: Scope[];
  challenge: string;
}

/** Throws a 400 that the user reads: the browser must not go to an address that isn't the app's. */
async function checkedRequest(ctx: Context, params: contract.AuthorizationParams): Promise<AuthorizationRequest> {
  assertOn(ctx);
  const client = await findClient(ctx.app, params.client_id);
  const redirectUri = params.redirect_uri ?? "";
  if (!client || !isRegistered(redirectUri, redirectUrisOf(ctx.app, client)))
    throw badRequest(t("This app isn't registered, or its address has changed. Connect it again from the app."));
  const { code_challenge: challenge = "", scope, resource } = params;
  const isComplete =
    params.response_type === "code" && params.code_challenge_method === "S256" && CHALLENGE.test(challenge);
  const isForUs = resource === undefined || isOwnResource(ctx, resource);
  const scopes = scope === undefined || scope.trim() === "" ? [...SCOPES] : scopesOf(scope);
  if (!isComplete || !isForUs || scopes.length === 0)
    throw badRequest(t("The app's request isn't complete. Update the app, or ask its maker."));
  return { client, redirectUri, scopes, challenge };
}

const isOwnResource = (ctx: Context, resource: string) =>
  [`${originOf(ctx)}/mcp`, originOf(ctx), `${originOf(ctx)}/`].includes(resource);

const showAuthorization = route(contract.showAuthorization, SIGNED_IN, async (ctx, { query }) => {
  const { client, redirectUri, scopes } = await checkedRequest(ctx, query);
  return { result: { name: client.name, redirect_to: destinationOf(redirectUri), scopes } };
});

const authorize = route(
  contract.authorize,
  audited(SIGNED_IN, { action: "app_connected", verb: "create", kind: "connected_app", recorded: "noted" }),
  async (ctx, { body: { allow, scopes: chosen, ...params } }) => {
    // Only users themselves connect apps: a leaked token must not outlive itself.
    if (!ctx.session) throw forbidden();
    const { client, redirectUri, scopes, challenge } = await checkedRequest(ctx, params);
    const { state } = params;
    const iss = originOf(ctx);
    const allowed = scopes.filter((scope) => chosen.includes(scope));
    if (!allow || allowed.length === 0)
      return { redirect_to: redirectWith(redirectUri, { error: "access_denied", state, iss }) };
    const code = await issueCode(ctx.app, { client, user: ctx.user, redirectUri, scopes: allowed, challenge });
    noteAction({ objects: [{ id: client.client_id, name: client.name }], details: { scopes: allowed } });
    return { redirect_to: redirectWith(redirectUri, { code, state, iss }) };
  },
);

function tokenReply({ access, refresh, scope }: Tokens): RawReply {
  return json({
    access_token: access,
    token_type: "Bearer",
    expires_in: ACCESS_MS / 1000,
    refresh_token: refresh,
    scope,
  });
}

const REFRESH_REFUSALS: Readonly<Record<RefreshError, string>> = {
  invalid_grant: "The refresh token is unknown, used, expired or not for this app",
  invalid_scope: "The scope is unknown, or the user didn't allow it",
};

const token = withOptions(
  route(
    contract.token,
    unaudited(PUBLIC, "redeems what the user allowed, which is recorded"),
    async (ctx, { body }) => {
      assertOn(ctx);
      await assertWithinLimit(ctx);
      const client = await findClient(ctx.app, body.client_id);
      if (!client) return refusal("invalid_client", "Unknown client_id");
      if (body.resource !== undefined && !isOwnResource(ctx, body.resource))
        return refusal("invalid_target", "Tokens are only for /mcp of this server");
      if (body.grant_type === "authorization_code") {
        const { code = "", redirect_uri: redirectUri = "", code_verifier: verifier = "" } = body;
        if (!VERIFIER.test(verifier))
          return refusal("invalid_grant", "A code_verifier of 43 to 128 characters is required");
        const challenge = hash("sha256", verifier, "base64url");
        const tokens = await redeemCode(ctx.app, { client, code, redirectUri, challenge });
        return tokens
          ? tokenReply(tokens)
          : refusal("invalid_grant", "The code is unknown, used, expired or not for this app");
      }
      if (body.grant_type === "refresh_token") {
        const { refresh_token: refresh = "", scope = "" } = body;
        const answer = await refreshTokens(ctx.app, { client, refresh, scopes: scope.split(" ").filter(Boolean) });
        return typeof answer === "string" ? refusal(answer, REFRESH_REFUSALS[answer]) : tokenReply(answer);
      }
      return refusal("unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
    },
  ),
  { acceptsForm: true, ownAuthorization: true },
);

const revoke = withOptions(
  route(
    contract.revoke,
    audited(PUBLIC, { action: "app_disconnected", verb: "delete", kind: "connected_app", recorded: "noted" }),
    async (ctx, { body }) => {
      assertOn(ctx);
      await assertWithinLimit(ctx);
      const client = await findClient(ctx.app, body.client_id);
      const grant = client && (await revokeToken(ctx.app, client, body.token ?? ""));
      if (client && grant)
        noteAction({ objects: [{ id: client.client_id, name: client.name }], details: { user_id: grant.user_id } });
      return {};
    },
  ),
  { acceptsForm: true, ownAuthorization: true },
);

const listApps = route(contract.listApps, SIGNED_IN, async ({ app, user }) => {
  const rows = await grantsOf(app, user);
  return { count: rows.length, result: rows.map(({ scope, ...row }) => ({ ...row, scopes: scopesOf(scope) })) };
});

const disconnect = route(
  contract.disconnect,
  audited(SIGNED_IN, { action: "app_disconnected", verb: "delete", kind: "connected_app", param: "uuid" }),
  async ({ app, user }, { params }) => {
    const deleted = await deleteGrant(app, user, params.uuid);
    if (!deleted) throw notFound();
    noteAction({ objects: [{ id: params.uuid, name: deleted.name }] });
    return { message: t("App disconnected") };
  },
);

export const oauthResource: Resource = {
  name: "oauth",
  routes: [
    serverMetadata,
    resourceMetadata,
    mcpMetadata,
    register,
    showAuthorization,
    authorize,
    token,
    revoke,
    listApps,
    disconnect,
  ],
};
