import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { StatusResponse } from "../../model/resource.ts";

export const login = operation({
  id: "security.login",
  method: "POST",
  path: "/api/v1/security/login",
  summary: "Tokens for programs, by user name and password",
  body: z.looseObject({
    username: z.string(),
    password: z.string(),
    provider: z.string().default("db"),
    /** Clients write it as a text too ("true"): whatever is not empty asks for the token. */
    refresh: z.unknown().optional(),
  }),
  response: z.looseObject({ access_token: z.string(), refresh_token: z.string().optional() }),
  csrfExempt: true,
});
export const refresh = operation({
  id: "security.refresh",
  method: "POST",
  path: "/api/v1/security/refresh",
  summary: "A new access token, by the refresh token in the Authorization header",
  response: z.looseObject({ access_token: z.string() }),
  csrfExempt: true,
});
export const csrf = operation({
  id: "security.csrf",
  method: "GET",
  path: "/api/v1/security/csrf_token/",
  summary: "The token that requests of this session carry in X-CSRFToken",
  response: StatusResponse,
});

/** Sign-in of the browser: sets the session cookie. A JSON body is answered by JSON, a form by a redirect. */
export const signIn = operation({
  id: "security.signIn",
  method: "POST",
  path: "/login/",
  summary: "Sign in with user name and password",
  body: z.looseObject({ username: z.string(), password: z.string(), next: z.string().optional() }),
  /** `next`: where to go now, a path of this site. */
  response: z.looseObject({ result: z.looseObject({ next: z.string() }) }),
  csrfExempt: true,
});
export const signInPage = operation({
  id: "security.signInPage",
  method: "GET",
  path: "/login/",
  summary:
    "The sign-in page; with `token`, signs in by a one-time link. A link that no longer works leads to `/login/?link=expired`",
  query: z.looseObject({ token: z.string().optional(), next: z.string().optional() }),
  response: z.unknown(),
  produces: "text/html",
});
export const signInOptions = operation({
  id: "security.signInOptions",
  method: "GET",
  path: "/api/v1/security/sign_in_options/",
  summary: "How people can sign in beside a name and password: the providers, and where to go for each",
  response: z.object({ result: z.object({ providers: z.array(z.object({ name: z.string(), url: z.string() })) }) }),
});
export const beginOidc = operation({
  id: "security.beginOidc",
  method: "GET",
  path: "/login/oidc",
  summary: "Go to the provider of OpenID Connect to sign in; `next` is where to go afterwards, a path of this site",
  query: z.looseObject({ next: z.string().optional() }),
  response: z.unknown(),
  produces: "text/html",
});
export const finishOidc = operation({
  id: "security.finishOidc",
  method: "GET",
  path: "/login/oidc/callback",
  summary: "Back from the provider: signs in, or leads to `/login/?error=...`",
  response: z.unknown(),
  produces: "text/html",
});
export const signOut = operation({
  id: "security.signOut",
  method: "GET",
  path: "/logout/",
  summary: "End the session, that at the provider which vouched for it too, and go to the sign-in page",
  response: z.unknown(),
  produces: "text/html",
});
