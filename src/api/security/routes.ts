import { collectionRoutes, type ListDefinition } from "../../server/http/resource-list.ts";
import { PUBLIC, permission, type Resource, route, withOptions } from "../../server/http/route.ts";
import * as contract from "./contract.ts";
import { csrf, login, refresh, signInByPassword, signInPage, signOut } from "./sign-in.ts";
import { presentRoles } from "./store.ts";
import { userRoutes } from "./users.ts";

const ROLES: ListDefinition = {
  view: "Role",
  title: "List Role",
  table: "roles",
  permissions: ["can_read", "can_write"],
  columns: ["id", "name"],
  search: { id: { type: "number", column: "roles.id" }, name: { type: "text", column: "roles.name" } },
  order: { id: "roles.id", name: { by: "roles.name", text: true } },
  present: presentRoles,
};

export const security: Resource = {
  name: "security",
  routes: [
    route(contract.login, PUBLIC, login),
    withOptions(route(contract.refresh, PUBLIC, refresh), { ownAuthorization: true }),
    route(contract.csrf, permission("can_read", "SecurityRestApi"), csrf),
    withOptions(route(contract.signIn, PUBLIC, signInByPassword), { acceptsForm: true }),
    route(contract.signInPage, PUBLIC, signInPage),
    route(contract.signOut, PUBLIC, signOut),
    ...userRoutes,
    ...collectionRoutes(contract.roles, ROLES),
  ],
};
