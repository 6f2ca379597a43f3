import { z } from "zod";
import { ADMIN_ROLE } from "../../../model/built-in-roles.ts";
import { databaseView, datasetView } from "../../../model/object-permissions.ts";
import type { App } from "../../../server/app.ts";
import { callOperation } from "../call.ts";
import type { References } from "../references.ts";
import { assetKind, listOf, type Saving } from "./kind.ts";

const Uuids = listOf(z.guid().toLowerCase()).default([]);
const Views = listOf(z.string()).default([]);

/** What members can read; other permissions of the role stay as they are. */
const DataAccess = z.looseObject({
  all_databases: z.boolean().default(false),
  all_datasets: z.boolean().default(false),
  databases: Uuids,
  /** `[database].[catalog]`. */
  catalogs: Views,
  /** `[database].[schema]`. */
  schemas: Views,
  datasets: Uuids,
});
const Role = z.looseObject({ name: z.string().min(1), data_access: DataAccess });
type Role = z.infer<typeof Role>;

const ALL = { all_databases: "all_database_access", all_datasets: "all_datasource_access" } as const;
const PERMISSIONS: ReadonlySet<string> = new Set([
  ...Object.values(ALL),
  "database_access",
  "catalog_access",
  "schema_access",
  "datasource_access",
]);

export const roles = assetKind({
  kind: "role",
  folder: "roles",
  calls: { create: "security/roles.create", change: "security/roles.setPairs", remove: "security/roles.remove" },
  schema: Role,
  keyOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  list: async ({ app, user }, references) => {
    if (!user.isAdmin) return [];
    const rows = await app.db.selectFrom("roles").selectAll().where("name", "<>", ADMIN_ROLE).orderBy("id").execute();
    const pairs = await app.db
      .selectFrom("role_permissions")
      .selectAll()
      .where("permission", "in", [...PERMISSIONS])
      .execute();
    const byRole = Map.groupBy(pairs, (pair) => pair.role_id);
    return rows.map(({ id, name }) => {
      const data_access = accessOf(byRole.get(id) ?? [], references);
      return { id, key: name, name, value: { name, data_access } };
    });
  },
  save: async ({ ctx, file, stored, references }) => {
    const body = { name: file.name };
    const id = stored?.id ?? (await callOperation<{ id: number }>(ctx, "security/roles.create", { body })).id;
    const permission_view_menu_ids = await pairIds({ ctx, file, stored, references }, id);
    await callOperation(ctx, "security/roles.setPairs", { params: { id }, body: { permission_view_menu_ids } });
  },
  remove: (ctx, id) => callOperation(ctx, "security/roles.remove", { params: { id } }),
});

interface Pair {
  permission: string;
  view: string;
}

function accessOf(pairs: readonly Pair[], references: References) {
  const views = (name: string) => pairs.filter(({ permission }) => permission === name).map(({ view }) => view);
  const uuids = (noun: "database" | "dataset", name: string) =>
    views(name).flatMap((view) => references.keyOf(noun, idIn(view)) ?? []);
  return {
    all_databases: views(ALL.all_databases).length > 0,
    all_datasets: views(ALL.all_datasets).length > 0,
    databases: uuids("database", "database_access").sort(),
    catalogs: views("catalog_access").sort(),
    schemas: views("schema_access").sort(),
    datasets: uuids("dataset", "datasource_access").sort(),
  };
}

const idIn = (view: string) => Number(/\(id:(\d+)\)$/.exec(view)?.[1] ?? 0);

async function pairIds({ ctx, file, references }: Saving<Role>, roleId: number): Promise<number[]> {
  const { db } = ctx.app;
  const wanted = await pairsOf(ctx.app, file, references);
  const texts = new Set(wanted.map(({ permission, view }) => `${permission} ${view}`));
  const own = await db.selectFrom("role_permissions").selectAll().where("role_id", "=", roleId).execute();
  for (const { permission, view } of own) if (!PERMISSIONS.has(permission)) texts.add(`${permission} ${view}`);
  const all = await db.selectFrom("permission_pairs").selectAll().execute();
  return all.filter(({ permission, view }) => texts.has(`${permission} ${view}`)).map(({ id }) => id);
}

async function pairsOf({ db }: App, { data_access: access }: Role, references: References): Promise<Pair[]> {
  const databaseIds = access.databases.map((uuid) => references.idOf("database", uuid));
  const datasetIds = access.datasets.map((uuid) => references.idOf("dataset", uuid));
  const databases = await db
    .selectFrom("databases")
    .select(["id", "database_name"])
    .where("id", "in", [...databaseIds, -1])
    .execute();
  const datasets = await db
    .selectFrom("datasets")
    .innerJoin("databases", "databases.id", "datasets.database_id")
    .select(["datasets.id", "datasets.table_name", "databases.database_name"])
    .where("datasets.id", "in", [...datasetIds, -1])
    .execute();
  const all = (["all_databases", "all_datasets"] as const).filter((name) => access[name]).map((name) => ALL[name]);
  return [
    ...all.map((name) => ({ permission: name, view: name })),
    ...databases.map((row) => ({ permission: "database_access", view: databaseView(row.database_name, row.id) })),
    ...access.catalogs.map((view) => ({ permission: "catalog_access", view })),
    ...access.schemas.map((view) => ({ permission: "schema_access", view })),
    ...datasets.map(({ id, table_name, database_name }) => ({
      permission: "datasource_access",
      view: datasetView(database_name, table_name, id),
    })),
  ];
}
