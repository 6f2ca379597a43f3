import { z } from "zod";
import { SCOPES } from "../../model/agent.ts";
import { operation } from "../../model/operation.ts";
import { MessageResponse } from "../../model/resource.ts";

/** OAuth 2.1 for agents that users connect: paths, names and errors are those of its RFCs. */

const text = (length: number) => z.string().max(length);
const Url = text(2000);

const ServerMetadata = z.looseObject({ issuer: z.string() });
const ResourceMetadata = z.looseObject({ resource: z.string() });

export const serverMetadata = operation({
  id: "oauth.serverMetadata",
  method: "GET",
  path: "/.well-known/oauth-authorization-server",
  summary: "The addresses and abilities of the authorization server (RFC 8414)",
  response: ServerMetadata,
});
export const resourceMetadata = operation({
  id: "oauth.resourceMetadata",
  method: "GET",
  path: "/.well-known/oauth-protected-resource",
  summary: "Where tokens for `/mcp` come from (RFC 9728)",
  response: ResourceMetadata,
});
export const mcpMetadata = operation({
  id: "oauth.mcpMetadata",
  method: "GET",
  path: "/.well-known/oauth-protected-resource/mcp",
  summary: "Where tokens for `/mcp` come from (RFC 9728)",
  response: ResourceMetadata,
});

export const register = operation({
  id: "oauth.register",
  method: "POST",
  path: "/oauth/register",
  summary: "Register an app (RFC 7591)",
  body: z.looseObject({ redirect_uris: z.array(Url).optional(), client_name: text(1000).optional() }),
  response: z.looseObject({ client_id: z.string() }),
  status: 201,
  csrfExempt: true,
});

const AuthorizationParams = z.object({
  client_id: text(100).optional(),
  redirect_uri: Url.optional(),
  response_type: text(100).optional(),
  code_challenge: text(200).optional(),
  code_challenge_method: text(20).optional(),
  scope: text(1000).optional(),
  resource: Url.optional(),
  state: text(2000).optional(),
});
export type AuthorizationParams = z.infer<typeof AuthorizationParams>;

export const showAuthorization = operation({
  id: "oauth.showAuthorization",
  method: "GET",
  path: "/api/v1/oauth/authorization/",
  summary: "What an app requests, for its user to allow",
  query: AuthorizationParams,
  response: z.looseObject({
    result: z.looseObject({ name: z.string(), redirect_to: z.string(), scopes: z.array(z.enum(SCOPES)) }),
  }),
});
export const authorize = operation({
  id: "oauth.authorize",
  method: "POST",
  path: "/api/v1/oauth/authorization/",
  summary: "Allow or deny an app; returns where the browser goes next",
  body: z.strictObject({ ...AuthorizationParams.shape, allow: z.boolean(), scopes: z.array(z.enum(SCOPES)) }),
  response: z.looseObject({ redirect_to: z.string() }),
});

export const token = operation({
  id: "oauth.token",
  method: "POST",
  path: "/oauth/token",
  summary: "Get tokens for a code, or new ones for a refresh token",
  body: z.looseObject({
    grant_type: text(100).optional(),
    client_id: text(100).optional(),
    code: text(200).optional(),
    redirect_uri: Url.optional(),
    code_verifier: text(200).optional(),
    refresh_token: text(200).optional(),
    scope: text(1000).optional(),
    resource: Url.optional(),
  }),
  response: z.looseObject({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.number(),
    refresh_token: z.string(),
    scope: z.string(),
  }),
  csrfExempt: true,
});
export const revoke = operation({
  id: "oauth.revoke",
  method: "POST",
  path: "/oauth/revoke",
  summary: "End the access of a token (RFC 7009)",
  body: z.looseObject({ token: text(200).optional(), client_id: text(100).optional() }),
  response: z.looseObject({}),
  csrfExempt: true,
});

export const listApps = operation({
  id: "oauth.listApps",
  method: "GET",
  path: "/api/v1/oauth/apps/",
  summary: "Apps that the caller connected",
  response: z.looseObject({
    count: z.number(),
    result: z.array(
      z.looseObject({
        uuid: z.string(),
        name: z.string(),
        scopes: z.array(z.enum(SCOPES)),
        created_on: z.string(),
        last_used_on: z.string().nullable(),
      }),
    ),
  }),
});
export const disconnect = operation({
  id: "oauth.disconnect",
  method: "DELETE",
  path: "/api/v1/oauth/apps/:uuid",
  summary: "Disconnect an app of the caller",
  params: z.object({ uuid: text(100) }),
  response: MessageResponse,
});
