import { type SqlBool, sql } from "kysely";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { notFound, unprocessable } from "../../model/errors.ts";
import { collectionRoutes, type ListDefinition } from "../../server/http/resource-list.ts";
import { type Context, permission, type Route, route, unaudited, withOptions } from "../../server/http/route.ts";
import { possibleIds, showResponse } from "../../server/http/show-response.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { catalogWrites } from "./catalog-writes.ts";
import * as contract from "./roles-contract.ts";
import { pairsByIds, presentPairs } from "./roles-store.ts";

const TABLE = "permission_pairs";

const PAIRS: ListDefinition = {
  view: "PermissionViewMenu",
  title: msg("List Permission View"),
  table: TABLE,
  permissions: ["can_read", "can_write"],
  columns: ["id", "permission.name", "view_menu.name"],
  search: {
    id: { type: "number", column: `${TABLE}.id` },
    "permission.name": { type: "text", column: `${TABLE}.permission` },
    "view_menu.name": { type: "text", column: `${TABLE}.view` },
  },
  order: {
    id: `${TABLE}.id`,
    "permission.name": { by: `${TABLE}.permission`, text: true },
    "view_menu.name": { by: `${TABLE}.view`, text: true },
  },
  filters: {
    "permission:rel_o_m": (value) => sameHalf("permission", value),
    "view_menu:rel_o_m": (value) => sameHalf("view", value),
  },
  // A resource without a pair is a row without a permission.
  visible: () => sql<SqlBool>`permission_pairs.permission <> ''`,
  present: presentPairs,
  createBody: contract.SavePair,
  updateBody: contract.SavePair,
};

function sameHalf(column: "permission" | "view", value: unknown): Condition {
  const [id = -1] = possibleIds([Number(value)]);
  return sql<SqlBool>`${sql.ref(`${TABLE}.${column}`)} in
    (select ${sql.ref(column)} from permission_pairs where id = ${id} and ${sql.ref(column)} <> '')`;
}

function halves(view: string, { title, column }: { title: Message; column: "permission" | "view" }): ListDefinition {
  const place = `${TABLE}.${column}`;
  return {
    view,
    title,
    table: TABLE,
    permissions: column === "view" ? ["can_read", "can_write"] : ["can_read"],
    columns: ["id", "name"],
    search: { id: { type: "number", column: `${TABLE}.id` }, name: { type: "text", column: place } },
    order: { id: `${TABLE}.id`, name: { by: place, text: true } },
    visible: () =>
      sql<SqlBool>`permission_pairs.id in
        (select min(id) from permission_pairs where ${sql.ref(column)} <> '' group by ${sql.ref(column)})`,
    present: async ({ app }: Context, ids) =>
      (await pairsByIds(app.db, ids)).map((pair) => ({ id: pair.id, name: pair[column] })),
    ...(column === "view" ? { createBody: contract.SaveResource, updateBody: contract.SaveResource } : {}),
  };
}

const PERMISSIONS = halves("Permission", { title: msg("List Permission"), column: "permission" });
const RESOURCES = halves("ViewMenu", { title: msg("List View Menu"), column: "view" });

type CatalogContract = typeof contract.permissions | typeof contract.resources | typeof contract.pairs;

function routesOf(operations: CatalogContract, definition: ListDefinition, showTitle: Message): Route[] {
  const { view, present, visible } = definition;
  const show = route(
    operations.show as typeof contract.permissions.show,
    permission("can_read", view),
    async (ctx, { params, q }) => {
      const [row] = await present(ctx, await idsAmong(ctx, params.id, await visible?.(ctx)), definition.columns);
      if (!row) throw notFound();
      return showResponse(row, t(showTitle), q) as never;
    },
  );
  return [...collectionRoutes(operations, definition), show];
}

async function idsAmong({ app }: Context, id: number, visible: Condition | undefined): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from permission_pairs
    where id = ${Math.min(id, 2 ** 31 - 1)} ${visible ? sql`and ${visible}` : sql``}`.execute(app.db);
  return rows.map((row) => row.id);
}

const REGISTRATION = ["username", "email", "first_name", "last_name"];

const REGISTRATIONS: ListDefinition = {
  view: "UserRegistrations",
  title: msg("List Register User"),
  table: "users",
  permissions: ["can_read"],
  columns: ["id", ...REGISTRATION, "registration_date", "registration_hash"],
  search: Object.fromEntries(REGISTRATION.map((name) => [name, { type: "text", column: `users.${name}` }])),
  order: {
    id: "users.id",
    ...Object.fromEntries(REGISTRATION.map((name) => [name, { by: `users.${name}`, text: true }])),
    registration_date: "users.id",
    registration_hash: "users.id",
  },
  visible: () => sql<SqlBool>`(1 = 0)`,
  present: async () => [],
};

const noRegistration = () => {
  throw notFound();
};
const SEE_REGISTRATIONS = permission("can_read", "UserRegistrations");

const registrationRoutes: Route[] = [
  ...collectionRoutes(contract.registrations, REGISTRATIONS),
  route(contract.registrations.show, SEE_REGISTRATIONS, noRegistration),
  withOptions(
    route(contract.registrations.create, unaudited(SEE_REGISTRATIONS, "there are no registrations"), () => {
      throw unprocessable(t("Self-registration is off: administrators and sign-in providers create accounts"));
    }),
    { invalidStatus: 422 },
  ),
  withOptions(
    route(contract.registrations.update, unaudited(SEE_REGISTRATIONS, "there are no registrations"), noRegistration),
    { invalidStatus: 422 },
  ),
  route(contract.registrations.remove, unaudited(SEE_REGISTRATIONS, "there are no registrations"), noRegistration),
];

export const catalogRoutes: Route[] = [
  ...routesOf(contract.pairs, PAIRS, msg("Show Permission View")),
  ...routesOf(contract.permissions, PERMISSIONS, msg("Show Permission")),
  ...routesOf(contract.resources, RESOURCES, msg("Show View Menu")),
  ...catalogWrites,
  ...registrationRoutes,
];
