import { type SqlBool, sql } from "kysely";
import { catalogView, databaseView, datasetView, schemaView } from "../../model/object-permissions.ts";
import { VIEWS } from "../store/object-pairs.ts";
import type { User } from "../user.ts";
import { always, anyOf, type Condition, idAmong, memoizePerUser, ownerRule, type Rule, type RuleName } from "./rule.ts";

export interface DataLocation {
  databaseId: number;
  databaseName: string;
  catalog?: string | null;
  schema?: string | null;
}

export interface DatasetFacts extends DataLocation {
  id: number;
  table_name: string;
  ownerIds: readonly number[];
}

const locationLevels = [
  {
    by: "database_access",
    view: VIEWS.database,
    viewOf: ({ databaseName, databaseId }: DataLocation) => databaseView(databaseName, databaseId),
  },
  {
    by: "catalog_access",
    view: VIEWS.catalog,
    viewOf: ({ databaseName, catalog }: DataLocation) => (catalog ? catalogView(databaseName, catalog) : undefined),
  },
  {
    by: "schema_access",
    view: VIEWS.schema,
    viewOf: ({ databaseName, catalog, schema }: DataLocation) =>
      schema ? schemaView(databaseName, catalog, schema) : undefined,
  },
] as const;

export function canReadAllData(user: User): boolean {
  return allDataRules(user).some((rule) => anyOf([rule]) === undefined);
}

function allDataRules(user: User): Rule[] {
  return [
    always("admin", user.isAdmin),
    always("all_datasource_access", user.can("all_datasource_access", "all_datasource_access")),
    always("all_database_access", user.can("all_database_access", "all_database_access")),
  ];
}

export function locationRule(user: User, location: DataLocation): RuleName | undefined {
  const fullAccess = allDataRules(user).find((rule) => anyOf([rule]) === undefined);
  if (fullAccess) return fullAccess.by;
  return locationLevels.find(({ by, viewOf }) => {
    const view = viewOf(location);
    return view !== undefined && user.can(by, view);
  })?.by;
}

export function datasetRule(user: User, facts: DatasetFacts): RuleName | undefined {
  const byLocation = locationRule(user, facts);
  if (byLocation) return byLocation;
  if (user.can("datasource_access", datasetView(facts.databaseName, facts.table_name, facts.id)))
    return "datasource_access";
  return user.id > 0 && facts.ownerIds.includes(user.id) ? "owner" : undefined;
}

export const datasetRules = memoizePerUser((user: User): Rule[] => [
  ...allDataRules(user),
  ...locationLevels.map(({ by, view }): Rule => permissionRule(user, by, view)),
  permissionRule(user, "datasource_access", VIEWS.dataset),
  ownerRule(user, "dataset"),
]);

function permissionRule(user: User, by: RuleName, view: ReturnType<typeof sql<string>>): Rule {
  const views = viewsOf(user, by);
  if (views.length === 0) return always(by, false);
  const matches = sql`databases.id = datasets.database_id and ${view} in (${sql.join(views)})`;
  const when = sql<SqlBool>`(${hasIdOf(by, views)} and exists (select 1 from databases where ${matches}))`;
  const ids = sql`select datasets.id from datasets join databases on ${matches} where ${hasIdOf(by, views)}`;
  return { by, when, ids };
}

function hasIdOf(by: RuleName, views: readonly string[]): Condition {
  if (by !== "datasource_access" && by !== "database_access") return sql<SqlBool>`(1 = 1)`;
  const column = sql.ref(by === "datasource_access" ? "datasets.id" : "datasets.database_id");
  const ids = views.map(idAtEnd).filter((id) => id !== undefined);
  return ids.length === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`${column} in (${sql.join(ids)})`;
}

function idAtEnd(view: string): number | undefined {
  const id = Number(/\(id:(\d{1,10})\)$/.exec(view)?.[1] ?? 0);
  return id > 0 && id < 2 ** 31 ? id : undefined;
}

function viewsOf(user: User, permission: string): string[] {
  const views = user.roles.flatMap((role) => role.pairs.flatMap(([name, view]) => (name === permission ? [view] : [])));
  return [...new Set(views)];
}

/** Condition that `column` is the id of a readable dataset, for a few objects. Undefined = no restriction. */
export function readableDataset(user: User, column: string): Condition | undefined {
  const readable = anyOf(datasetRules(user));
  return (
    readable && sql<SqlBool>`exists (select 1 from datasets where datasets.id = ${sql.ref(column)} and ${readable})`
  );
}

/** Like `readableDataset`, but for lists: finds the readable datasets once. */
export function readableDatasets(user: User, column: string): Condition | undefined {
  return idAmong(column, datasetRules(user));
}

const WITHIN = ["catalog_access", "schema_access", "datasource_access"];

export function databaseRule(user: User, database: { id: number; database_name: string }): RuleName | undefined {
  const fullAccess = locationRule(user, { databaseId: database.id, databaseName: database.database_name });
  if (fullAccess) return fullAccess;
  const prefix = `[${database.database_name}].`;
  const isWithin = WITHIN.some((permission) => viewsOf(user, permission).some((view) => view.startsWith(prefix)));
  return isWithin ? "within" : undefined;
}
