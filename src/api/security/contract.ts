import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { StatusResponse } from "../../model/resource.ts";

export const login = operation({
  id: "security.login",
  method: "POST",
  path: "/api/v1/security/login",
  summary: "Tokens for programs, by username and password",
  body: z.looseObject({
    username: z.string(),
    password: z.string(),
    provider: z.string().default("db"),
    refresh: z.unknown().optional(),
  }),
  response: z.looseObject({ access_token: z.string(), refresh_token: z.string().optional() }),
  csrfExempt: true,
});
export const refresh = operation({
  id: "security.refresh",
  method: "POST",
  path: "/api/v1/security/refresh",
  summary: "A new access token for the refresh token in the Authorization header",
  response: z.looseObject({ access_token: z.string() }),
  csrfExempt: true,
});
export const csrf = operation({
  id: "security.csrf",
  method: "GET",
  path: "/api/v1/security/csrf_token/",
  summary: "The CSRF token, which requests of this session send in X-CSRFToken",
  response: StatusResponse,
});

export const signIn = operation({
  id: "security.signIn",
  method: "POST",
  path: "/login/",
  summary: "Sign in with username and password",
  body: z.looseObject({ username: z.string(), password: z.string(), next: z.string().optional() }),
  response: z.looseObject({ result: z.looseObject({ next: z.string() }) }),
  csrfExempt: true,
});
export const signInPage = operation({
  id: "security.signInPage",
  method: "GET",
  audited: true,
  path: "/login/",
  summary:
    "The sign-in page; with `token`, signs in with a one-time link. An expired link redirects to `/login/?link=expired`",
  query: z.looseObject({ token: z.string().optional(), next: z.string().optional() }),
  response: z.unknown(),
  produces: "text/html",
});
export const signInOptions = operation({
  id: "security.signInOptions",
  method: "GET",
  path: "/api/v1/security/sign_in_options/",
  summary: "Sign-in options besides username and password: the providers, with their addresses",
  response: z.object({ result: z.object({ providers: z.array(z.object({ name: z.string(), url: z.string() })) }) }),
});
export const beginOidc = operation({
  id: "security.beginOidc",
  method: "GET",
  path: "/login/oidc",
  summary: "Sign in with OpenID Connect; `next` is where to go afterwards, a path of this site",
  query: z.looseObject({ next: z.string().optional() }),
  response: z.unknown(),
  produces: "text/html",
});
export const finishOidc = operation({
  id: "security.finishOidc",
  method: "GET",
  audited: true,
  path: "/login/oidc/callback",
  summary: "The provider's callback: signs in, or redirects to `/login/?error=...`",
  response: z.unknown(),
  produces: "text/html",
});
export const signOut = operation({
  id: "security.signOut",
  method: "GET",
  audited: true,
  path: "/logout/",
  summary: "Sign out, also at the sign-in provider, and go to the sign-in page",
  response: z.unknown(),
  produces: "text/html",
});
