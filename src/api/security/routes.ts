import { collectionRoutes, type ListDefinition } from "../../server/http/resource-list.ts";
import { PUBLIC, permission, type Resource, route, withOptions } from "../../server/http/route.ts";
import * as contract from "./contract.ts";
import { csrf, login, refresh, signInByPassword, signInPage, signOut } from "./sign-in.ts";
import { presentRoles, presentUsers } from "./store.ts";

const USERS: ListDefinition = {
  view: "User",
  title: "List User",
  table: "users",
  permissions: ["can_read", "can_write"],
  columns: [
    "id",
    "username",
    "first_name",
    "last_name",
    "email",
    "active",
    "roles.id",
    "roles.name",
    "last_login",
    "login_count",
    "fail_login_count",
    "created_on",
    "changed_on",
  ],
  search: {
    id: { type: "number", column: "users.id" },
    username: { type: "text", column: "users.username" },
    first_name: { type: "text", column: "users.first_name" },
    last_name: { type: "text", column: "users.last_name" },
    email: { type: "text", column: "users.email" },
    active: { type: "boolean", column: "users.active" },
    last_login: { type: "date", column: "users.last_login" },
    login_count: { type: "number", column: "users.login_count" },
    fail_login_count: { type: "number", column: "users.fail_login_count" },
    created_on: { type: "date", column: "users.created_on" },
    changed_on: { type: "date", column: "users.changed_on" },
    roles: { type: "many", table: "user_roles", own: "user_id", column: "users.id", other: "role_id" },
  },
  order: {
    id: "users.id",
    username: { by: "users.username", text: true },
    first_name: { by: "users.first_name", text: true },
    last_name: { by: "users.last_name", text: true },
    email: { by: "users.email", text: true },
    active: "users.active",
    last_login: "users.last_login",
    login_count: "users.login_count",
    created_on: "users.created_on",
    changed_on: "users.changed_on",
  },
  present: presentUsers,
  related: { roles: { kind: "roles" } },
};

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
    ...collectionRoutes(contract.users, USERS),
    ...collectionRoutes(contract.roles, ROLES),
  ],
};
