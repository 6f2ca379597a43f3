import { audited, PUBLIC, permission, type Resource, route, unaudited, withOptions } from "../../server/http/route.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { catalogRoutes } from "./catalog.ts";
import * as contract from "./contract.ts";
import { groupRoutes } from "./groups.ts";
import { beginOidc, finishOidc } from "./oidc.ts";
import { roleRoutes } from "./roles.ts";
import { csrf, login, refresh, signInByPassword, signInOptions, signInPage, signOut } from "./sign-in.ts";
import { userRoutes } from "./users.ts";

export const security: Resource = {
  name: "security",
  routes: [
    // Programs sign in again with an expired token still in their headers.
    withOptions(route(contract.login, audited(PUBLIC, { action: "SecurityApi.login", verb: "sign_in" }), login), {
      ownAuthorization: true,
    }),
    withOptions(route(contract.refresh, unaudited(PUBLIC, "renews the token of a recorded sign-in"), refresh), {
      ownAuthorization: true,
    }),
    route(contract.csrf, permission("can_read", "SecurityRestApi"), csrf),
    withOptions(
      route(contract.signIn, audited(PUBLIC, { action: "AuthDBView.login", verb: "sign_in" }), signInByPassword),
      { acceptsForm: true },
    ),
    route(
      contract.signInPage,
      audited(PUBLIC, { action: "AuthDBView.login", verb: "sign_in", recorded: "noted" }),
      signInPage,
    ),
    route(contract.signInOptions, PUBLIC, signInOptions),
    route(contract.beginOidc, PUBLIC, beginOidc),
    route(
      contract.finishOidc,
      audited(PUBLIC, { action: "AuthOAuthView.oauth_authorized", verb: "sign_in" }),
      finishOidc,
    ),
    route(contract.signOut, audited(PUBLIC, { action: "AuthDBView.logout", verb: "sign_out" }), signOut),
    ...userRoutes,
    ...roleRoutes,
    ...groupRoutes,
    ...catalogRoutes,
    ...apiKeyRoutes,
  ],
};
