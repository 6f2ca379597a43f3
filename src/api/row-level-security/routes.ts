import type { Kysely } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import { invalidFields, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { agoText } from "../../server/clock.ts";
import { crud } from "../../server/http/crud.ts";
import { saveIfMatch } from "../../server/http/etag.ts";
import { collectionRoutes, firstNameOf, type ListDefinition } from "../../server/http/resource-list.ts";
import { audited, type Context, permission, type Resource, route } from "../../server/http/route.ts";
import { isPhysical, isSamePlace } from "../../server/store/rule-bindings.ts";
import { stampOf } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import { usersById } from "../../server/store/users.ts";
import { assertClause } from "./clause.ts";
import * as contract from "./contract.ts";
import { previewRule } from "./preview.ts";
import {
  countExisting,
  deleteRules,
  findRules,
  insertRule,
  isNameTaken,
  linksOfRules,
  placesOfRules,
  type RuleLinks,
  type RuleRow,
  rolesOfRules,
  updateRule,
} from "./store.ts";

const COLUMNS = [
  "id",
  "name",
  "filter_type",
  "clause",
  "group_key",
  "description",
  "tables.id",
  "tables.schema",
  "tables.table_name",
  "bound_tables",
  "roles.id",
  "roles.name",
  "changed_on_delta_humanized",
  "changed_by.id",
  "changed_by.first_name",
  "changed_by.last_name",
];
const TABLE = "row_level_security";

const LIST: ListDefinition = {
  view: "Row Level Security",
  title: msg("List Row Level Security Filter"),
  table: TABLE,
  permissions: ["can_read", "can_write"],
  columns: COLUMNS,
  search: {
    name: { type: "text", column: `${TABLE}.name` },
    description: { type: "text", column: `${TABLE}.description` },
    filter_type: { type: "text", column: `${TABLE}.filter_type` },
    clause: { type: "text", column: `${TABLE}.clause` },
    group_key: { type: "text", column: `${TABLE}.group_key` },
    tables: { type: "many", table: `${TABLE}_tables`, own: "rule_id", column: `${TABLE}.id`, other: "dataset_id" },
    roles: { type: "many", table: `${TABLE}_roles`, own: "rule_id", column: `${TABLE}.id`, other: "role_id" },
    created_by: { type: "one", column: `${TABLE}.created_by_fk` },
    changed_by: { type: "one", column: `${TABLE}.changed_by_fk` },
  },
  order: {
    name: { by: "name", text: true },
    filter_type: { by: "filter_type", text: true },
    clause: { by: "clause", text: true },
    group_key: { by: "group_key", text: true },
    changed_on_delta_humanized: "changed_on",
    "changed_by.first_name": firstNameOf(`${TABLE}.changed_by_fk`),
  },
  present: (ctx, ids) => rulesOf(ctx.app, ids),
  related: {
    tables: { kind: "rows", table: "datasets", text: "datasets.table_name" },
    roles: { kind: "roles" },
    created_by: { kind: "users" },
    changed_by: { kind: "users" },
  },
  createBody: contract.CreateRule,
  updateBody: contract.UpdateRule,
};

async function rulesOf(app: App, ids: readonly number[]): Promise<contract.Rule[]> {
  const rows = await findRules(app.db, ids);
  const [links, places, roles] = [
    await linksOfRules(app.db, ids),
    await placesOfRules(app.db, ids),
    await rolesOfRules(app.db, ids),
  ];
  const userOf = await usersById(
    app.db,
    rows.map((row) => row.changed_by_fk),
  );
  return rows.map(({ id, name, filter_type, clause, group_key, description, changed_on, changed_by_fk }) => ({
    id,
    name,
    filter_type,
    clause,
    group_key,
    description,
    tables: links
      .filter((link) => link.rule_id === id)
      .map((link) => ({ id: link.dataset_id, schema: link.schema, table_name: link.table_name })),
    bound_tables: places
      .filter((place) => place.rule_id === id)
      .map((place) =>
        boundTable(
          place,
          links.filter((link) => link.rule_id === id),
        ),
      ),
    roles: roles.filter((role) => role.rule_id === id).map((role) => ({ id: role.id, name: role.name })),
    changed_on_delta_humanized: agoText(changed_on, app.clock.now()),
    changed_by: userOf(changed_by_fk),
  }));
}

function boundTable(place: BoundPlace, links: Awaited<ReturnType<typeof linksOfRules>>) {
  const { id, database_id, database_name, catalog, schema, table_name } = place;
  const dataset = links.find((link) => isPhysical(link) && isSamePlace(link, place));
  const dataset_id = dataset?.dataset_id ?? null;
  return { id, database_id, database_name, catalog, schema, table_name, dataset_id };
}

type BoundPlace = Awaited<ReturnType<typeof placesOfRules>>[number];

type RuleFields = Pick<RuleLinks, "tables" | "roles"> & { name?: string | undefined };

async function assertValid({ app }: Context, values: RuleFields, except?: number) {
  const { name, tables, roles } = values;
  if (name !== undefined && (await isNameTaken(app.db, name, except))) throw unprocessable(t("Name must be unique"));
  if (tables && (await countExisting(app.db, "datasets", tables)) < new Set(tables).size)
    throw unprocessable(t("Datasource does not exist"));
  if (roles && (await countExisting(app.db, "roles", roles)) < new Set(roles).size)
    throw unprocessable(t("Some roles do not exist"));
}

async function assertHasTable({ app }: Context, id: number, { tables, bound_tables: stored }: contract.UpdateRule) {
  if (!tables && !stored) return;
  const links = await linksOfRules(app.db, [id]);
  if ((tables ?? links).length > 0) return;
  const places = await placesOfRules(app.db, [id]);
  const isFree = (place: BoundPlace) => !links.some((link) => link.dataset_id === place.dataset_id);
  if (places.some((place) => isFree(place) && (!stored || stored.includes(place.id)))) return;
  throw invalidFields({ tables: [t("Choose at least one dataset, or keep a table that has no dataset.")] });
}

async function assertValidClause(ctx: Context, row: RuleRow, { clause, tables }: contract.UpdateRule): Promise<void> {
  if (clause === undefined && tables === undefined) return;
  const own = tables ?? (await linksOfRules(ctx.app.db, [row.id])).map((link) => link.dataset_id);
  await assertClause(ctx, clause ?? row.clause, own);
}

async function createRule(ctx: Context, body: contract.CreateRule): Promise<number> {
  const { tables, roles, description = null, group_key = null, ...values } = body;
  await assertValid(ctx, body);
  await assertClause(ctx, body.clause, body.tables);
  const rule = { values: { ...values, description, group_key }, links: { tables, roles } };
  const stamp = stampOf(ctx.app, ctx.user);
  const id = await ctx.app.db.transaction().execute((trx) => insertRule(trx, rule, stamp));
  ctx.app.events.changed("row-level-security", id);
  return id;
}

async function changeRule(ctx: Context, row: RuleRow, body: contract.UpdateRule): Promise<void> {
  const { id } = row;
  await assertValid(ctx, body, id);
  await assertHasTable(ctx, id, body);
  await assertValidClause(ctx, row, body);
  const { tables, roles, bound_tables, ...values } = body;
  const isOtherClause = values.clause !== undefined && values.clause !== row.clause;
  const change = { values, links: { tables, roles, bound_tables }, isOtherClause };
  const parts = (db: Kysely<Tables>) => partsOf(db, id);
  await saveIfMatch(ctx, { table: TABLE, id, parts }, (trx, stamp) => updateRule(trx, id, { ...change, stamp }));
  ctx.app.events.changed("row-level-security", id);
}

async function partsOf(db: Kysely<Tables>, id: number) {
  const places = await placesOfRules(db, [id]);
  return {
    tables: (await linksOfRules(db, [id])).map((link) => link.dataset_id),
    bound_tables: places.map(({ catalog, schema, table_name }) => [catalog, schema, table_name]),
    roles: (await rolesOfRules(db, [id])).map((role) => role.id),
  };
}

export const rowLevelSecurity: Resource = {
  name: "row-level-security",
  routes: [
    ...collectionRoutes(contract, LIST),
    ...crud(contract, LIST, {
      audit: { kind: "rule", api: "RLSRestApi" },
      find: ({ app }, ids) => findRules(app.db, ids),
      columns: COLUMNS,
      stateOf: (rule) => rule.changed_on,
      create: async (ctx, { body }) => ({ id: await createRule(ctx, body), result: body }),
      update: async (ctx, rule, { body }) => {
        await changeRule(ctx, rule, body);
        return { id: rule.id, result: body };
      },
      remove: async ({ app }, ids) => {
        await deleteRules(app.db, ids);
        for (const id of ids) app.events.changed("row-level-security", id);
      },
      noun: "rule",
    }),
    route(
      contract.preview,
      audited(permission("can_write", LIST.view), {
        action: "preview_row_level_security",
        verb: "preview",
        kind: "rule",
        recorded: "noted",
      }),
      async (ctx, { body }) => {
        await assertValid(ctx, body);
        return { result: await previewRule(ctx, body) };
      },
    ),
  ],
};
