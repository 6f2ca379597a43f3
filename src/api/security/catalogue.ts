import { type SqlBool, sql } from "kysely";
import { collectionRoutes, type ListDefinition } from "../../server/http/resource-list.ts";
import type { Context, Route } from "../../server/http/route.ts";
import * as contract from "./roles-contract.ts";
import { pairsByIds, presentPairs } from "./roles-store.ts";

/** The catalogue of pairs, to be read: the pairs, and the names of their halves. */

const TABLE = "permission_pairs";

const PAIRS: ListDefinition = {
  view: "PermissionViewMenu",
  title: "List Permission View Menu",
  table: TABLE,
  permissions: ["can_read"],
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
  present: presentPairs,
};

/** A half of the pairs: each name once, under the id of the first pair that has it. */
function halves(view: string, { title, column }: { title: string; column: "permission" | "view" }): ListDefinition {
  const place = `${TABLE}.${column}`;
  return {
    view,
    title,
    table: TABLE,
    permissions: ["can_read"],
    columns: ["id", "name"],
    search: { id: { type: "number", column: `${TABLE}.id` }, name: { type: "text", column: place } },
    order: { id: `${TABLE}.id`, name: { by: place, text: true } },
    visible: () =>
      sql<SqlBool>`permission_pairs.id in (select min(id) from permission_pairs group by ${sql.ref(column)})`,
    present: async ({ app }: Context, ids) =>
      (await pairsByIds(app.db, ids)).map((pair) => ({ id: pair.id, name: pair[column] })),
  };
}

export const catalogueRoutes: Route[] = [
  ...collectionRoutes(contract.pairs, PAIRS),
  ...collectionRoutes(contract.permissions, halves("Permission", { title: "List Permission", column: "permission" })),
  ...collectionRoutes(contract.resources, halves("ViewMenu", { title: "List View Menu", column: "view" })),
];
