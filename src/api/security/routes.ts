import { PUBLIC, permission, type Resource, route, withOptions } from "../../server/http/route.ts";
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
    withOptions(route(contract.login, PUBLIC, login), { ownAuthorization: true }),
    withOptions(route(contract.refresh, PUBLIC, refresh), { ownAuthorization: true }),
    route(contract.csrf, permission("can_read", "SecurityRestApi"), csrf),
    withOptions(route(contract.signIn, PUBLIC, signInByPassword), { acceptsForm: true }),
    route(contract.signInPage, PUBLIC, signInPage),
    route(contract.signInOptions, PUBLIC, signInOptions),
    route(contract.beginOidc, PUBLIC, beginOidc),
    route(contract.finishOidc, PUBLIC, finishOidc),
    route(contract.signOut, PUBLIC, signOut),
    ...userRoutes,
    ...roleRoutes,
    ...groupRoutes,
    ...catalogRoutes,
    ...apiKeyRoutes,
  ],
};
